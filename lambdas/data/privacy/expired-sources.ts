import { retentionMs } from '../../contract/retention.ts';
import { positionExpiry, queueExpiry } from '../../domain/history/position.ts';
import type { Expired, Source } from '../../domain/privacy/cleanup.ts';
import { eventPartitions, securityEventEntity } from '../admin/security-event-repository.ts';
import { historyEntity } from '../history/history-repository.ts';
import { positionEntity } from '../history/position-repository.ts';
import { queueEntity } from '../history/queue-repository.ts';
import { profileEntity } from '../people/profile-repository.ts';
import type { StoredItem } from '../table/entity.ts';
import type { Expression } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Removal } from './cleanup-run-repository.ts';
import { heldUsers } from './legal-hold-repository.ts';

/** Users whose items make up a page. */
const USERS_AT_ONCE = 10;
/** Most items of one kind that a page reads of one user: less than DynamoDB returns at once, in well under a second. */
const OF_A_USER_AT_ONCE = 1000;
const POSITIONS = `${positionEntity.type}#`;
/** Items of a page, of each of the 16 partitions of a day. */
const OF_A_SHARD_AT_ONCE = 50;
/** Days before the newest expired one that are looked through. The table's time to live empties older ones. */
const LOOK_BACK = 7;
const DAY_MS = 24 * 60 * 60_000;
/** Separates the parts of a position. */
const SEPARATOR = ' ';

/** Condition: the item still has the time by which it expired. */
const still = (attribute: string, item: StoredItem): Expression => ({
  expression: '#at = :at',
  names: { '#at': attribute },
  values: { ':at': item[attribute] },
});

const expiredItem = (table: Expired<Removal>['table'], item: StoredItem, attribute: string): Expired<Removal> => ({
  table,
  removal: { key: { pk: item.pk, sk: item.sk }, condition: still(attribute, item) },
});

/** Days up to one (`2026-03-04`), oldest first. */
const daysUpTo = (at: number): readonly string[] =>
  Array.from({ length: LOOK_BACK + 1 }, (_, index) =>
    new Date(at - (LOOK_BACK - index) * DAY_MS).toISOString().slice(0, 10),
  );

/** RT7. Security events, by day: 16 for each day, and 1 for about 7 events. */
const securityEvents = (table: Table): Source<Removal> => ({
  name: 'security_events',
  async page(position, at) {
    const cutoff = new Date(at - retentionMs('security_events')).toISOString();
    const days = daysUpTo(Date.parse(cutoff));
    const [day = days[0] ?? '', after] = position?.split(SEPARATOR) ?? [];
    const shards = await Promise.all(
      eventPartitions(day).map((partition) =>
        table.query({ partition, after, limit: OF_A_SHARD_AT_ONCE, descending: false, consistent: true }),
      ),
    );
    // Where the first shard with more events ends: the next page continues there in all of them.
    const [end] = shards.flatMap(({ items, lastKey }) => (lastKey ? (items.at(-1)?.sk ?? []) : [])).sort();
    const items = shards.flatMap((shard) => shard.items).filter(({ sk }) => end === undefined || sk <= end);
    const held: ReadonlySet<string | undefined> = items.length > 0 ? await heldUsers(table) : new Set();
    const expired = items
      .filter((item) => {
        const event = securityEventEntity.tryParse(item);
        return event !== undefined && event.created_at < cutoff && !held.has(event.user_id);
      })
      .map((item) => expiredItem('security_events', item, 'created_at'));
    if (end !== undefined) return { expired, next: [day, end].join(SEPARATOR) };
    return { expired, next: days[days.indexOf(day) + 1] ?? null };
  },
});

/** What expired of one kind of a user's items, and after which key there are more: undefined when there are none. */
interface PartOfUser {
  readonly expired: readonly Expired<Removal>[];
  readonly more: string | undefined;
}

/** A sort key after this one, before all others. */
const following = (sortKey: string): string => `${sortKey} `;

/** Reads one kind of a user's items after a sort key, up to a maximum. */
type ReadPart = (reader: UserReader, userId: string, at: number, after: string | undefined) => Promise<PartOfUser>;

/** The table, and the most items of one kind that a page reads of one user. */
interface UserReader {
  readonly table: Table;
  readonly most: number;
}

const expiredHistory: ReadPart = async ({ table, most }, userId, at, after) => {
  const cutoff = new Date(at - retentionMs('usage_data')).toISOString();
  const { items, lastKey } = await table.query({
    index: 'gsi1',
    partition: key('HISTORY', userId),
    ...(after === undefined ? {} : { from: following(after) }),
    upTo: cutoff,
    limit: most,
    descending: false,
  });
  const expired = items
    .filter((item) => {
      const entry = historyEntity.tryParse(item);
      return entry !== undefined && entry.watched_at <= cutoff;
    })
    .map((item) => expiredItem('usage_data', item, 'watched_at'));
  return { expired, more: lastKey && (items.at(-1)?.['gsi1sk'] as string | undefined) };
};

