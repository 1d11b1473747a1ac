import { createSecurityEventRepository } from '../../data/admin/security-event-repository.ts';
import { createSignInAttemptRepository } from '../../data/sessions/sign-in-attempt-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import type { Env } from './env.ts';
import { recordOverdue } from './record-overdue.ts';

/** Composes the worker. It ignores the schedule's event. */
export const createHandler = (env: Env, logger: Logger): (() => Promise<void>) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const deps = {
    attempts: createSignInAttemptRepository(table),
    events: createSecurityEventRepository(table),
    logger,
    now: Date.now,
  };
  return () => recordOverdue(deps);
};
