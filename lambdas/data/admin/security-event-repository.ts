import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import { PAGE_VIEW } from '../../contract/people/sign-in-events.ts';
import { isBehavior, SecurityEvent, type EventTraces, type NewSecurityEvent } from '../../domain/security/event.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ignoreConditionFailed } from '../table/errors.ts';
import { isNew } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** First part of the sort keys of loads of the site, and of what else is stored only by consent to the analysis. */
const VIEW = 'VIEW';

/** Where an event that is stored only by consent to behavioral analysis is among the events of its user. */
export const viewKey = (id: string): string => key(VIEW, id);

/**
 * Where an event is among those of its user: by time, with the loads of the site and the anomalies of behavior apart
 * from the others. They are many, so that a list of the others must not read them, and they are removed together when
 * their user withdraws consent. A ULID begins with 0 to 7, so all others sort first.
 */
const sortKeyOf = ({ id, event_type: type }: { readonly id: string; readonly event_type: string }): string =>
  isBehavior(type) ? viewKey(id) : id;

/** The security events of a user, in gsi1. */
export const eventsOf = (userId: string): string => key('SECURITY_OF', userId);
/** A sort key after those of all events of a user but the loads of the site and the anomalies of behavior. */
export const BEFORE_VIEWS = '8';
/** Characters of a ULID that state its time. */
export const TIME_DIGITS = 10;

/** A range of sort keys in a partition of `eventsOf`, both ends included. */
export interface EventRange {
  readonly from: string;
  readonly upTo: string;
}

/**
 * Where the loads of the site with the anomalies of behavior are (`views`), and all other events of a user. With
 * `until`, only those that happened up to then (milliseconds).
 */
export const eventRanges = (until?: number): { readonly views: EventRange; readonly others: EventRange } => {
  // A ULID begins with its time, and no other text sorts after it and before the next time.
  const end = until === undefined ? BEFORE_VIEWS : encodeTime(until + 1, TIME_DIGITS);
  return { views: { from: viewKey('0'), upTo: viewKey(end) }, others: { from: '0', upTo: end } };
};

/** Partitions of the events of a day. DynamoDB writes 1,000 units a second to one: 16 take 10,000 events a second. */
const EVENT_SHARDS = 16;

/** The partition of a day (`2026-11-28`) and shard (0 to 15). */
const eventPartition = (day: string, shard: number): string => key('SECURITY', day, String(shard).padStart(2, '0'));

/** All partitions of a day (`2026-11-28`). */
export const eventPartitions = (day: string): readonly string[] =>
  Array.from({ length: EVENT_SHARDS }, (_, shard) => eventPartition(day, shard));

/**
 * The shard of a subject. All events about a subject on a day are in one partition, so that they pass through one shard
 * of the stream, and the detector sees them one batch after the other.
 */
const eventShard = (subject: string): number =>
  createHash('sha256').update(subject).digest().readUInt8(0) % EVENT_SHARDS;

/** A security event, by day and subject, and by user. It expires. */
export const securityEventEntity = defineEntity({
  type: 'SECURITY_EVENT',
  v: 2,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'security_events', expiresFrom: ({ created_at: at }) => at },
  onErase: { keep: 'Shows attacks on the platform. Kept for its period under legitimate interest.' },
  exportView: ({ user_id: _user, subject: _subject, ...event }) => event,
  schema: SecurityEvent,
  key: ({ created_at: at, subject, id }: { created_at: string; subject: string; id: string }) => ({
    pk: eventPartition(at.slice(0, 10), eventShard(subject)),
    sk: id,
  }),
  partition: key('SECURITY', '*'),
  ofPerson: { index: 'gsi1', partition: eventsOf },
  indexes: {
    gsi1: (event) => (event.user_id === undefined ? undefined : { pk: eventsOf(event.user_id), sk: sortKeyOf(event) }),
  },
});

export type SecurityEventRepository = ReturnType<typeof createSecurityEventRepository>;

/** Security events. Numbers refer to access-patterns.md. */
export const createSecurityEventRepository = (table: Table) => ({
  /**
   * X1. Records an event, once for each id. Throws for traces that another user consented to, and for a load of the
   * site or an anomaly of behavior without the consent of its user.
   */
  async put(event: NewSecurityEvent, { ip_address: address, page, scored }: EventTraces = {}): Promise<void> {
    if ([address, page, scored].some((trace) => trace && trace.userId !== event.user_id))
      throw new Error('The consent of another user covers no event');
    if ((event.event_type === PAGE_VIEW) !== (page !== undefined))
      throw new Error('A load of the site needs consent, and no other event names a page');
    if ((event.event_type === 'behavior_anomaly') !== (scored !== undefined))
      throw new Error('An anomaly of behavior needs consent, and no other event has a score of behavior');
    const stored = {
      ...event,
      ip_address: address?.value,
      ...(page ? { resource_id: page.value } : {}),
      ...(scored ? { metadata: { ...event.metadata, ...scored.value } } : {}),
    };
    await ignoreConditionFailed(table.put(securityEventEntity.toItem(stored), isNew));
  },
});
