import { createContentRecords } from '../../data/content/content-records.ts';
import { createCountsRepository } from '../../data/admin/counts-repository.ts';
import { createProfileRepository } from '../../data/people/profile-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { batchFunction, type BatchHandler } from '../../platform/messages/batch.ts';
import { count } from './count.ts';
import type { Env } from './env.ts';
import { parseMessage } from './message.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): BatchHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const deps = {
    content: createContentRecords(table),
    profiles: createProfileRepository(table),
    counts: createCountsRepository(table),
  };
  return batchFunction(parseMessage, (thing) => count(deps, thing), logger);
};
