import { ulid } from 'ulid';
import { createProfileRepository } from '../../data/people/profile-repository.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { createUsernameRequestRepository } from '../../data/people/username-request-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createEventBus } from '../../platform/event-bus.ts';
import type { Env } from './env.ts';
import { usernameRoutes } from './routes.ts';

/** Composes the function. Nobody is signed in here, so nobody's rights are read. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const counters = createRateCounters(table);
  const routes = usernameRoutes({
    requests: createUsernameRequestRepository(table),
    profiles: createProfileRepository(table),
    counters,
    events: createEventBus(),
    newId: ulid,
    now: Date.now,
  });
  return httpFunction(routes, { rights: { read: async () => undefined }, visitors: counters, logger });
};
