import { S3Client } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createCreatorRepository } from '../../data/content/creator-repository.ts';
import { createUploadRepository } from '../../data/conversion/upload-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createPublicS3Client, createUploadSigner } from '../../platform/storage/upload-signer.ts';
import { createUploadStore } from '../../platform/storage/upload-store.ts';
import type { Env } from './env.ts';
import { uploadsRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) => {
    const creators = createCreatorRepository(table, logger);
    return uploadsRoutes({
      uploads: createUploadRepository(table, creators),
      content: createContentRecords(table),
      creators,
      store: createUploadStore(new S3Client(joiningSettings), env.UPLOADS_BUCKET),
      signer: createUploadSigner(createPublicS3Client(env.S3_PUBLIC_ENDPOINT), env.UPLOADS_BUCKET),
      logger,
      bucket: env.UPLOADS_BUCKET,
      // Set by Lambda, which allows no other value.
      region: process.env['AWS_REGION'] ?? '',
      now: Date.now,
      newId: ulid,
    });
  });

/** S3 can take many seconds to join hundreds of parts. The timeout is below the API's limit of 29 seconds. */
const joiningSettings = {
  ...clientSettings,
  requestHandler: { ...clientSettings.requestHandler, requestTimeout: 25_000 },
};
