import { severityOf } from '../../contract/admin/security-kinds.ts';
import { retentionMs } from '../../contract/retention.ts';
import { batchesOf } from '../../domain/batches.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { SecurityEvent, subjectOf } from '../../domain/security/event.ts';
import { readRights } from '../people/rights-repository.ts';
import type { ItemKey, StoredItem } from '../table/entity.ts';
import { onConditionFailed } from '../table/errors.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import { tableDefinition } from '../table/table-definition.ts';
import type { Table } from '../table/table.ts';
import { securityEventEntity } from './security-event-repository.ts';

/** Events per query, and concurrent writes. */
const PAGE = 100;
const AT_ONCE = 25;

/** What can change of a stored event: a withdrawn consent removes the address, a legal hold the time to live. */
const CHANGING = ['ip_address', tableDefinition.timeToLiveAttribute] as const;

/** What a migration of events did. */
export interface MovedEvents {
  readonly events: number;
  /** Events that are corrupt, and were left where they are. */
  readonly corrupt: number;
}

/**
 * Months (`2026-11`) that can have events: that of `now` (milliseconds) and those before it in twice the period, as
 * legal holds keep events longer.
 */
const monthsUpTo = (now: number): readonly string[] => {
  const months: string[] = [];
  const first = new Date(now - 2 * retentionMs('security_events')).toISOString().slice(0, 7);
  const date = new Date(now);
  for (let back = 0; ; back += 1) {
    const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back)).toISOString().slice(0, 7);
    if (month < first) return months;
    months.push(month);
  }
};

/**
 * The event as it is stored now; undefined for a corrupt one. Version 1 knew only what the server saw of users, and
 * other severities for the same risk.
 */
const movedEvent = (item: StoredItem): StoredItem | undefined => {
  const { user_id: user, risk_score: risk } = item;
  const event = SecurityEvent.safeParse({
    ...item,
    source: 'server',
    subject: subjectOf({ user: String(user) }),
    severity: severityOf(Number(risk)),
  });
  if (!event.success || user === undefined) return undefined;
  const { [tableDefinition.timeToLiveAttribute]: _expires, ...moved } = securityEventEntity.toItem(event.data);
  const expires = item[tableDefinition.timeToLiveAttribute];
  return { ...moved, ...(expires === undefined ? {} : { [tableDefinition.timeToLiveAttribute]: expires }) };
};

/** Condition: the stored event is the one that was read. */
const isUnchanged = (item: StoredItem): Expression => {
  const set = CHANGING.filter((name) => item[name] !== undefined);
  const tests = CHANGING.map((name) => (set.includes(name) ? `#${name} = :${name}` : `attribute_not_exists(#${name})`));
  return {
    expression: ['attribute_exists(#pk)', ...tests].join(' AND '),
    names: { '#pk': tableDefinition.partitionKey, ...Object.fromEntries(CHANGING.map((name) => [`#${name}`, name])) },
    ...(set.length > 0 ? { values: Object.fromEntries(set.map((name) => [`:${name}`, item[name]])) } : {}),
  };
};

/** Moves one event. One that was recorded again in its new place stays as it is there. */
const moveEvent = (table: Table, { pk, sk }: ItemKey): Promise<'moved' | 'missing' | 'corrupt'> =>
  optimistic<'moved' | 'missing' | 'corrupt'>(async () => {
    const item = await table.get({ pk, sk }, { consistent: true });
    if (!item) return 'missing';
    const moved = movedEvent(item);
    if (!moved) return 'corrupt';
    const writes = table.transact([table.write.put(moved, isNew), table.write.delete({ pk, sk }, isUnchanged(item))]);
    const failed = await onConditionFailed(
      writes.then(() => undefined),
      ({ index }) => index,
    );
    if (failed !== undefined && failed > 0) return RETRY;
    if (failed === 0) await table.delete({ pk, sk });
    return 'moved';
  });

/** The users of these events whose erasure has begun. */
const usersBeingErased = async (table: Table, items: readonly StoredItem[]): Promise<ReadonlySet<unknown>> => {
  const users = new Set(items.map((item) => String(item['user_id'])));
  const found = await Promise.all(
    [...users].map(async (id) => ((await readRights(table, id, { consistent: true }))?.erasing ? [id] : [])),
  );
  return new Set(found.flat());
};

/**
 * X5. Moves events that earlier versions stored by month to where they are now: by day and subject. Can be aborted and
 * repeated, and runs while the product is in use. `now` in milliseconds; `onCorrupt` gets the keys of events that
 * cannot be moved.
 */
export const moveSecurityEvents = async (
  table: Table,
  now: number,
  onCorrupt: (key: ItemKey) => void,
): Promise<MovedEvents> => {
  let [events, corrupt] = [0, 0];
  for (const month of monthsUpTo(now))
    for await (const page of table.pages({ partition: key('SECURITY', month), limit: PAGE, descending: false })) {
      // The eraser deletes the loads of the site where it finds them. A move at the same time could leave some behind.
      const erased = await usersBeingErased(table, page);
      const items = page.filter((item) => !erased.has(item['user_id']));
      for (const batch of batchesOf(items, AT_ONCE)) {
        const outcomes = await Promise.all(batch.map(async (item) => [item, await moveEvent(table, item)] as const));
        for (const [{ pk, sk }, outcome] of outcomes) {
          if (outcome === 'moved') events += 1;
          if (outcome !== 'corrupt') continue;
          corrupt += 1;
          onCorrupt({ pk, sk });
        }
      }
    }
  return { events, corrupt };
};
