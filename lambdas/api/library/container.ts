import { ulid } from 'ulid';
import { createContentRecords } from '../../data/content-records.ts';
import { createCursors } from '../../data/cursor.ts';
import { createEntryRepository } from '../../data/entry-repository.ts';
import { createLikeRepository } from '../../data/like-repository.ts';
import { createPlaylistRepository } from '../../data/playlist-repository.ts';
import { createProfileRepository } from '../../data/profile-repository.ts';
import { createRateCounters } from '../../data/rate-counter-repository.ts';
import { createRightsRepository } from '../../data/rights-repository.ts';
import { createTable } from '../../data/table.ts';
import { httpFunction, type HttpHandler } from '../../http/http-function.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import type { Logger } from '../../domain/logger.ts';
import { createParameters } from '../../platform/parameters.ts';
import { createTokenVerifier } from '../../platform/token-verifier.ts';
import type { Env } from './env.ts';
import { libraryRoutes } from './routes.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const deps = { cursors: createCursors(() => parameters.read(env.CURSOR_KEY_PARAMETER)), logger };
  const routes = libraryRoutes({
    likes: createLikeRepository(table, deps),
    playlists: createPlaylistRepository(table, deps),
    entries: createEntryRepository(table),
    content: createContentRecords(table),
    profiles: createProfileRepository(table),
    publicCatalog: env.PUBLIC_CATALOG === 'true',
    newId: ulid,
    now: () => new Date().toISOString(),
  });
  return httpFunction(routes, {
    rights: createRightsRepository(table),
    verifier: createTokenVerifier({ issuer: env.ISSUER, jwksUri: env.JWKS_URI, clientId: env.USER_POOL_CLIENT_ID }),
    // Where nobody browses without signing in, such calls end before they cost anything.
    ...(env.PUBLIC_CATALOG === 'true' ? { visitors: createRateCounters(table) } : {}),
    logger,
  });
};
