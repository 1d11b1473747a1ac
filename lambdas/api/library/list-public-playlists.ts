import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { assertCanBrowse } from '../../http/access/assert-may-browse.ts';
import type { LibraryDeps } from './deps.ts';

/** Lists the public playlists of all users, newest first. */
export const listPublicPlaylists = (deps: LibraryDeps) =>
  route(endpoints['library.list-public-playlists'], async ({ actor, query: { cursor, limit } }) => {
    assertCanBrowse(deps.publicCatalog, actor);
    const { items, next_cursor } = await deps.playlists.listPublic({ cursor, limit });
    return { status: 200, body: { items: [...items], next_cursor } };
  });
