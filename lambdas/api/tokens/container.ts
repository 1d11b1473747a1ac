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
import { createSmartTokenChecks, createSmartTokenRepository } from '../../data/security/smart-token-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { createEventRecorder } from '../../domain/security/event-recorder.ts';
import { checkProof, thumbprintOf } from '../../domain/security/tokens/proof.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createExportSigner } from '../../platform/privacy/export-store.ts';
import { createPublicS3Client, createUploadSigner } from '../../platform/storage/upload-signer.ts';
import { apiFunction, type ApiParts } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import { limitsVisitors } from '../visitor-limit.ts';
import type { TokensDeps } from './deps.ts';
import type { Env } from './env.ts';
import { tokensRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const parameters = createParameters();
  const s3 = createPublicS3Client(env.S3_PUBLIC_ENDPOINT);
  const depsOf = ({ table, sessions }: ApiParts): TokensDeps => {
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
  return apiFunction(
    env,
    logger,
    (parts) => tokensRoutes(depsOf(parts)),
    ({ table }) => ({
      ...limitsVisitors(env, parameters)({ table }),
      smartTokens: {
        tokens: createSmartTokenChecks(table),
        checkProof,
        counters: createRateCounters(table),
        readOrigin: () => parameters.read(env.SITE_URL_PARAMETER),
      },
    }),
  );
};
