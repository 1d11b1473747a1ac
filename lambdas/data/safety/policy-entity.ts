import * as z from 'zod/mini';
import { Timestamp, UserId } from '../../contract/shared.ts';
import { CATEGORIES } from '../../domain/analysis/provenance.ts';
import { initialPolicy, type PolicyVersion } from '../../domain/safety/policy.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity } from '../table/entity.ts';
import type { Table } from '../table/table.ts';
import { versionedKeys } from '../table/versioned.ts';

const Rule = z.object({
  review_at: z.nullable(z.number()),
  min_hits: z.number(),
  block_at: z.nullable(z.number()),
  block_hits: z.number(),
  window_s: z.number(),
  require_coverage: z.boolean(),
});

const PolicyItem = z.object({
  version: z.number(),
  rules: z.record(z.enum(CATEGORIES), Rule),
  updated_at: z.nullable(Timestamp),
  updated_by: z.nullable(UserId),
});

/** Partition of the safety policy and its versions. */
export const SAFETY_POLICY = 'SAFETY_POLICY';

const keys = versionedKeys(SAFETY_POLICY);

/** The current safety policy. */
export const safetyPolicyEntity = defineEntity({
  type: 'SAFETY_POLICY',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: 'pseudonymize',
  exportView: NOT_A_PERSONS,
  schema: PolicyItem,
  key: keys.current,
});

/** A version of the safety policy. It never changes. */
export const safetyPolicyVersionEntity = defineEntity({
  type: 'SAFETY_POLICY_VERSION',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: 'pseudonymize',
  exportView: NOT_A_PERSONS,
  schema: PolicyItem,
  key: keys.version,
});

/** How far the catalog is evaluated by the current policy. In a partition of its own, because a worker writes it. */
export const safetyEvaluationEntity = defineEntity({
  type: 'SAFETY_EVALUATION',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({
    policy_version: z.number(),
    state: z.enum(['running', 'done']),
    /** Number of the page that is evaluated next, and the key of gsi1 after which it begins. */
    page: z.number(),
    after: z.optional(z.string()),
    /** Verdicts evaluated, and those that changed. */
    checked: z.number(),
    changed: z.number(),
    started_at: Timestamp,
    finished_at: z.optional(Timestamp),
  }),
  key: () => ({ pk: 'SAFETY_EVALUATION', sk: 'CURRENT' }),
});

/** AS1. The current policy, strongly consistent; 1 RRU. */
export const readPolicy = async (table: Table): Promise<PolicyVersion> => {
  const item = await table.get(safetyPolicyEntity.key({}), { consistent: true });
  return item ? safetyPolicyEntity.parse(item) : initialPolicy;
};
