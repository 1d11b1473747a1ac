import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { ENTRIES_MAX } from '../../domain/library/playlist.ts';
import { route } from '../../http/route.ts';
import { findOwn, findVisible, MAX_TRIES } from './find.ts';
import type { LibraryDeps } from './routes.ts';

/** Adds a published content at the end, whatever else changes in the playlist meanwhile. */
export const addEntry = (deps: LibraryDeps) =>
  route(endpoints['library.add-entry'], async ({ actor, params }) => {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      const playlist = await findOwn(deps, params.id, actor);
      const outcome = await deps.entries.add(playlist, await findVisible(deps, params.contentId), deps.now());
      if (outcome === 'full')
        throw new AppError('limit_reached', `A playlist has ${ENTRIES_MAX.toLocaleString('en')} entries at most.`);
      if (outcome !== 'changed') return { status: 200, body: { added: outcome === 'added' } };
    }
    throw new AppError('version_conflict');
  });
