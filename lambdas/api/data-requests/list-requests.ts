import { endpoints } from '../../contract/index.ts';
import { toUserDataRequest } from '../../domain/privacy/data-request.ts';
import { route } from '../../http/route.ts';
import type { DataRequestsDeps } from './deps.ts';

/** Lists the requests of all users, newest first. */
export const listRequests = ({ all }: DataRequestsDeps) =>
  route(endpoints['data-requests.list-requests'], async ({ query: { cursor, limit } }) => {
    const { items, next_cursor } = await all.list({ cursor, limit });
    return { status: 200, body: { items: items.map(toUserDataRequest), next_cursor } };
  });
