import { S3Client } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createCreatorRepository } from '../../data/content/creator-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { createUploadRepository } from '../../data/conversion/upload-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createPublicS3Client, createUploadSigner } from '../../platform/upload-signer.ts';
import { createUploadStore } from '../../platform/upload-store.ts';
import type { Env } from './env.ts';
import { uploadsRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const creators = createCreatorRepository(table, logger);
  const routes = uploadsRoutes({
    uploads: createUploadRepository(table, creators),
    content: createContentRecords(table),
    creators,
    store: createUploadStore(new S3Client(joiningSettings), env.UPLOADS_BUCKET),
    signer: createUploadSigner(createPublicS3Client(env.S3_PUBLIC_ENDPOINT), env.UPLOADS_BUCKET),
    logger,
    bucket: env.UPLOADS_BUCKET,
    // Lambda sets it itself and refuses a function that is given another.
    region: process.env['AWS_REGION'] ?? '',
    now: Date.now,
    newId: ulid,
  });
  return httpFunction(routes, { rights: createRightsRepository(table), logger });
};

/** Joining hundreds of parts takes S3 many seconds; the answer comes within the API's 29 s or the call is repeated. */
const joiningSettings = {
  ...clientSettings,
  requestHandler: { ...clientSettings.requestHandler, requestTimeout: 25_000 },
};
