import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import { findOwn } from './find.ts';
import type { LibraryDeps } from './deps.ts';

/** Deletes a playlist. Its entries are deleted afterwards. */
export const deletePlaylist = (deps: LibraryDeps) =>
  route(endpoints['library.delete-playlist'], async ({ actor, params }) => {
    if (!(await deps.playlists.markDeleted(await findOwn(deps, params.id, actor), deps.now())))
      throw new AppError('playlist_not_found');
    return { status: 204 };
  });
