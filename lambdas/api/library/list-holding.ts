import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { findShown } from './find.ts';
import type { LibraryDeps } from './routes.ts';

/** In which of the signed-in person's playlists a content stands. */
export const listHolding = (deps: LibraryDeps) =>
  route(endpoints['library.list-holding'], async ({ actor, params }) => {
    const [ids] = await Promise.all([
      deps.playlists.listHolding(actor.userId, params.contentId),
      findShown(deps, params.contentId),
    ]);
    return { status: 200, body: { playlist_ids: [...ids] } };
  });
