import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { PeopleDeps } from './deps.ts';

/** Lists all users, or those whose name or email address matches. */
export const listPeople = ({ people }: PeopleDeps) =>
  route(endpoints['people.list-people'], async ({ query: { q, cursor, limit } }) => {
    const page = { cursor, limit };
    const { items, next_cursor } = await (q === undefined ? people.list(page) : people.search(q, page));
    return { status: 200, body: { items: [...items], next_cursor } };
  });
