import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createBookmarkRepository } from '../../data/library/bookmark-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import type { Env } from './env.ts';
import { bookmarkRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    bookmarkRoutes({
      bookmarks: createBookmarkRepository(table, { cursors: createPaging(env), logger }),
      content: createContentRecords(table),
      lookup: createContentLookup(table, logger),
      now: () => new Date().toISOString(),
    }),
  );
