import { createAuditRepository } from '../../data/admin/audit-repository.ts';
import { createAuditSealRepository } from '../../data/admin/audit-seal-repository.ts';
import { createContentLookup } from '../../data/content/content-lookup.ts';
import { createPlaylistLookup } from '../../data/library/playlist-lookup.ts';
import { createProfileNames } from '../../data/people/profile-names.ts';
import type { Logger } from '../../domain/logger.ts';
import type { HttpHandler } from '../../http/http-function.ts';
import type { Env } from './env.ts';
import { auditRoutes } from './routes.ts';
import { apiFunction } from '../api-function.ts';
import { createPaging } from '../paging.ts';

/** Composes the function. */
export const createHandler = (env: Env, logger: Logger): HttpHandler =>
  apiFunction(env, logger, ({ table }) => {
    const { months } = createAuditSealRepository(table);
    return auditRoutes({
      audit: createAuditRepository(table, { cursors: createPaging(env), logger, months, now: Date.now }),
      profiles: createProfileNames(table),
      content: createContentLookup(table, logger),
      playlists: createPlaylistLookup(table, logger),
    });
  });
