import { ulid } from 'ulid';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createPlayRows } from '../../data/delivery/play-row-repository.ts';
import { createPlayRepository } from '../../data/history/play-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createPolicySigner } from '../../platform/policy-signer.ts';
import type { Env } from './env.ts';
import { playbackRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) => {
    const parameters = createParameters();
    return playbackRoutes({
      content: createContentRecords(table),
      plays: createPlayRepository(table),
      rows: createPlayRows(table),
      samplePercent: Number(env.QUALITY_SAMPLE_PERCENT),
      policySigner: async () => createPolicySigner(env.KEY_PAIR_ID, await parameters.read(env.SIGNING_KEY_PARAMETER)),
      siteUrl: () => parameters.read(env.SITE_URL_PARAMETER),
      cookieSeconds: Number(env.MEDIA_COOKIE_SECONDS),
      now: Date.now,
      newId: ulid,
    });
  });
