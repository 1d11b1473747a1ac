import type { AuditEntry } from '../../contract/admin/audit.ts';
import { endpoints } from '../../contract/index.ts';
import { OPERATOR, SECURITY_RULE } from '../../domain/audit/act.ts';
import { route } from '../../http/route.ts';
import type { AuditDeps } from './deps.ts';

/** Names of actors that are no users. */
const NOT_USERS: Readonly<Record<string, string>> = {
  [OPERATOR.userId]: 'Operator (command)',
  [SECURITY_RULE.userId]: 'Security rule (automatic)',
};

const idsOf = (entries: readonly AuditEntry[], type: AuditEntry['target_type']): readonly string[] => [
  ...new Set(entries.flatMap(({ target_type: of, target_id: id }) => (of === type ? [id] : []))),
];

/** The name of the target that the entry itself recorded. */
const recordedName = ({ before, after }: AuditEntry): string | null => {
  const name = after?.['title'] ?? after?.['name'] ?? before?.['title'] ?? before?.['name'];
  return typeof name === 'string' ? name : null;
};

/** Lists audit entries, newest first, with the current names of their actors and targets. */
export const listEntries = ({ audit, profiles, content, playlists }: AuditDeps) =>
  route(endpoints['audit.list-entries'], async ({ query: { cursor, limit, ...filter } }) => {
    const { items, next_cursor } = await audit.list(filter, { cursor, limit });
    const [people, contentItems, lists] = await Promise.all([
      profiles.namesOf([
        ...(filter.actor_id === undefined ? [] : [filter.actor_id]),
        ...items.map(({ actor_id: id }) => id),
        ...idsOf(items, 'user'),
      ]),
      content.getMany(idsOf(items, 'content')),
      playlists.getMany(idsOf(items, 'playlist')),
    ]);
    const actorName = (id: string): string | null => people.get(id) ?? NOT_USERS[id] ?? null;
    const view = (entry: AuditEntry) => ({
      ...entry,
      actor_name: actorName(entry.actor_id),
      target_name:
        (contentItems.get(entry.target_id) ?? lists.get(entry.target_id))?.title ??
        people.get(entry.target_id) ??
        recordedName(entry),
    });
    return {
      status: 200,
      body: {
        items: items.map(view),
        next_cursor,
        filter_actor_name: filter.actor_id === undefined ? null : actorName(filter.actor_id),
      },
    };
  });
