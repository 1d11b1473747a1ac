import { AppError } from '../../domain/app-error.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import type { Logger } from '../../domain/logger.ts';
import { initialPolicy, type PolicyVersion, type SafetyPolicy } from '../../domain/safety/policy.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import type { Cursors } from '../table/cursor.ts';
import { onConditionFailed } from '../table/errors.ts';
import { followsVersion, isNew } from '../table/expressions.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';
import { VERSIONS } from '../table/versioned.ts';
import { newEvaluation } from './evaluation-repository.ts';
import {
  readPolicy,
  SAFETY_POLICY,
  safetyEvaluationEntity,
  safetyPolicyEntity,
  safetyPolicyVersionEntity,
} from './policy-entity.ts';

export type PolicyRepository = ReturnType<typeof createPolicyRepository>;

/** The safety policy and its versions. Numbers refer to access-patterns.md. */
export const createPolicyRepository = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => ({
  /** AS1. The current policy. */
  read: (): Promise<PolicyVersion> => readPolicy(table),

  /**
   * AS2. Saves the version after `before` with its audit entry, and the request to evaluate the catalog by it, in one
   * transaction. Throws AppError `version_conflict` when that version already exists.
   */
  async save(before: PolicyVersion, rules: SafetyPolicy, by: ActBy, now: string): Promise<PolicyVersion> {
    const next: PolicyVersion = { version: before.version + 1, rules, updated_at: now, updated_by: by.actor.userId };
    const act = {
      ...by,
      action: 'settings.safety-policy-changed' as const,
      targetId: 'safety-policy',
      before: { ...before.rules },
      after: { ...rules },
    };
    const saved = table.transact([
      table.write.put(safetyPolicyEntity.toItem(next), followsVersion(before.version)),
      table.write.put(safetyPolicyVersionEntity.toItem(next), isNew),
      table.write.put(safetyEvaluationEntity.toItem(newEvaluation(next.version, now))),
      auditWrite(table, act, now),
    ]);
    await onConditionFailed(saved, () => {
      throw new AppError('version_conflict');
    });
    return next;
  },

  /** AS19. One version; undefined when it does not exist. 0.5 RRU, none for version 0. */
  async readVersion(version: number): Promise<PolicyVersion | undefined> {
    if (version === 0) return initialPolicy;
    const item = await table.get(safetyPolicyVersionEntity.key({ version }));
    return item && safetyPolicyVersionEntity.parse(item);
  },

  /** AS3. Versions, newest first: one query. */
  listVersions: (page: {
    readonly cursor: string | undefined;
    readonly limit: number;
  }): Promise<ListPage<PolicyVersion>> =>
    listPage({ table, ...deps }, safetyPolicyVersionEntity, {
      list: 'safety-policy-versions',
      partition: SAFETY_POLICY,
      prefix: VERSIONS,
      ...page,
    }),
});
