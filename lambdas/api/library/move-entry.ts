import { endpoints } from '../../contract/index.ts';
import { toPlaylist } from '../../data/library/playlist-repository.ts';
import { AppError } from '../../domain/app-error.ts';
import type { StoredEntry } from '../../domain/library/playlist.ts';
import { route } from '../../http/route.ts';
import { findOwn } from './find.ts';
import type { LibraryDeps } from './deps.ts';

/** Moves an entry after another one, or to the beginning. */
export const moveEntry = (deps: LibraryDeps) =>
  route(endpoints['library.move-entry'], async ({ actor, params, body: { revision, after } }) => {
    const find = async (contentId: string): Promise<StoredEntry> => {
      const entry = await deps.entries.get(params.id, contentId);
      if (!entry) throw new AppError('entry_not_found');
      return entry;
    };
    const playlist = await findOwn(deps, params.id, actor);
    const [moved, previous] = await Promise.all([find(params.contentId), after === null ? undefined : find(after)]);
    if (playlist.revision !== revision) throw new AppError('version_conflict');
    if (after === params.contentId) return { status: 200, body: toPlaylist(playlist) };
    const changed = await deps.entries.move(playlist, moved, previous, deps.now());
    if (!changed) throw new AppError('version_conflict');
    return { status: 200, body: toPlaylist(changed) };
  });
