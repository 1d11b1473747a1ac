import { setTimeout } from 'node:timers/promises';
import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Audience } from '../../domain/search/document.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { batchTogether, type BatchHandler } from '../../platform/batch.ts';
import { createSearchStore } from '../../platform/search-store.ts';
import type { Env } from './env.ts';
import { indexContent } from './index-content.ts';
import { parseMessage } from './message.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): BatchHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const indexOf = (audience: Audience) => ({
    audience,
    store: createSearchStore(env.SEARCH_BUCKET, audience),
    sleep: (ms: number) => setTimeout(ms),
    random: Math.random,
  });
  const deps = {
    content: createContentLookup(table, logger),
    indexes: [indexOf('published'), indexOf('staff')],
    logger,
  };
  return batchTogether(parseMessage, (ids) => indexContent(deps, ids), logger);
};
