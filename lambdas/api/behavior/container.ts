import { ulid } from 'ulid';
import { createSecurityEventRepository } from '../../data/admin/security-event-repository.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createBehaviorRepository } from '../../data/security/behavior-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { createEventRecorder } from '../../domain/security/event-recorder.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { apiFunction } from '../api-function.ts';
import type { Env } from './env.ts';
import { behaviorRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table, rights }) => {
    const counters = createRateCounters(table);
    return behaviorRoutes({
      patterns: createBehaviorRepository(table, logger),
      rights,
      recorder: createEventRecorder({ events: createSecurityEventRepository(table), counters }),
      counters,
      now: Date.now,
      newId: (at) => ulid(at),
    });
  });
