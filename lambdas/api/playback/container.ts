import { ulid } from 'ulid';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createPlayRepository } from '../../data/history/play-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createPolicySigner } from '../../platform/policy-signer.ts';
import type { Env } from './env.ts';
import { playbackRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const routes = playbackRoutes({
    content: createContentRecords(table),
    plays: createPlayRepository(table),
    policySigner: async () => createPolicySigner(env.KEY_PAIR_ID, await parameters.read(env.SIGNING_KEY_PARAMETER)),
    siteUrl: () => parameters.read(env.SITE_URL_PARAMETER),
    cookieSeconds: Number(env.MEDIA_COOKIE_SECONDS),
    now: Date.now,
    newId: ulid,
  });
  return httpFunction(routes, { rights: createRightsRepository(table), logger });
};
