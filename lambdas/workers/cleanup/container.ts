import { setTimeout } from 'node:timers/promises';
import { ulid } from 'ulid';
import { readRights } from '../../data/people/rights-repository.ts';
import { createCleanupRunRepository } from '../../data/privacy/cleanup-run-repository.ts';
import { createConsentedTraces } from '../../data/privacy/consented-traces.ts';
import { createDataRequestRepository } from '../../data/privacy/data-request-repository.ts';
import { createExpiredSources } from '../../data/privacy/expired-sources.ts';
import { createHeldItems } from '../../data/privacy/held-items.ts';
import { createInactiveAccountRepository } from '../../data/privacy/inactive-account-repository.ts';
import { heldUsers } from '../../data/privacy/legal-hold-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createMailer } from '../../platform/messages/mailer.ts';
import { createParameters } from '../../platform/parameters.ts';
import type { Env } from './env.ts';
import { forgetAfterHold, forgetTraces } from './forget-traces.ts';
import { parseEvent } from './message.ts';
import { runDaily } from './run-cleanup.ts';

/** Composes the daily cleanup, and what follows from the change of a legal hold and from the withdrawal of consent. */
export const createHandler = (env: Env, logger: Logger) => {
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
    heldUsers: () => heldUsers(table),
    newId: () => `req_${ulid()}`,
    mailer: createMailer(env.MAIL_FROM),
    siteUrl: () => parameters.read(env.SITE_URL_PARAMETER),
  };
  const holds = { heldUsers: () => heldUsers(table), items: createHeldItems(table) };
  const forgetting = {
    ...shared,
    traces: createConsentedTraces(table),
    readRights: (userId: string) => readRights(table, userId, { consistent: true }),
    sleep: (ms: number) => setTimeout(ms),
  };
  return async (event: unknown): Promise<void> => {
    const message = parseEvent(event);
    if (!message) return runDaily(cleanup, warnings, holds);
    if (message['detail-type'] === 'ConsentWithdrawn.v1') return forgetTraces(forgetting, message.detail);
    const { userId } = message.detail;
    await holds.items.follow(userId, Date.now());
    await forgetAfterHold(forgetting, userId);
  };
};
