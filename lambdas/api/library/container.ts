import { ulid } from 'ulid';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createCursors } from '../../data/table/cursor.ts';
import { createEntryRepository } from '../../data/library/entry-repository.ts';
import { createLikeRepository } from '../../data/library/like-repository.ts';
import { createPlaylistRepository } from '../../data/library/playlist-repository.ts';
import { createProfileRepository } from '../../data/people/profile-repository.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import { createRightsRepository } from '../../data/people/rights-repository.ts';
import { createTable } from '../../data/table/table.ts';
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
