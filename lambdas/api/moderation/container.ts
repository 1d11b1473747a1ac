import { createPlaylistLookup } from '../../data/library/playlist-lookup.ts';
import { createPlaylistModerationRepository } from '../../data/library/playlist-moderation-repository.ts';
import { createProfileNames } from '../../data/people/profile-names.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import type { Env } from './env.ts';
import { moderationRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) =>
    moderationRoutes({
      decisions: createPlaylistModerationRepository(table, { cursors: createPaging(env), logger }),
      playlists: createPlaylistLookup(table, logger),
      profiles: createProfileNames(table),
      now: () => new Date().toISOString(),
    }),
  );
