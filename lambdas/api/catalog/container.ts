import { ulid } from 'ulid';
import { createCategoryRepository } from '../../data/content/category-repository.ts';
import { createContentRepository } from '../../data/content/content-repository.ts';
import { createCreatorRepository } from '../../data/content/creator-repository.ts';
import { createCursors } from '../../data/table/cursor.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import type { Logger } from '../../domain/logger.ts';
import { createEventBus } from '../../platform/event-bus.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createTokenVerifier } from '../../platform/token-verifier.ts';
import type { Env } from './env.ts';
import { catalogRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const cursors = createCursors(() => parameters.read(env.CURSOR_KEY_PARAMETER));
  const rights = createRightsRepository(table);
  const routes = catalogRoutes({
    content: createContentRepository(table, { cursors, logger }),
    categories: createCategoryRepository(table, logger),
    creators: createCreatorRepository(table, logger),
    publicCatalog: env.PUBLIC_CATALOG === 'true',
    isPerson: async (userId) => (await rights.read(userId)) !== undefined,
    events: createEventBus(),
    logger,
    newId: ulid,
    now: () => new Date().toISOString(),
  });
  return httpFunction(routes, {
    rights,
    verifier: createTokenVerifier({ issuer: env.ISSUER, jwksUri: env.JWKS_URI, clientId: env.USER_POOL_CLIENT_ID }),
    // Where nobody browses without signing in, such calls end before they cost anything.
    ...(env.PUBLIC_CATALOG === 'true' ? { visitors: createRateCounters(table) } : {}),
    logger,
  });
};
