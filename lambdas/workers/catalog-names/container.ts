import { createCategoryRepository } from '../../data/content/category-repository.ts';
import { createCreatorRepository } from '../../data/content/creator-repository.ts';
import { createNamesRepository } from '../../data/content/names-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { batchFunction, type BatchHandler } from '../../platform/messages/batch.ts';
import type { Env } from './env.ts';
import { followNames } from './follow-names.ts';
import { parseMessage } from './message.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): BatchHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const deps = {
    categories: createCategoryRepository(table, logger),
    creators: createCreatorRepository(table, logger),
    names: createNamesRepository(table),
    logger,
    now: () => new Date().toISOString(),
  };
  return batchFunction(parseMessage, (of) => followNames(deps, of), logger);
};
