import { randomUUID } from 'node:crypto';
import { readSettings } from '../../data/admin/settings-entity.ts';
import { createBulkRepository } from '../../data/admin/bulk-repository.ts';
import { createCategoryRepository } from '../../data/content/category-repository.ts';
import { createContentEdits } from '../../data/content/content-edits.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createStillStore } from '../../platform/storage/still-store.ts';
import type { Env } from './env.ts';
import { parseEvent } from './message.ts';
import { processJob } from './process-job.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const deps = {
    jobs: createBulkRepository(table, { logger }),
    content: createContentEdits(table),
    categories: createCategoryRepository(table, logger),
    rights: createRightsRepository(table),
    readSettings: () => readSettings(table),
    transact: table.transact,
    stills: createStillStore({
      bucket: env.MEDIA_BUCKET,
      readDistribution: () => parameters.read(env.DISTRIBUTION_PARAMETER),
    }),
    events: createEventBus(),
    logger,
    now: Date.now,
    newWorker: randomUUID,
  };
  return (event: unknown): Promise<void> => processJob(deps, parseEvent(event).jobId);
};
