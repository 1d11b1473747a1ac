import type { SafetyPolicy } from './policy.ts';
import { verdictOf, type Findings, type Verdict } from './verdict.ts';

/** A title with its stored findings and the verdict that the current policy gave it. */
export interface TitleVerdict {
  readonly id: string;
  readonly title: string;
  readonly verdict: Verdict;
  readonly findings: Findings;
}

/** Titles whose verdict would change in the same way. */
export interface VerdictChange {
  readonly from: Verdict;
  readonly to: Verdict;
  readonly count: number;
  /** The first of them, at most `SAMPLES`. */
  readonly samples: readonly { readonly id: string; readonly title: string }[];
}

/** Titles that are named for each kind of change. */
export const SAMPLES = 10;

/** What another policy would change: the same function over the same stored evidence. Nothing is analyzed again. */
export const previewOf = (titles: readonly TitleVerdict[], policy: SafetyPolicy): readonly VerdictChange[] => {
  const changes = new Map<string, VerdictChange>();
  for (const { id, title, verdict: from, findings } of titles) {
    const { verdict: to } = verdictOf(findings, policy);
    if (to === from) continue;
    const { count, samples } = changes.get(`${from} ${to}`) ?? { count: 0, samples: [] };
    changes.set(`${from} ${to}`, {
      from,
      to,
      count: count + 1,
      samples: samples.length < SAMPLES ? [...samples, { id, title }] : samples,
    });
  }
  return [...changes.values()];
};
