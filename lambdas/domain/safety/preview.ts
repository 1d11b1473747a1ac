import { decisiveVerdict, type DecisiveFindings } from './decisive.ts';
import type { SafetyPolicy } from './policy.ts';
import type { Verdict } from './verdict.ts';

/** A title with what a policy decides on. */
export interface ComparedTitle {
  readonly content_id: string;
  readonly findings: DecisiveFindings;
}

/** Titles whose verdict would change in the same way. */
export interface VerdictChange {
  readonly from: Verdict;
  readonly to: Verdict;
  readonly count: number;
  /** Ids of the first of them, at most `SAMPLES`. */
  readonly samples: readonly string[];
}

/** Titles that are named for each kind of change. */
export const SAMPLES = 10;

/** What another policy would change: the same function over the same stored findings. Nothing is analyzed again. */
export const previewOf = (
  titles: readonly ComparedTitle[],
  { current, edited }: { readonly current: SafetyPolicy; readonly edited: SafetyPolicy },
): readonly VerdictChange[] => {
  const changes = new Map<string, VerdictChange>();
  for (const { content_id: id, findings } of titles) {
    const [from, to] = [decisiveVerdict(findings, current), decisiveVerdict(findings, edited)];
    if (to === from) continue;
    const { count, samples } = changes.get(`${from} ${to}`) ?? { count: 0, samples: [] };
    changes.set(`${from} ${to}`, {
      from,
      to,
      count: count + 1,
      samples: samples.length < SAMPLES ? [...samples, id] : samples,
    });
  }
  return [...changes.values()];
};
