import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { toEventView } from './event-view.ts';
import type { SecurityDeps } from './deps.ts';

/** Lists the signed-in user's security events, newest first, without loads of the site and anomalies of behavior. */
export const listOwnEvents = ({ log, now }: SecurityDeps) =>
  route(endpoints['security.list-own-events'], async ({ actor, query: { cursor, limit } }) => {
    const { items, next_cursor } = await log.listOfUser(actor.userId, { cursor, limit }, now());
    return { status: 200, body: { items: items.map(toEventView), next_cursor } };
  });
