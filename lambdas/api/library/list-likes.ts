import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { LibraryDeps } from './deps.ts';

/** Lists the published items that the signed-in user likes, newest like first. */
export const listLikes = ({ likes }: LibraryDeps) =>
  route(endpoints['library.list-likes'], async ({ actor, query: { cursor, limit } }) => {
    const { items, next_cursor } = await likes.list(actor.userId, { cursor, limit });
    return { status: 200, body: { items: [...items], next_cursor } };
  });
