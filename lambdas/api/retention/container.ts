import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createTitleHoldRepository } from '../../data/content/title-hold-repository.ts';
import { createCleanupRunRepository } from '../../data/privacy/cleanup-run-repository.ts';
import { createConsentCountsRepository } from '../../data/privacy/consent-counts-repository.ts';
import { createExpiredSources } from '../../data/privacy/expired-sources.ts';
import { createLegalHoldRepository } from '../../data/privacy/legal-hold-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { apiFunction } from '../api-function.ts';
import type { Env } from './env.ts';
import { retentionRoutes } from './routes.ts';

/** Composes the function. A cleanup that an administrator runs visits every user. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    retentionRoutes({
      runs: createCleanupRunRepository(table, { logger }),
      sources: createExpiredSources(table),
      consentCounts: createConsentCountsRepository(table),
      holds: createLegalHoldRepository(table),
      titleHolds: createTitleHoldRepository(table),
      content: createContentLookup(table, logger),
      events: createEventBus(),
      now: Date.now,
    }),
  );
