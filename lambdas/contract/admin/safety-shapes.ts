import * as z from 'zod/mini';
import { ContentStatus, ContentType } from '../content/content-shapes.ts';
import { ContentId, Timestamp, UserId } from '../shared.ts';

/**
 * Sensitive topics of the IAB Tech Lab's Content Taxonomy 2.2, in its order (the eleven "sensitive topics", successors
 * of GARM's categories). Policies, evidence and coverage name these.
 */
export const SafetyCategory = z.enum([
  'adult',
  'arms',
  'crime',
  'conflict',
  'piracy',
  'hate',
  'profanity',
  'drugs',
  'spam',
  'terrorism',
  'social_issues',
]);
export type SafetyCategory = z.infer<typeof SafetyCategory>;

/**
 * The four risks of that taxonomy for those who advertise next to a title, most severe first. `floor`: suitable for no
 * advertising.
 */
export const SafetyRisk = z.enum(['floor', 'high', 'medium', 'low']);
export type SafetyRisk = z.infer<typeof SafetyRisk>;

/** `unknown`: nothing was found, but not everything that the policy requires was checked. */
export const SafetyVerdict = z.enum(['clear', 'unknown', 'review', 'blocked']);
export type SafetyVerdict = z.infer<typeof SafetyVerdict>;

export const SafetyOutcome = z.enum(['approved', 'rejected']);
export type SafetyOutcome = z.infer<typeof SafetyOutcome>;

const threshold = z.nullable(z.number().check(z.minimum(0), z.maximum(1)));
const hits = z.number().check(z.int(), z.minimum(1), z.maximum(100));

/** When the findings of one category need a review, or block. */
export const SafetyRule = z.strictObject({
  /** Confidence (0 to 1) from which a finding counts; null: findings of this category need no review. */
  review_at: threshold,
  /** Number of findings within the window that need a review. */
  min_hits: hits,
  /** Confidence from which a finding counts toward blocking; null: this category never blocks. */
  block_at: threshold,
  /** Number of findings within the window that block. */
  block_hits: hits,
  /** Seconds within which the findings must begin. */
  window_s: z.number().check(z.int(), z.minimum(1), z.maximum(3600)),
  /** Whether a title that no model checked for this category counts as not fully analyzed. */
  require_coverage: z.boolean(),
});
export type SafetyRule = z.infer<typeof SafetyRule>;

/** A rule for each category. */
export const SafetyRules = z.strictObject({
  adult: SafetyRule,
  arms: SafetyRule,
  crime: SafetyRule,
  conflict: SafetyRule,
  piracy: SafetyRule,
  hate: SafetyRule,
  profanity: SafetyRule,
  drugs: SafetyRule,
  spam: SafetyRule,
  terrorism: SafetyRule,
  social_issues: SafetyRule,
} satisfies Record<SafetyCategory, typeof SafetyRule>);
export type SafetyRules = z.infer<typeof SafetyRules>;

/** One version of the policy, with its author and time. Both are null until an administrator first saves a policy. */
export const SafetyPolicyView = z.object({
  version: z.number(),
  rules: SafetyRules,
  updated_at: z.nullable(Timestamp),
  updated_by: z.nullable(UserId),
  /** Null when the user's profile no longer exists. */
  updated_by_name: z.nullable(z.string()),
});
export type SafetyPolicyView = z.infer<typeof SafetyPolicyView>;

/** How far the catalog is evaluated by the current policy. */
export const SafetyEvaluation = z.object({
  state: z.enum(['running', 'done']),
  /** Verdicts evaluated so far, and those that changed. */
  checked: z.number(),
  changed: z.number(),
  started_at: Timestamp,
  finished_at: z.nullable(Timestamp),
});
export type SafetyEvaluation = z.infer<typeof SafetyEvaluation>;

/** Titles whose verdict another policy would change in the same way. Decisions about them are not considered. */
export const SafetyChange = z.object({
  /** The verdict by the current policy. */
  from: SafetyVerdict,
  to: SafetyVerdict,
  count: z.number(),
  /** The first of them, at most 10. */
  samples: z.array(z.object({ id: ContentId, title: z.string() })),
});
export type SafetyChange = z.infer<typeof SafetyChange>;

/**
 * Names the verdict about one file as it was read. Requests that depend on it send it back, and fail when the verdict
 * has changed or the file was replaced.
 */
export const VerdictRevision = z.string().check(z.regex(/^\d{1,9}-[0-9a-f]{16}$/, 'Must be the `rev` of a verdict'));

/** A category that needs a review or blocks. */
const Raised = z.object({ category: SafetyCategory, level: z.enum(['review', 'blocked']) });

/** A step that did not check a title. */
const Problem = z.object({
  step: z.string(),
  state: z.enum(['failed', 'skipped', 'nothing-to-check']),
  reason: z.string(),
});

