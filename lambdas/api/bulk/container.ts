import { ulid } from 'ulid';
import { createBulkRepository } from '../../data/admin/bulk-repository.ts';
import { readSettings } from '../../data/admin/settings-entity.ts';
import { createCategoryRepository } from '../../data/content/category-repository.ts';
import { createContentLookup } from '../../data/content/content-lookup.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import type { Env } from './env.ts';
import { bulkRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    bulkRoutes({
      jobs: createBulkRepository(table, { cursors: createPaging(env), logger }),
      content: createContentLookup(table, logger),
      categories: createCategoryRepository(table, logger),
      readSettings: () => readSettings(table),
      events: createEventBus(),
      logger,
      newId: ulid,
      now: Date.now,
    }),
  );
