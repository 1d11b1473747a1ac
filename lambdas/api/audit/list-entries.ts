import { endpoints } from '../../contract/index.ts';
import { OPERATOR } from '../../domain/audit/act.ts';
import { route } from '../../http/route.ts';
import type { AuditDeps } from './routes.ts';

/** What the operator's commands are called in a list of people. */
const OPERATOR_NAME = 'Operator (command)';

/** What was done, newest first, with the names of who did it. */
export const listEntries = ({ audit, profiles }: AuditDeps) =>
  route(endpoints['audit.list-entries'], async ({ query: { cursor, limit, ...filter } }) => {
    const { items, next_cursor } = await audit.list(filter, { cursor, limit });
    const names = await profiles.namesOf(items.map(({ actor_id: id }) => id));
    return { status: 200, body: { items: items.map((entry) => ({ ...entry, actor_name: names.get(entry.actor_id) ?? (entry.actor_id === OPERATOR.userId ? OPERATOR_NAME : null) })), next_cursor } };
  });
