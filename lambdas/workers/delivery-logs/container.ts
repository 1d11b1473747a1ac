import { S3Client } from '@aws-sdk/client-s3';
import { createContentLookup, creatorsOf } from '../../data/content/content-lookup.ts';
import { createDeliveryRepository } from '../../data/delivery/delivery-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createLogFiles } from '../../platform/storage/log-files.ts';
import { addFile } from './add-file.ts';
import { addLate } from './add-late.ts';
import type { Env } from './env.ts';
import { arrivedKey } from './message.ts';

/** Composes the worker. Its events are log files that arrived, and its daily schedule. */
export const createHandler = (env: Env, logger: Logger): ((event: unknown) => Promise<void>) => {
  const parameters = createParameters();
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const deps = {
    files: createLogFiles(new S3Client(clientSettings), env.LOGS_BUCKET),
    delivery: createDeliveryRepository(table),
    creatorsOf: creatorsOf(createContentLookup(table, logger)),
    readDistribution: () => parameters.read(env.DISTRIBUTION_PARAMETER),
    logger,
    now: Date.now,
    timeLimitMs: Number(env.TIME_LIMIT_SECONDS) * 1000,
  };
  return async (event) => {
    const key = arrivedKey(event);
    await (key === undefined ? addLate(deps) : addFile(deps, key));
  };
};
