import { S3Client } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { createCountsRepository } from '../../data/admin/counts-repository.ts';
import { createAnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import { createContentEdits } from '../../data/content/content-edits.ts';
import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createCreatorRepository } from '../../data/content/creator-repository.ts';
import { createOwnedTitles } from '../../data/content/owned-titles.ts';
import { createProfileNames } from '../../data/people/profile-names.ts';
import { createComparedTitles } from '../../data/safety/decisive-repository.ts';
import { createEvaluationRepository } from '../../data/safety/evaluation-repository.ts';
import { createPolicyRepository } from '../../data/safety/policy-repository.ts';
import { createReviewRepository } from '../../data/safety/safety-repository.ts';
import { createTranscriptRepository } from '../../data/transcripts/transcript-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { clientSettings } from '../../platform/client-settings.ts';
import { createEventBus } from '../../platform/messages/event-bus.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createStillStore } from '../../platform/storage/still-store.ts';
import { readBytes } from '../../platform/storage/stored-objects.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import type { Env } from './env.ts';
import { safetyRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) => {
    const parameters = createParameters();
    const paged = { cursors: createPaging(env, parameters), logger };
    const s3 = new S3Client(clientSettings);
    return safetyRoutes({
      policies: createPolicyRepository(table, paged),
      evaluations: createEvaluationRepository(table),
      compared: createComparedTitles(table),
      counts: createCountsRepository(table),
      reviews: createReviewRepository(table, paged),
      results: createAnalysisResultRepository(table),
      transcripts: createTranscriptRepository(table, (count) => logger.error('Corrupt segments left out', { count })),
      content: createContentEdits(table),
      lookup: createContentLookup(table, logger),
      creators: createCreatorRepository(table, logger),
      owned: createOwnedTitles(table, paged),
      profiles: createProfileNames(table),
      stills: createStillStore({
        bucket: env.MEDIA_BUCKET,
        readDistribution: () => parameters.read(env.DISTRIBUTION_PARAMETER),
      }),
      readFrame: (key) => readBytes(s3, env.MEDIA_BUCKET, key),
      events: createEventBus(),
      logger,
      newId: ulid,
      now: () => new Date().toISOString(),
    });
  });
