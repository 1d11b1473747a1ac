import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { guardRate, playlistReports } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import { findOpen } from './find.ts';
import type { LibraryDeps } from './deps.ts';

/** Reports another user's playlist to the administrators. Repeated calls replace the caller's report. */
export const reportPlaylist = (deps: LibraryDeps) =>
  route(endpoints['library.report-playlist'], async ({ actor, params: { id }, body }) => {
    const now = deps.now();
    await guardRate(deps.counters, playlistReports, actor.userId, Date.parse(now));
    const { user_id: owner } = await findOpen(deps, id, actor);
    if (owner === actor.userId) throw new AppError('forbidden', "You can't report your own playlist.");
    const outcome = await deps.reports.add({ playlist_id: id, user_id: actor.userId, ...body }, now);
    if (outcome === 'hidden') throw new AppError('playlist_not_found');
    return { status: 204 };
  });
