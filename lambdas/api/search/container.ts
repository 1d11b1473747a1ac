import { setTimeout } from 'node:timers/promises';
import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createCursors } from '../../data/table/cursor.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createSearchStore } from '../../platform/search-store.ts';
import { createTokenVerifier } from '../../platform/token-verifier.ts';
import type { Env } from './env.ts';
import type { Audience } from '../../domain/search/document.ts';
import { createFreshIndex } from '../../domain/search/fresh-index.ts';
import { searchRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const freshIndex = (audience: Audience) =>
    createFreshIndex({
      store: createSearchStore(env.SEARCH_BUCKET, audience),
      logger,
      now: Date.now,
      sleep: (ms) => setTimeout(ms),
    });
  const routes = searchRoutes({
    index: freshIndex('everybody'),
    staffIndex: freshIndex('staff'),
    content: createContentLookup(table, logger),
    cursors: createCursors(() => parameters.read(env.CURSOR_KEY_PARAMETER)),
    publicCatalog: env.PUBLIC_CATALOG === 'true',
  });
  return httpFunction(routes, {
    rights: createRightsRepository(table),
    verifier: createTokenVerifier({ issuer: env.ISSUER, jwksUri: env.JWKS_URI, clientId: env.USER_POOL_CLIENT_ID }),
    // Where nobody browses without signing in, such calls end before they cost anything.
    ...(env.PUBLIC_CATALOG === 'true' ? { visitors: createRateCounters(table) } : {}),
    logger,
  });
};
