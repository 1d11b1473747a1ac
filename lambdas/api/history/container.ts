import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createContentRepository } from '../../data/content/content-repository.ts';
import { createCursors } from '../../data/table/cursor.ts';
import { createHistoryRepository } from '../../data/history/history-repository.ts';
import { createHistoryStateRepository } from '../../data/history/history-state-repository.ts';
import { createPositionRepository } from '../../data/history/position-repository.ts';
import { createQueueRepository } from '../../data/history/queue-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import type { Logger } from '../../domain/logger.ts';
import { createParameters } from '../../platform/parameters.ts';
import type { Env } from './env.ts';
import { historyRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const cursors = createCursors(() => parameters.read(env.CURSOR_KEY_PARAMETER));
  const deps = { cursors, logger };
  const routes = historyRoutes({
    history: createHistoryRepository(table, deps),
    state: createHistoryStateRepository(table),
    positions: createPositionRepository(table, deps),
    queues: createQueueRepository(table),
    content: createContentRepository(table, deps),
    lookup: createContentLookup(table, logger),
    now: () => new Date().toISOString(),
  });
  return httpFunction(routes, { rights: createRightsRepository(table), logger });
};
