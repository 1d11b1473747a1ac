import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createConsentRepository } from '../../data/privacy/consent-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import type { Env } from './env.ts';
import { privacyRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table, rights, sessions }) =>
    privacyRoutes({
      consents: createConsentRepository(table, { cursors: createPaging(env), logger, rights }),
      counters: createRateCounters(table),
      sessions,
      now: Date.now,
    }),
  );
