import { createAttemptRepository } from '../../data/conversion/attempt-repository.ts';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createConversionRepository } from '../../data/conversion/conversion-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createEventBus } from '../../platform/event-bus.ts';
import type { Env } from './env.ts';
import { conversionRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const routes = conversionRoutes({
    conversions: createConversionRepository(table),
    content: createContentRecords(table),
    attempts: createAttemptRepository(table),
    events: createEventBus(),
    now: Date.now,
  });
  return httpFunction(routes, { rights: createRightsRepository(table), logger });
};
