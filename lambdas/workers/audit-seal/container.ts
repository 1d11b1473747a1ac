import { createAuditSealRepository } from '../../data/admin/audit-seal-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createAuditCopies } from '../../platform/storage/audit-copies.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import type { Env } from './env.ts';
import { monthsOf } from './months.ts';
import { sealMonth } from './seal-month.ts';

/** Composes the worker. An operator can seal one month with the event `{"month":"2026-09"}`. */
export const createHandler = (env: Env, logger: Logger): ((event?: unknown) => Promise<void>) => {
  const deps = {
    seals: createAuditSealRepository(createTable(createDocumentClient(), env.TABLE_NAME)),
    copies: createAuditCopies(env.AUDIT_BUCKET),
    logger,
    now: Date.now,
  };
  return async (event) => {
    for (const month of monthsOf(event, deps.now())) await sealMonth(deps, month);
  };
};
