import { ulid } from 'ulid';
import { createBulkRepository } from '../../data/admin/bulk-repository.ts';
import { createCategoryRepository } from '../../data/content/category-repository.ts';
import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createCursors } from '../../data/table/cursor.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createEventBus } from '../../platform/event-bus.ts';
import { createParameters } from '../../platform/parameters.ts';
import type { Env } from './env.ts';
import { bulkRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const routes = bulkRoutes({
    jobs: createBulkRepository(table, {
      cursors: createCursors(() => parameters.read(env.CURSOR_KEY_PARAMETER)),
      logger,
    }),
    content: createContentLookup(table, logger),
    categories: createCategoryRepository(table, logger),
    events: createEventBus(),
    logger,
    newId: ulid,
    now: Date.now,
  });
  return httpFunction(routes, { rights: createRightsRepository(table), logger });
};
