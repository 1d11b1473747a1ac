import { endpoints } from '../../contract/index.ts';
import { toPlaylist } from '../../data/library/playlist-repository.ts';
import { route } from '../../http/route.ts';
import { assertCanBrowse } from '../../http/access/assert-may-browse.ts';
import { findOpen } from './find.ts';
import type { LibraryDeps } from './deps.ts';

/** Returns a playlist with its owner's current name. */
export const getPlaylist = (deps: LibraryDeps) =>
  route(endpoints['library.get-playlist'], async ({ actor, params }) => {
    assertCanBrowse(deps.publicCatalog, actor);
    const playlist = await findOpen(deps, params.id, actor);
    const owner = await deps.profiles.get(playlist.user_id);
    return {
      status: 200,
      body: {
        ...toPlaylist(playlist),
        owner: { name: owner?.full_name ?? '' },
        is_own: playlist.user_id === actor?.userId,
      },
    };
  });
