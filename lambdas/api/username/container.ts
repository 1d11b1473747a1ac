import { ulid } from 'ulid';
import { createProfileRepository } from '../../data/people/profile-repository.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createCodeRequestRepository } from '../../data/people/code-request-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import type { Env } from './env.ts';
import { usernameRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';
import { limitsVisitors } from '../visitor-limit.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(
    env,
    logger,
    ({ table }) =>
      usernameRoutes({
        requests: createCodeRequestRepository(table),
        profiles: createProfileRepository(table),
        counters: createRateCounters(table),
        events: createEventBus(),
        newId: ulid,
        now: Date.now,
      }),
    limitsVisitors(env),
  );
