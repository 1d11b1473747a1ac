import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { TokensDeps } from './deps.ts';

/** Lists the history of the token's user, newest first. */
export const listHistory = ({ history }: TokensDeps) =>
  route(endpoints['tokens.list-history'], async ({ actor, query: { cursor, limit } }) => {
    const { items, next_cursor } = await history.list(actor.userId, { cursor, limit });
    return { status: 200, body: { items: [...items], next_cursor } };
  });
