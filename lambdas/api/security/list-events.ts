import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import { toEventView } from './event-view.ts';
import type { SecurityDeps } from './deps.ts';

/** Lists the security events of a period, newest first, with the current names of their users. */
export const listEvents = ({ log, profiles, now }: SecurityDeps) =>
  route(endpoints['security.list-events'], async ({ query: { cursor, limit, ...filter } }) => {
    const { items, next_cursor } = await log.list(filter, { cursor, limit }, now());
    const ids = [filter.user_id, ...items.map(({ user_id: id }) => id)].filter((id) => id !== undefined);
    const names = await profiles.namesOf(ids);
    const nameOf = (id: string | undefined): string | null => (id === undefined ? null : (names.get(id) ?? null));
    return {
      status: 200,
      body: {
        items: items.map((event) => ({ ...toEventView(event), user_name: nameOf(event.user_id) })),
        next_cursor,
        filter_user_name: nameOf(filter.user_id),
      },
    };
  });
