import { encodeTime } from 'ulid';
import * as z from 'zod/mini';
import { SEVERITIES } from '../../contract/admin/security-kinds.ts';
import { Timestamp } from '../../contract/shared.ts';
import type { SecurityEvent } from '../../domain/security/event.ts';
import { plus, sumOf, type HourSum } from '../../domain/security/overview.ts';
import { defineEntity, NOT_A_PERSONS, NOT_PERSONAL } from '../table/entity.ts';
import type { Table } from '../table/table.ts';
import { eventPartitions, securityEventEntity, TIME_DIGITS } from './security-event-repository.ts';

/** Partition of the sums of all hours. */
const HOURS = 'SECURITY_HOURS';
const HOUR_MS = 3_600_000;
/** Events of a shard that are read at once: less than DynamoDB returns at once. */
const EVENTS_AT_ONCE = 500;

/** The numbers of security events of one hour, which has ended. */
export const securityHourEntity = defineEntity({
  type: 'SECURITY_HOUR',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'security_hours', expiresFrom: ({ hour }) => hour },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({
    hour: Timestamp,
    by_severity: z.partialRecord(z.enum(SEVERITIES), z.number()),
    by_kind: z.record(z.string(), z.number()),
  }),
  key: ({ hour }: { hour: string }) => ({ pk: HOURS, sk: hour }),
});

/** The part of an event that is counted. */
type Counted = Pick<SecurityEvent, 'severity' | 'event_type'>;

/** The sum of an hour's first events. */
export interface PartialSum {
  readonly sum: HourSum;
  /** Whether these are all events. */
  readonly isComplete: boolean;
}

export type SecurityHourRepository = ReturnType<typeof createSecurityHourRepository>;

/** Sums of security events by hour. Numbers refer to access-patterns.md. */
export const createSecurityHourRepository = (table: Table) => {
  /** The requests for the events of an hour (ISO 8601), one for each shard. Ids begin with their time. */
  const eventsOf = (hour: string) => {
    const start = Date.parse(hour);
    return eventPartitions(hour.slice(0, 10)).map((partition) => ({
      partition,
      from: encodeTime(start, TIME_DIGITS),
      upTo: encodeTime(start + HOUR_MS, TIME_DIGITS),
      limit: EVENTS_AT_ONCE,
      descending: false,
    }));
  };
  const parse = (items: readonly Readonly<Record<string, unknown>>[]): readonly Counted[] =>
    items.flatMap((item) => securityEventEntity.tryParse(item) ?? []);

  return {
    /** SH1. The stored sums of a range of hours, both ends included, oldest first. */
    async list(from: string, upTo: string): Promise<readonly HourSum[]> {
      const items = await table.queryAll({ partition: HOURS, from, upTo, limit: 100, descending: false });
      return items.flatMap((item) => securityHourEntity.tryParse(item) ?? []);
    },

    /** SH2. Stores the sum of an hour. An earlier one is replaced. */
    async put(sum: HourSum): Promise<void> {
      await table.put(
        securityHourEntity.toItem({ ...sum, by_severity: { ...sum.by_severity }, by_kind: { ...sum.by_kind } }),
      );
    },

    /** SH3. The sum of all events of an hour, strongly consistent. Reads all shards at once, each page by page. */
    async sum(hour: string): Promise<HourSum> {
      const sumOfShard = async (request: ReturnType<typeof eventsOf>[number]): Promise<HourSum> => {
        let sum = sumOf(hour, []);
        for await (const items of table.pages({ ...request, consistent: true }))
          sum = plus(sum, sumOf(hour, parse(items)));
        return sum;
      };
      const sums = await Promise.all(eventsOf(hour).map(sumOfShard));
      return sums.reduce(plus);
    },

    /** SH4. The sum of the first 500 events of an hour in each shard, for an hour without a stored sum. */
    async sumOfFirst(hour: string): Promise<PartialSum> {
      const pages = await Promise.all(eventsOf(hour).map((request) => table.query(request)));
      return {
        sum: sumOf(
          hour,
          pages.flatMap(({ items }) => parse(items)),
        ),
        isComplete: pages.every(({ lastKey }) => lastKey === undefined),
      };
    },
  };
};
