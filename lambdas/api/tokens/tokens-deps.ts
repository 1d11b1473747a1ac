import { ulid } from 'ulid';
import { createSecurityEventRepository } from '../../data/admin/security-event-repository.ts';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createContentRepository } from '../../data/content/content-repository.ts';
import { createCreatorRepository } from '../../data/content/creator-repository.ts';
import { createUploadRepository } from '../../data/conversion/upload-repository.ts';
import { createHistoryRepository } from '../../data/history/history-repository.ts';
import { createProfileNames } from '../../data/people/profile-names.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createDataRequestRepository } from '../../data/privacy/data-request-repository.ts';
import { createSmartTokenRepository } from '../../data/security/smart-token-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { createEventRecorder } from '../../domain/security/event-recorder.ts';
import { thumbprintOf } from '../../domain/security/tokens/proof.ts';
import { createExportSigner } from '../../platform/privacy/export-store.ts';
import { createPublicS3Client, createUploadSigner } from '../../platform/storage/upload-signer.ts';
import type { Parameters } from '../../platform/parameters.ts';
import type { ApiParts } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import type { TokensDeps } from './deps.ts';
import type { Env } from './env.ts';

/** Composes the dependencies of the use cases. */
export const createTokensDeps = (
  env: Env,
  logger: Logger,
  { table, sessions }: ApiParts,
  parameters: Parameters,
): TokensDeps => {
  const s3 = createPublicS3Client(env.S3_PUBLIC_ENDPOINT);
  const paged = { cursors: createPaging(env, parameters), logger };
  const creators = createCreatorRepository(table, logger);
  const counters = createRateCounters(table);
  return {
    tokens: createSmartTokenRepository(table, logger),
    sessions,
    profiles: createProfileNames(table),
    counters,
    recorder: createEventRecorder({ events: createSecurityEventRepository(table), counters }),
    thumbprintOf,
    sources: {
      content: createContentRecords(table),
      creators,
      uploads: createUploadRepository(table, creators),
      signer: createUploadSigner(s3, env.UPLOADS_BUCKET),
    },
    exports: {
      requests: createDataRequestRepository(table, logger),
      signer: createExportSigner(s3, env.EXPORTS_BUCKET),
      now: Date.now,
    },
    content: createContentRepository(table, paged),
    history: createHistoryRepository(table, paged),
    logger,
    now: Date.now,
    newId: (at) => `tok_${ulid(at)}`,
  };
};
