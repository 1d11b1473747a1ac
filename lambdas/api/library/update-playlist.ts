import { endpoints } from '../../contract/index.ts';
import { toPlaylist } from '../../data/library/playlist-repository.ts';
import { AppError } from '../../domain/app-error.ts';
import { route } from '../../http/route.ts';
import { findOwn } from './find.ts';
import type { LibraryDeps } from './deps.ts';

/** Updates the title, description or visibility of a playlist. */
export const updatePlaylist = (deps: LibraryDeps) =>
  route(
    endpoints['library.update-playlist'],
    async ({ actor, params, body: { revision, title, description, visibility } }) => {
      const before = await findOwn(deps, params.id, actor);
      const edit = {
        title: title ?? before.title,
        description: description ?? before.description,
        visibility: visibility ?? before.visibility,
        updated_at: deps.now(),
      };
      const after = before.revision === revision ? await deps.playlists.saveEdit(before, edit) : undefined;
      if (!after) throw new AppError('version_conflict');
      return { status: 200, body: toPlaylist(after) };
    },
  );
