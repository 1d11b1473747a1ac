import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { LibraryDeps } from './deps.ts';

/** Lists the signed-in user's own playlists, newest first. */
export const listPlaylists = ({ playlists }: LibraryDeps) =>
  route(endpoints['library.list-playlists'], async ({ actor, query: { cursor, limit } }) => {
    const { items, next_cursor } = await playlists.listOwn(actor.userId, { cursor, limit });
    return { status: 200, body: { items: [...items], next_cursor } };
  });
