import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createContentRepository } from '../../data/content/content-repository.ts';
import { createHistoryRepository } from '../../data/history/history-repository.ts';
import { createHistoryStateRepository } from '../../data/history/history-state-repository.ts';
import { createPositionRepository } from '../../data/history/position-repository.ts';
import { createQueueRepository } from '../../data/history/queue-repository.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Env } from './env.ts';
import { historyRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) => {
    const paged = { cursors: createPaging(env), logger };
    return historyRoutes({
      history: createHistoryRepository(table, paged),
      state: createHistoryStateRepository(table),
      positions: createPositionRepository(table, { logger }),
      queues: createQueueRepository(table),
      content: createContentRepository(table, paged),
      lookup: createContentLookup(table, logger),
      now: () => new Date().toISOString(),
    });
  });
