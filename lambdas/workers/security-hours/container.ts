import { createSecurityHourRepository } from '../../data/admin/security-hour-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import type { Env } from './env.ts';
import { sumHours } from './sum-hours.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): (() => Promise<void>) => {
  const hours = createSecurityHourRepository(createTable(createDocumentClient(), env.TABLE_NAME));
  return () => sumHours({ hours, logger, now: Date.now });
};
