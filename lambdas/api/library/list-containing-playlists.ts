import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { findVisible } from './find.ts';
import type { LibraryDeps } from './deps.ts';

/** Lists the signed-in user's playlists that contain a content item. */
export const listContainingPlaylists = (deps: LibraryDeps) =>
  route(endpoints['library.list-containing-playlists'], async ({ actor, params }) => {
    const [ids] = await Promise.all([
      deps.playlists.listContainingPlaylists(actor.userId, params.contentId),
      findVisible(deps, params.contentId),
    ]);
    return { status: 200, body: { playlist_ids: [...ids] } };
  });
