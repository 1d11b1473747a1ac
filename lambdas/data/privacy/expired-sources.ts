import { retentionMs } from '../../contract/retention.ts';
import { positionExpiry, queueExpiry } from '../../domain/history/position.ts';
import type { Expired, Source } from '../../domain/privacy/cleanup.ts';
import { securityEventEntity } from '../admin/security-event-repository.ts';
import { historyEntity } from '../history/history-repository.ts';
import { positionEntity } from '../history/position-repository.ts';
import { queueEntity } from '../history/queue-repository.ts';
import { profileEntity } from '../people/profile-repository.ts';
import type { StoredItem } from '../table/entity.ts';
import type { Expression } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import type { Removal } from './cleanup-run-repository.ts';

/** Items of a page, and users whose items make up a page. */
const ITEMS_AT_ONCE = 200;
const USERS_AT_ONCE = 10;
/** Months before the newest expired one that are looked through. The table's time to live has emptied older ones. */
const EARLIER_MONTHS = 12;
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

/** Months up to one (`2026-03`), oldest first. */
const monthsUpTo = (at: number): readonly string[] => {
  const date = new Date(at);
  return Array.from({ length: EARLIER_MONTHS + 1 }, (_, index) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - EARLIER_MONTHS + index)).toISOString().slice(0, 7),
  );
};

/** RT7. Security events, by month: 0.5 for each of 13 months, and 1 for about 16 events. */
const securityEvents = (table: Table): Source<Removal> => ({
  name: 'security_events',
  async page(position, at) {
    const cutoff = new Date(at - retentionMs('security_events')).toISOString();
    const months = monthsUpTo(Date.parse(cutoff));
    const [month = months[0] ?? '', after] = position?.split(SEPARATOR) ?? [];
    const { items, lastKey } = await table.query({
      partition: key('SECURITY', month),
      after,
      limit: ITEMS_AT_ONCE,
      descending: false,
      consistent: true,
    });
    const expired = items
      .filter((item) => {
        const event = securityEventEntity.tryParse(item);
        return event !== undefined && event.created_at < cutoff;
      })
      .map((item) => expiredItem('security_events', item, 'created_at'));
    const following = months[months.indexOf(month) + 1];
    const last = items.at(-1)?.sk;
    if (lastKey && last !== undefined) return { expired, next: [month, last].join(SEPARATOR) };
    return { expired, next: following ?? null };
  },
});

const expiredHistory = async (table: Table, userId: string, at: number): Promise<readonly Expired<Removal>[]> => {
  const cutoff = new Date(at - retentionMs('usage_data')).toISOString();
  const items = await table.queryAll({
    index: 'gsi1',
    partition: key('HISTORY', userId),
    upTo: cutoff,
    limit: ITEMS_AT_ONCE,
  });
  return items
    .filter((item) => {
      const entry = historyEntity.tryParse(item);
      return entry !== undefined && entry.watched_at <= cutoff;
    })
    .map((item) => expiredItem('usage_data', item, 'watched_at'));
};

const expiredPositions = async (table: Table, userId: string, at: number): Promise<readonly Expired<Removal>[]> => {
  const items = await table.queryAll({
    partition: key('USER', userId),
    prefix: `${positionEntity.type}#`,
    limit: ITEMS_AT_ONCE,
  });
  return items.flatMap((item) => {
    const position = positionEntity.tryParse(item);
    if (!position || positionExpiry(position) * 1000 > at) return [];
    return [expiredItem(position.finished ? 'finished_positions' : 'usage_data', item, 'updated_at')];
  });
};

const expiredQueue = async (table: Table, userId: string, at: number): Promise<readonly Expired<Removal>[]> => {
  const item = await table.get(queueEntity.key({ user_id: userId }));
  const queue = item && queueEntity.tryParse(item);
  return item && queue && queueExpiry(queue) * 1000 <= at ? [expiredItem('usage_data', item, 'updated_at')] : [];
};

/**
 * RT8. What users played and where they stopped, user by user: 0.5 for about 15 users, and for each of them H1, H7 and
 * H10. `visits` selects users, because a daily visit of each would cost more than storing their data.
 */
const usageData = (table: Table, visits: (userId: string) => boolean): Source<Removal> => ({
  name: 'usage_data',
  async page(position, at) {
    const { items, lastKey } = await table.query({
      index: 'gsi1',
      partition: 'PROFILE',
      after: position ?? undefined,
      limit: USERS_AT_ONCE,
      descending: false,
    });
    const users = items.flatMap((item) => profileEntity.tryParse(item)?.id ?? []).filter(visits);
    const expired = await Promise.all(
      users.map(async (userId) => [
        ...(await expiredHistory(table, userId, at)),
        ...(await expiredPositions(table, userId, at)),
        ...(await expiredQueue(table, userId, at)),
      ]),
    );
    const last = items.at(-1)?.['gsi1sk'];
    return { expired: expired.flat(), next: lastKey && typeof last === 'string' ? last : null };
  },
});

/** What the cleanup goes through, in order. Numbers refer to access-patterns.md. */
export const createExpiredSources = (
  table: Table,
  visits: (userId: string) => boolean = () => true,
): readonly Source<Removal>[] => [securityEvents(table), usageData(table, visits)];
