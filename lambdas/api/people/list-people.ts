import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { PeopleDeps } from './deps.ts';

/** Lists all users, or those whose name or email address matches; also only those of a role or with a plan. */
export const listPeople = ({ people }: PeopleDeps) =>
  route(endpoints['people.list-people'], async ({ query: { cursor, limit, ...filter } }) => {
    const { items, next_cursor } = await people.find(filter, { cursor, limit });
    return { status: 200, body: { items: [...items], next_cursor } };
  });
