import { ulid } from 'ulid';
import { createContentRecords } from '../../data/content/content-records.ts';
import { createEntryRepository } from '../../data/library/entry-repository.ts';
import { createLikeRepository } from '../../data/library/like-repository.ts';
import { createPlaylistReportRepository } from '../../data/library/playlist-report-repository.ts';
import { createPlaylistRepository } from '../../data/library/playlist-repository.ts';
import { createProfileRepository } from '../../data/people/profile-repository.ts';
import { createRateCounters } from '../../data/people/rate-counter-repository.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import type { Logger } from '../../domain/logger.ts';
import { createParameters } from '../../platform/parameters.ts';
import type { Env } from './env.ts';
import { libraryRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';
import { isCatalogPublic, visitorAccess } from '../visitors.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler => {
  const parameters = createParameters();
  return apiFunction(
    env,
    logger,
    ({ table }) => {
      const paged = { cursors: createPaging(env, parameters), logger };
      return libraryRoutes({
        likes: createLikeRepository(table, paged),
        playlists: createPlaylistRepository(table, paged),
        entries: createEntryRepository(table),
        reports: createPlaylistReportRepository(table),
        counters: createRateCounters(table),
        content: createContentRecords(table),
        profiles: createProfileRepository(table),
        publicCatalog: isCatalogPublic(env),
        newId: ulid,
        now: () => new Date().toISOString(),
      });
    },
    visitorAccess(env, parameters),
  );
};
