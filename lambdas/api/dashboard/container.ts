import { createCountsRepository } from '../../data/admin/counts-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import type { Env } from './env.ts';
import { dashboardRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const routes = dashboardRoutes({ counts: createCountsRepository(table), now: () => new Date().toISOString() });
  return httpFunction(routes, { rights: createRightsRepository(table), logger });
};
