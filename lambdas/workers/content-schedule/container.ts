import type { Context } from 'aws-lambda';
import { readSettings } from '../../data/admin/settings-entity.ts';
import { createBulkRepository } from '../../data/admin/bulk-repository.ts';
import { createContentEdits } from '../../data/content/content-edits.ts';
import { createScheduleRepository } from '../../data/content/schedule-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createStillStore } from '../../platform/storage/still-store.ts';
import type { Env } from './env.ts';
import { applyDue } from './apply-due.ts';

/** Composes the worker. It ignores the schedule's event. */
export const createHandler = (
  env: Env,
  logger: Logger,
): ((event: unknown, context: Pick<Context, 'awsRequestId'>) => Promise<void>) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const deps = {
    schedule: createScheduleRepository(table),
    content: createContentEdits(table),
    jobs: createBulkRepository(table, { logger }),
    readSettings: () => readSettings(table),
    stills: createStillStore({
      bucket: env.MEDIA_BUCKET,
      readDistribution: () => parameters.read(env.DISTRIBUTION_PARAMETER),
    }),
    events: createEventBus(),
    logger,
    now: Date.now,
  };
  return (_event, { awsRequestId }) => applyDue(deps, awsRequestId);
};
