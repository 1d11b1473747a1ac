import { CATEGORIES, type Category } from '../analysis/provenance.ts';
import type { SafetyPolicy } from './policy.ts';
import {
  areUnchecked,
  combined,
  decisiveFinding,
  levelOf,
  missingOf,
  type DecisiveFinding,
  type Findings,
  type Verdict,
} from './verdict.ts';

/**
 * What a policy decides on in one title: its findings without what only users look at. So small that the findings of a
 * large catalog can be read in a few pages.
 */
export interface DecisiveFindings {
  /** By category, in order of time. Categories without findings are left out. */
  readonly found: Readonly<Partial<Record<Category, readonly DecisiveFinding[]>>>;
  /** The categories that a model checked. */
  readonly coverage: readonly Category[];
  /** Whether a step did not check the title although there may be something to check. */
  readonly unchecked: boolean;
}

/** Of a title whose current file was never evaluated. */
export const NOTHING_CHECKED: DecisiveFindings = { found: {}, coverage: [], unchecked: true };

/** The decisive part of the findings about a title. */
export const decisiveOf = ({ evidence, coverage, problems }: Findings): DecisiveFindings => {
  const sorted = [...evidence].sort((a, b) => a.from_ms - b.from_ms);
  const found = CATEGORIES.map(
    (category) => [category, sorted.filter((one) => one.category === category).map(decisiveFinding)] as const,
  );
  return {
    found: Object.fromEntries(found.filter(([, findings]) => findings.length > 0)),
    coverage: [...coverage],
    unchecked: areUnchecked(problems),
  };
};

/** The verdict of a policy: the same as `verdictOf` gives for the findings themselves. */
export const decisiveVerdict = ({ found, coverage, unchecked }: DecisiveFindings, policy: SafetyPolicy): Verdict =>
  combined(
    CATEGORIES.flatMap((category) => levelOf(policy[category], found[category] ?? []) ?? []),
    unchecked || missingOf(coverage, policy).length > 0,
  );
