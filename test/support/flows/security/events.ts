import type { FlowTools } from '../flow-tools.ts';

/** Users who report something: their events are in several partitions. */
const REPORTERS = 3;

/** Reports events as browsers do, and reads two pages of the user's own, of all users, and of one user by name. */
export const logSecurityEvents = async ({ open, api, admin }: FlowTools): Promise<void> => {
  const reporters = await Promise.all(
    Array.from({ length: REPORTERS }, (_, index) => open.person(`reporter ${index}`)),
  );
  const [first = ''] = reporters;
  const { id } = await api.call('account.get-me', {}, first);
  const body = { p_event_type: 'content_blocked', p_resource_id: 'streaming' } as const;
  for (const token of [...reporters, first]) await api.call('security.log-event', { body }, token);

  const own = await api.call('security.list-own-events', { query: { limit: 1 } }, first);
  const older = { query: { limit: 1, cursor: own.next_cursor ?? '' } };
  const { items: rest } = await api.call('security.list-own-events', older, first);
  if ([...own.items, ...rest].filter(({ user_id: user }) => user === id).length !== 2)
    throw new Error('A user does not read their own two events');

  const page = await api.call('security.list-events', { query: { limit: 2 } }, admin);
  const next = await api.call('security.list-events', { query: { limit: 2, cursor: page.next_cursor ?? '' } }, admin);
  if (page.items.length + next.items.length !== 4) throw new Error('The log of events has no two pages');
  const query = { event_type: 'content_blocked', user_id: id } as const;
  const { items, filter_user_name: name } = await api.call('security.list-events', { query }, admin);
  if (items.length !== 2 || name === null || items.some(({ user_name: shown }) => shown !== name))
    throw new Error('The log does not have the two events of a user with the name');
};
