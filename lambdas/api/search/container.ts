import { setTimeout } from 'node:timers/promises';
import { createContentLookup } from '../../data/content/content-lookup.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createSearchStore } from '../../platform/search-store.ts';
import type { Env } from './env.ts';
import type { Audience } from '../../domain/search/document.ts';
import { createFreshIndex } from '../../domain/search/fresh-index.ts';
import { searchRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import { createStoragePlace } from '../storage-place.ts';
import { isCatalogPublic, visitorAccess } from '../visitors.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(
    env,
    logger,
    ({ table }) => {
      const freshIndex = (audience: Audience) =>
        createFreshIndex({
          store: createSearchStore(env.SEARCH_BUCKET, audience),
          logger,
          now: Date.now,
          sleep: (ms) => setTimeout(ms),
        });
      const parameters = createParameters();
      return searchRoutes({
        index: freshIndex('published'),
        staffIndex: freshIndex('staff'),
        content: createContentLookup(table, logger),
        cursors: createPaging(env, parameters),
        readStorage: createStoragePlace(env, process.env['AWS_REGION'], parameters),
        publicCatalog: isCatalogPublic(env),
      });
    },
    visitorAccess(env),
  );
