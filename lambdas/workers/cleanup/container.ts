import { ulid } from 'ulid';
import { createCleanupRunRepository } from '../../data/privacy/cleanup-run-repository.ts';
import { createDataRequestRepository } from '../../data/privacy/data-request-repository.ts';
import { createExpiredSources } from '../../data/privacy/expired-sources.ts';
import { createInactiveAccountRepository } from '../../data/privacy/inactive-account-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createMailer } from '../../platform/messages/mailer.ts';
import { createParameters } from '../../platform/parameters.ts';
import type { Env } from './env.ts';
import { runDaily } from './run-cleanup.ts';

/** Composes the daily cleanup. It ignores the schedule's event. */
export const createHandler = (env: Env, logger: Logger): (() => Promise<void>) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const shared = { logger, now: Date.now };
  const cleanup = {
    ...shared,
    runs: createCleanupRunRepository(table, { logger }),
    sourcesFor: (visits: (userId: string) => boolean) => createExpiredSources(table, visits),
  };
  const warnings = {
    ...shared,
    accounts: createInactiveAccountRepository(table),
    requests: createDataRequestRepository(table, logger),
    newId: () => `req_${ulid()}`,
    mailer: createMailer(env.MAIL_FROM),
    siteUrl: () => parameters.read(env.SITE_URL_PARAMETER),
  };
  return () => runDaily(cleanup, warnings);
};
