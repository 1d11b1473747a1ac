import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { LibraryDeps } from './deps.ts';

/** Lists the ids of all items that the signed-in user likes. */
export const listLikedIds = ({ likes }: LibraryDeps) =>
  route(endpoints['library.list-liked-ids'], async ({ actor }) => ({
    status: 200,
    body: { ids: [...(await likes.listIds(actor.userId))] },
  }));
