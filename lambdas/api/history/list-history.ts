import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './deps.ts';

/** Lists the signed-in user's history, newest first. */
export const listHistory = ({ history }: HistoryDeps) =>
  route(endpoints['history.list-history'], async ({ actor, query: { cursor, limit } }) => {
    const { items, next_cursor } = await history.list(actor.userId, { cursor, limit });
    return { status: 200, body: { items: [...items], next_cursor } };
  });
