import * as z from 'zod/mini';
import { ContentId, Role, Timestamp, UserId } from '../../contract/shared.ts';
import { CATEGORIES } from '../../domain/analysis/provenance.ts';
import { OUTCOMES } from '../../domain/safety/gate.ts';
import {
  reviewListOf,
  type ReviewList,
  type StoredAppeal,
  type StoredDecision,
  type StoredVerdict,
} from '../../domain/safety/review.ts';
import { CHECKING_STEPS, PROBLEM_STATES, VERDICTS as VERDICT_NAMES } from '../../domain/safety/verdict.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity, type Entity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { decidedFields, summaryFields } from './summary-item.ts';

/** Partition of everything about the safety of a content item. */
export const safetyOf = (contentId: string): string => key('SAFETY', contentId);

const VERDICT = 'VERDICT';
/** Prefix of the verdicts about the versions of a source. */
export const VERDICTS = `${VERDICT}#`;

/** Partition of pending decisions in gsi1, the one that waits longest first. */
export const reviewsIn = (list: ReviewList): string => key('SAFETY_REVIEWS', list);

const VerdictItem = z.object({
  content_id: ContentId,
  version_id: z.string(),
  verdict: z.enum(VERDICT_NAMES),
  raised: z.array(
    z.object({
      category: z.enum(CATEGORIES),
      level: z.enum(['review', 'blocked']),
      evidence_ids: z.array(z.string()),
    }),
  ),
  missing: z.array(z.enum(CATEGORIES)),
  problems: z.array(z.object({ step: z.enum(CHECKING_STEPS), state: z.enum(PROBLEM_STATES), reason: z.string() })),
  policy_version: z.nullable(z.number()),
  evidence_digest: z.string(),
  models: z.array(z.string()),
  evaluated_at: Timestamp,
  decision: summaryFields.decision,
  appealed_at: z.optional(Timestamp),
  waiting_since: z.optional(Timestamp),
  rev: z.number(),
});

interface VerdictIds {
  readonly content_id: string;
  readonly version_id: string;
}

/** The verdict about one version of a source. It is in gsi1 while it waits for a decision. */
export const safetyVerdictEntity: Entity<StoredVerdict, VerdictIds> = defineEntity<typeof VerdictItem, VerdictIds>({
  type: 'SAFETY_VERDICT',
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: VerdictItem,
  key: ({ content_id, version_id }) => ({ pk: safetyOf(content_id), sk: key(VERDICT, version_id) }),
  indexes: {
    gsi1: (value) => {
      const list = reviewListOf(value as StoredVerdict);
      return list && value.waiting_since !== undefined
        ? { pk: reviewsIn(list), sk: key(value.waiting_since, value.content_id) }
        : undefined;
    },
  },
}) as unknown as Entity<StoredVerdict, VerdictIds>;

const DecisionItem = z.object({
  ...decidedFields,
  content_id: ContentId,
  id: z.string(),
  version_id: z.string(),
  outcome: z.enum(OUTCOMES),
  policy_version: z.nullable(z.number()),
  models: z.array(z.string()),
  opened: z.array(z.string()),
  reason: z.string(),
  on_appeal: z.boolean(),
  decided_by: UserId,
  decided_role: Role,
  decided_at: Timestamp,
});

interface DecisionIds {
  readonly content_id: string;
  readonly id: string;
}

/** A decision of staff. It is only added, and removed together with its content item; the audit log keeps it. */
export const safetyDecisionEntity: Entity<StoredDecision, DecisionIds> = defineEntity<typeof DecisionItem, DecisionIds>(
  {
    type: 'SAFETY_DECISION',
    v: 1,
    owner: { kind: 'content', field: 'content_id' },
    lifetime: { retention: 'owner' },
    onErase: 'pseudonymize',
    exportView: NOT_A_PERSONS,
    schema: DecisionItem,
    key: ({ content_id, id }) => ({ pk: safetyOf(content_id), sk: key('DECISION', id) }),
  },
) as unknown as Entity<StoredDecision, DecisionIds>;

const AppealItem = z.object({
  content_id: ContentId,
  version_id: z.string(),
  evidence_digest: z.string(),
  text: z.string(),
  appealed_by: UserId,
  appealed_at: Timestamp,
});

type AppealIds = Pick<StoredAppeal, 'content_id' | 'version_id' | 'evidence_digest'>;

/** The owner's appeal. Its key allows one for the evidence of each version. */
export const safetyAppealEntity: Entity<StoredAppeal, AppealIds> = defineEntity<typeof AppealItem, AppealIds>({
  type: 'SAFETY_APPEAL',
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'owner' },
  onErase: 'pseudonymize',
  exportView: NOT_A_PERSONS,
  schema: AppealItem,
  key: ({ content_id, version_id, evidence_digest }) => ({
    pk: safetyOf(content_id),
    sk: key('APPEAL', version_id, evidence_digest),
  }),
});
