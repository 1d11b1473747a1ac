import { ulid } from 'ulid';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createDataRequestList, createDataRequestRepository } from '../../data/privacy/data-request-repository.ts';
import { createLegalHoldRepository } from '../../data/privacy/legal-hold-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createExportSigner } from '../../platform/privacy/export-store.ts';
import { createPublicS3Client } from '../../platform/storage/upload-signer.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import { limitsVisitors } from '../visitor-limit.ts';
import type { Env } from './env.ts';
import { dataRequestsRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const parameters = createParameters();
  return apiFunction(
    env,
    logger,
    ({ table }) =>
      dataRequestsRoutes({
        requests: createDataRequestRepository(table, logger),
        all: createDataRequestList(table, { cursors: createPaging(env, parameters), logger }),
        holds: createLegalHoldRepository(table),
        signer: createExportSigner(createPublicS3Client(env.S3_PUBLIC_ENDPOINT), env.EXPORTS_BUCKET),
        counters: createRateCounters(table),
        events: createEventBus(),
        newId: () => `req_${ulid()}`,
        now: Date.now,
      }),
    limitsVisitors(env, parameters),
  );
};
