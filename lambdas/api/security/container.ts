import { ulid } from 'ulid';
import { createSecurityEventLog } from '../../data/admin/security-event-log.ts';
import { createSecurityEventRepository } from '../../data/admin/security-event-repository.ts';
import { createProfileNames } from '../../data/people/profile-names.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createSecurityAlertRepository } from '../../data/admin/security-alert-repository.ts';
import { createSecurityHourRepository } from '../../data/admin/security-hour-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { createEventRecorder } from '../../domain/security/event-recorder.ts';
import { validateInput } from '../../domain/security/validate-input.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import type { Env } from './env.ts';
import { createResponsesDeps } from './response-container.ts';
import { responseRoutes } from './response-routes.ts';
import { securityRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) => [
    ...securityRoutes({
      recorder: createEventRecorder({
        events: createSecurityEventRepository(table),
        counters: createRateCounters(table),
      }),
      log: createSecurityEventLog(table, { cursors: createPaging(env), logger }),
      profiles: createProfileNames(table),
      validate: validateInput,
      alerts: createSecurityAlertRepository(table, logger),
      hours: createSecurityHourRepository(table),
      logger,
      now: Date.now,
      newId: (at) => ulid(at),
    }),
    ...responseRoutes(createResponsesDeps(env, table, logger)),
  ]);
