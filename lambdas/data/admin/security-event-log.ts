import { encodeTime } from 'ulid';
import { RECENT_EVENT_HOURS, type SecurityEventFilter } from '../../contract/admin/security-events.ts';
import { retentionMs } from '../../contract/retention.ts';
import type { Logger } from '../../domain/logger.ts';
import { isBehavior, type SecurityEvent } from '../../domain/security/event.ts';
import type { Cursors } from '../table/cursor.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import type { Table } from '../table/table.ts';
import { firstId } from './audit-repository.ts';
import { mergeFeeds, QueryBudget, type Feed } from './merged-feeds.ts';
import {
  BEFORE_VIEWS,
  eventPartitions,
  eventsOf,
  securityEventEntity,
  TIME_DIGITS,
  viewKey,
} from './security-event-repository.ts';

/** Most queries of a page, eight rounds of all shards. A page that is still short is returned with a cursor. */
const MAX_QUERIES = 128;
/** Events that a query reads when they are filtered afterwards. */
const FILTERED_READ = 50;
/** Fewest events that a query reads: about as many as cost as much as one. */
const FEWEST_READ = 6;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Days (`2026-11-28`) from one back to that of a time (milliseconds), newest first. */
const daysDown = (day: string, from: number): readonly string[] => {
  const days: string[] = [];
  for (let start = Date.parse(`${day}T00:00:00.000Z`); start + DAY_MS > from; start -= DAY_MS) days.push(dayOf(start));
  return days;
};

/** A text after all ids before this one: the end of a range without the id itself. */
const endBefore = (id: string): string => `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}~`;

/** Where a page continues: before this id, in this day, up to a time (milliseconds) that the first page has fixed. */
interface Position {
  readonly before: string;
  readonly day: string;
  readonly from: number;
}

/** Where the first page begins. Without events that have expired and are not deleted yet. */
const firstPosition = ({ from, to }: SecurityEventFilter, now: number): Position => {
  // An event of this very millisecond is listed.
  const end = Math.min(to === undefined ? Infinity : Date.parse(to), now + 1);
  const start = from === undefined ? end - RECENT_EVENT_HOURS * HOUR_MS : Date.parse(from);
  return {
    before: firstId(end),
    day: dayOf(Math.max(0, end - 1)),
    from: Math.max(0, start, now - retentionMs('security_events')),
  };
};

/** What is not part of a key: an event must match all of it. */
const isWanted = (
  event: SecurityEvent,
  { event_type: type, event_category: category, severity, source, min_risk: risk }: SecurityEventFilter,
): boolean =>
  (type === undefined || event.event_type === type) &&
  (category === undefined || event.event_category === category) &&
  (severity === undefined || event.severity === severity) &&
  (source === undefined || event.source === source) &&
  (risk === undefined || event.risk_score >= risk);

/** Whether a filter leaves out events that are read. */
const isNarrowed = ({ user_id: _user, from: _from, to: _to, ...others }: SecurityEventFilter): boolean =>
  Object.values(others).some((value) => value !== undefined);

/** Feeds that are read together, and the day that they are of. */
interface Section {
  readonly day: string;
  readonly feeds: readonly Feed[];
}

interface PageOfEvents {
  readonly cursor: string | undefined;
  readonly limit: number;
}

export type SecurityEventLog = ReturnType<typeof createSecurityEventLog>;

/** Reads security events. Numbers refer to access-patterns.md. */
export const createSecurityEventLog = (table: Table, deps: { readonly cursors: Cursors; readonly logger: Logger }) => {
  const { cursors, logger } = deps;

  /** Reads one partition of events from an id on. */
  const shard =
    (partition: string, from: string): Feed =>
    async (before, limit) =>
      from < before
        ? table.query({ partition, from, upTo: endBefore(before), limit })
        : { items: [], lastKey: undefined };

  /** Reads a user's events from an id on, either those stored by consent to behavioral analysis or all others. */
  const ofUser =
    (partition: string, from: string, keyOf: (id: string) => string): Feed =>
    async (before, limit) =>
      from < before
        ? table.query({ index: 'gsi1', partition, from: keyOf(from), upTo: keyOf(endBefore(before)), limit })
        : { items: [], lastKey: undefined };

  /** What is read, one after the other: the days from the newest to the oldest, or all events of a user. */
  const sectionsOf = ({ user_id: userId, event_type: type }: SecurityEventFilter, at: Position): readonly Section[] => {
    const from = firstId(at.from);
    if (userId === undefined)
      return daysDown(at.day, at.from).map((day) => ({
        day,
        feeds: eventPartitions(day).map((partition) => shard(partition, from)),
      }));
    const partition = eventsOf(userId);
    const others = ofUser(partition, from, (id) => id);
    const views = ofUser(partition, from, viewKey);
    if (type === undefined) return [{ day: at.day, feeds: [others, views] }];
    return [{ day: at.day, feeds: [isBehavior(type) ? views : others] }];
  };

  return {
    /**
     * X2, X3. Events of a period, newest first: of all subjects, or of one user. The shards of a day are read at once
     * and merged; then the day before. Other filters are applied to what is read. A page makes a limited number of
     * queries, so it can be short or empty before the last. `now` in milliseconds.
     */
    async list(filter: SecurityEventFilter, page: PageOfEvents, now: number): Promise<ListPage<SecurityEvent>> {
      const scope = { list: 'security-events', partition: JSON.stringify(Object.entries(filter).sort()) };
      const stored = (await cursors.decode(scope, page.cursor)) as Position | undefined;
      const start = stored ?? firstPosition(filter, now);
      const budget = new QueryBudget(MAX_QUERIES);
      const limit = isNarrowed(filter) ? FILTERED_READ : Math.max(FEWEST_READ, Math.ceil(page.limit / 4));
      const found: SecurityEvent[] = [];
      let { before } = start;
      let corrupt = 0;
      const end = async (day?: string): Promise<ListPage<SecurityEvent>> => {
        if (corrupt > 0) logger.error('Corrupt items left out of a list', { list: scope.list, count: corrupt });
        const next: Position | undefined = day === undefined ? undefined : { before, day, from: start.from };
        return { items: found, next_cursor: await cursors.encode(scope, next && { ...next }) };
      };
      for (const { day, feeds } of sectionsOf(filter, start)) {
        for await (const item of mergeFeeds(feeds, { before, limit, budget })) {
          before = item.sk;
          const event = securityEventEntity.tryParse(item);
          if (!event) corrupt += 1;
          else if (isWanted(event, filter)) found.push(event);
          if (found.length === page.limit) return end(day);
        }
        if (budget.isSpent) return end(day);
      }
      return end();
    },

    /**
     * X4. The events of a user, newest first, without the loads of the site and the anomalies of behavior, and without
     * those that have expired and are not deleted yet. `now` in milliseconds.
     */
    listOfUser: (userId: string, page: PageOfEvents, now: number): Promise<ListPage<SecurityEvent>> =>
      listPage({ table, ...deps }, securityEventEntity, {
        list: 'own-security-events',
        index: 'gsi1',
        partition: eventsOf(userId),
        from: encodeTime(Math.max(0, now - retentionMs('security_events')), TIME_DIGITS),
        upTo: BEFORE_VIEWS,
        ...page,
      }),
  };
};