/** The verdict about the current file of a title, for staff. */
const verdictFields = {
  content_id: ContentId,
  title: z.string(),
  content_type: ContentType,
  status: ContentStatus,
  verdict: SafetyVerdict,
  raised: z.array(Raised),
  /** Since when it waits for a decision; null when it does not. */
  waiting_since: z.nullable(Timestamp),
  appealed_at: z.nullable(Timestamp),
};

/** A title in the list of reviews. */
export const SafetyReviewCard = z.object(verdictFields);
export type SafetyReviewCard = z.infer<typeof SafetyReviewCard>;

/** Something that a model found. The texts come from the file or from a model: show them as text only. */
export const SafetyEvidence = z.object({
  id: z.string(),
  category: SafetyCategory,
  /** Of its label; null for findings of an earlier version. */
  risk: z.nullable(SafetyRisk),
  kind: z.enum(['frame', 'text']),
  from_ms: z.number(),
  to_ms: z.number(),
  /** What was said; null for frames. */
  quote: z.nullable(z.string()),
  label: z.string(),
  parent: z.nullable(z.string()),
  /** 0 to 1; null when the model reports none. */
  confidence: z.nullable(z.number()),
  provider: z.string(),
  model: z.string(),
  version: z.string(),
  /** Whether it is among the reasons for the verdict. */
  counts: z.boolean(),
});
export type SafetyEvidence = z.infer<typeof SafetyEvidence>;

export const SafetyDecisionView = z.object({
  id: z.string(),
  outcome: SafetyOutcome,
  verdict: SafetyVerdict,
  /** Whether it is about the current file. */
  is_current: z.boolean(),
  policy_version: z.nullable(z.number()),
  models: z.array(z.string()),
  reason: z.string(),
  on_appeal: z.boolean(),
  decided_by: UserId,
  /** Null when the user's profile no longer exists. */
  decided_by_name: z.nullable(z.string()),
  decided_at: Timestamp,
});
export type SafetyDecisionView = z.infer<typeof SafetyDecisionView>;

/** Everything that a decision about a title depends on. */
export const SafetyReview = z.object({
  ...verdictFields,
  /** The decision that applies; null when one is needed or none was made. */
  decision: z.nullable(SafetyOutcome),
  policy_version: z.nullable(z.number()),
  /** Categories that the policy requires and no model checked. */
  missing: z.array(SafetyCategory),
  /** Categories that no model can check on this title. */
  not_covered: z.array(SafetyCategory),
  /** Steps that did not check the title. `nothing-to-check`: it has no picture or no speech. */
  problems: z.array(Problem),
  models: z.array(z.string()),
  /** Whether the transcript was edited after it was checked. */
  stale: z.boolean(),
  evidence: z.array(SafetyEvidence),
  /** Newest first. */
  decisions: z.array(SafetyDecisionView),
  appeal: z.nullable(z.object({ text: z.string(), appealed_at: Timestamp })),
  /** Send it with the decision. */
  rev: VerdictRevision,
});
export type SafetyReview = z.infer<typeof SafetyReview>;

/** An appeal as the owner of the title sees it. */
export const OwnAppeal = z.object({
  text: z.string(),
  appealed_at: Timestamp,
  /** `superseded`: the file was replaced before staff decided. */
  state: z.enum(['waiting', 'answered', 'superseded']),
  /** The decision that answers it; null in the other states. */
  outcome: z.nullable(SafetyOutcome),
  reason: z.nullable(z.string()),
  answered_at: z.nullable(Timestamp),
});
export type OwnAppeal = z.infer<typeof OwnAppeal>;

/** The verdict as the owner of a title sees it. */
export const SafetyNotice = z.object({
  verdict: SafetyVerdict,
  /** With the rule of the policy that raised it; null when that version no longer exists. */
  raised: z.array(z.extend(Raised, { rule: z.nullable(SafetyRule) })),
  missing: z.array(SafetyCategory),
  problems: z.array(Problem),
  policy_version: z.nullable(z.number()),
  models: z.array(z.string()),
  /** The evidence that counts, in order of time. */
  evidence: z.array(SafetyEvidence),
  decision: z.nullable(SafetyOutcome),
  /** Why staff decided so; null without a decision about the current file. */
  reason: z.nullable(z.string()),
  can_appeal: z.boolean(),
  /** About any file, newest first. */
  appeals: z.array(OwnAppeal),
  /** Send it with an appeal. */
  rev: VerdictRevision,
});
export type SafetyNotice = z.infer<typeof SafetyNotice>;

/** A title that belongs to the caller. */
export const OwnTitle = z.object({
  content_id: ContentId,
  title: z.string(),
  content_type: ContentType,
  status: ContentStatus,
  verdict: SafetyVerdict,
  /** The decision that applies; null when one is needed or none was made. */
  decision: z.nullable(SafetyOutcome),
});
export type OwnTitle = z.infer<typeof OwnTitle>;
