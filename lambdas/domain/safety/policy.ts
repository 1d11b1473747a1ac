import { CATEGORIES, type Category } from '../analysis/provenance.ts';

/** When the findings of one category need a review, or block. Confidences are between 0 and 1. */
export interface CategoryRule {
  /** Confidence from which a finding counts; null: findings of this category need no review. */
  readonly review_at: number | null;
  /** Number of findings within the window that need a review. */
  readonly min_hits: number;
  /** Confidence from which a finding counts toward blocking; null: this category never blocks. */
  readonly block_at: number | null;
  /** Number of findings within the window that block. */
  readonly block_hits: number;
  /** Seconds within which the findings must begin. */
  readonly window_s: number;
  /** Whether a title that no model checked for this category counts as not fully analyzed. */
  readonly require_coverage: boolean;
}

/** What the findings of the analysis lead to, for each category. */
export type SafetyPolicy = Readonly<Record<Category, CategoryRule>>;

/** A policy with its version number: 0 until an administrator first saves one. */
export interface PolicyVersion {
  readonly version: number;
  readonly rules: SafetyPolicy;
  /** ISO 8601 and a user id; both null in version 0. */
  readonly updated_at: string | null;
  readonly updated_by: string | null;
}

const standardRule: CategoryRule = {
  review_at: 0.7,
  min_hits: 1,
  block_at: null,
  block_hits: 1,
  window_s: 10,
  require_coverage: false,
};

/** The rule for adult content needs two frames, because models are often wrong about a single one. */
const adultRule: CategoryRule = {
  review_at: 0.6,
  min_hits: 2,
  block_at: 0.95,
  block_hits: 3,
  window_s: 10,
  require_coverage: true,
};

/** The policy of a new platform. */
export const initialPolicy: PolicyVersion = {
  version: 0,
  rules: Object.fromEntries(
    CATEGORIES.map((category) => [category, category === 'adult' ? adultRule : standardRule]),
  ) as SafetyPolicy,
  updated_at: null,
  updated_by: null,
};

/** A problem of a policy, with the path of the field as the API names it. */
export interface PolicyProblem {
  readonly path: string;
  readonly message: string;
}

/**
 * The contradictions of a policy: blocking must not need less than a review. Ranges of single fields are checked by the
 * contract.
 */
export const policyProblems = (rules: SafetyPolicy): readonly PolicyProblem[] =>
  CATEGORIES.flatMap((category) => {
    const { review_at: reviewAt, block_at: blockAt, min_hits: hits, block_hits: blockHits } = rules[category];
    const problem = (field: keyof CategoryRule, message: string): PolicyProblem => ({
      path: `rules.${category}.${field}`,
      message,
    });
    if (blockAt === null) return [];
    return [
      ...(reviewAt === null
        ? [problem('review_at', 'A category that blocks needs a confidence for reviews too.')]
        : blockAt < reviewAt
          ? [problem('block_at', 'The confidence for blocking must not be lower than the one for reviews.')]
          : []),
      ...(blockHits < hits ? [problem('block_hits', 'Blocking must not need fewer findings than a review.')] : []),
    ];
  });