const expiredPositions: ReadPart = async ({ table, most }, userId, at, after) => {
  const { items, lastKey } = await table.query({
    partition: key('USER', userId),
    ...(after === undefined ? { prefix: POSITIONS } : { from: following(after), upTo: `${POSITIONS}~` }),
    limit: most,
    descending: false,
  });
  const expired = items.flatMap((item) => {
    const position = positionEntity.tryParse(item);
    if (!position || positionExpiry(position) * 1000 > at) return [];
    return [expiredItem(position.finished ? 'finished_positions' : 'usage_data', item, 'updated_at')];
  });
  return { expired, more: lastKey && items.at(-1)?.sk };
};

const expiredQueue: ReadPart = async ({ table }, userId, at) => {
  const item = await table.get(queueEntity.key({ user_id: userId }));
  const queue = item && queueEntity.tryParse(item);
  const isExpired = item && queue && queueExpiry(queue) * 1000 <= at;
  return { expired: isExpired ? [expiredItem('usage_data', item, 'updated_at')] : [], more: undefined };
};

/** The kinds of a user's items, in the order in which they are read. */
const parts: readonly ReadPart[] = [expiredHistory, expiredPositions, expiredQueue];

/** Where reading a user's items continues: in which part, and after which key of it. */
interface UserCursor {
  readonly part: number;
  readonly after: string | undefined;
}

/** Reads a user's items from a cursor on. `rest` is where the next page continues with this user, if there is more. */
const expiredOfUser = async (
  reader: UserReader,
  { userId, at, from }: { readonly userId: string; readonly at: number; readonly from: UserCursor },
): Promise<{ readonly expired: readonly Expired<Removal>[]; readonly rest: UserCursor | undefined }> => {
  const found: Expired<Removal>[] = [];
  for (let part = from.part; part < parts.length; part += 1) {
    const { expired, more } = (await parts[part]?.(
      reader,
      userId,
      at,
      part === from.part ? from.after : undefined,
    )) ?? {
      expired: [],
      more: undefined,
    };
    found.push(...expired);
    if (more !== undefined) return { expired: found, rest: { part, after: more } };
  }
  return { expired: found, rest: undefined };
};

/** The position within a user whose items do not fit into a page: the user's key in the list, the id and the cursor. */
const positionIn = (user: ListedUser, { part, after = '' }: UserCursor): string =>
  [user.position, user.id, part, after].join(SEPARATOR);

/** A user with the key by which the list of users continues after them. */
interface ListedUser {
  readonly id: string;
  readonly position: string;
}

/** The user and the cursor of a position within a user; undefined for a position between users. */
const readPosition = (text: string): { readonly user: ListedUser; readonly from: UserCursor } | undefined => {
  const [position = '', id, part, after] = text.split(SEPARATOR);
  return id === undefined ? undefined : { user: { id, position }, from: { part: Number(part), after } };
};

/**
 * RT8. What users played and where they stopped, user by user: 0.5 for about 15 users, and for each of them H1, H7 and
 * H10. `visits` selects users, because a daily visit of each would cost more than storing their data. A page ends
 * within a user who has more items than it reads of one, and the next page continues there. Each page leaves out users
 * whose data a legal hold keeps: LH2.
 */
const usageData = (reader: UserReader, visits: (userId: string) => boolean): Source<Removal> => ({
  name: 'usage_data',
  async page(position, at) {
    const within = position === null ? undefined : readPosition(position);
    if (within) {
      const { user, from } = within;
      if ((await heldUsers(reader.table)).has(user.id)) return { expired: [], next: user.position };
      const { expired, rest } = await expiredOfUser(reader, { userId: user.id, at, from });
      return { expired, next: rest ? positionIn(user, rest) : user.position };
    }
    const { items, lastKey } = await reader.table.query({
      index: 'gsi1',
      partition: 'PROFILE',
      after: position ?? undefined,
      limit: USERS_AT_ONCE,
      descending: false,
    });
    const held = await heldUsers(reader.table);
    const users = items
      .flatMap((item) => {
        const profile = profileEntity.tryParse(item);
        return profile ? [{ id: profile.id, position: String(item['gsi1sk']) }] : [];
      })
      .filter(({ id }) => visits(id) && !held.has(id));
    const expired: Expired<Removal>[] = [];
    for (const user of users) {
      const found = await expiredOfUser(reader, { userId: user.id, at, from: { part: 0, after: undefined } });
      expired.push(...found.expired);
      if (found.rest) return { expired, next: positionIn(user, found.rest) };
    }
    const last = items.at(-1)?.['gsi1sk'];
    return { expired, next: lastKey && typeof last === 'string' ? last : null };
  },
});

/**
 * What the cleanup goes through, in order; `most` items of one kind of a user in a page. Numbers refer to
 * access-patterns.md.
 */
export const createExpiredSources = (
  table: Table,
  visits: (userId: string) => boolean = () => true,
  most = OF_A_USER_AT_ONCE,
): readonly Source<Removal>[] => [securityEvents(table), usageData({ table, most }, visits)];
