import { createBillingRepository } from '../../data/billing/billing-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createBillingParts } from '../../platform/stripe/billing-parts.ts';
import type { Env } from './env.ts';
import { reconcile } from './reconcile.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger) => {
  const records = createBillingRepository(createTable(createDocumentClient(), env.TABLE_NAME), logger);
  const deps = { ...createBillingParts(env, records), records, logger };
  return (): Promise<void> => reconcile(deps);
};
