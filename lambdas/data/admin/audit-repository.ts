import { decodeTime, encodeTime } from 'ulid';
import type { AuditEntry } from '../../contract/admin/audit.ts';
import type { AuditFilter } from '../../contract/admin/admin-audit.ts';
import type { Logger } from '../../domain/logger.ts';
import { auditEntity, auditIndexes, auditMonth } from './audit-entity.ts';
import type { AuditSealRepository } from './audit-seal-repository.ts';
import type { Cursors } from '../table/cursor.ts';
import type { StoredItem } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import type { ListPage } from '../table/list-page.ts';
import { tableDefinition, type IndexName } from '../table/table-definition.ts';
import type { PageRequest } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';

/** Maximum number of queries per page. A page that is still short is returned with a cursor. */
const MAX_QUERIES = 4;

/** Minimum number of entries that a query reads when they are filtered afterwards. */
const FILTERED_READ = 100;

const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

/** When the action of an entry began, in milliseconds since 1970, from its id. */
export const beganAt = (id: string): number => decodeTime(id);

/** The first id of a time. */
export const firstId = (time: number): string => encodeTime(Math.max(0, time), TIME_LENGTH) + '0'.repeat(RANDOM_LENGTH);

/** The last id before a time. */
const lastIdBefore = (time: number): string =>
  encodeTime(Math.max(0, time - 1), TIME_LENGTH) + 'Z'.repeat(RANDOM_LENGTH);

const monthOf = (time: number): string => auditMonth(new Date(time).toISOString());

/** The index for a filter. The most selective field decides. */
const indexFor = ({
  actor_id: actor,
  target_id: target,
  action,
  target_type: type,
}: AuditFilter): { index: IndexName; partition: string } | undefined => {
  if (target !== undefined) return { index: 'gsi2', partition: auditIndexes.gsi2(target) };
  if (actor !== undefined) return { index: 'gsi1', partition: auditIndexes.gsi1(actor) };
  if (action !== undefined) return { index: 'gsi3', partition: auditIndexes.gsi3(action) };
  return type === undefined ? undefined : { index: 'gsi4', partition: auditIndexes.gsi4(type) };
};

/** Whether an entry matches all fields of the filter. An index matches only one of them. */
const matches = (
  entry: AuditEntry,
  { actor_id: actor, target_id: target, action, target_type: type }: AuditFilter,
): boolean =>
  (actor === undefined || entry.actor_id === actor) &&
  (target === undefined || entry.target_id === target) &&
  (action === undefined || entry.action === action) &&
  (type === undefined || entry.target_type === type);

/** Where the next page starts: after an entry, or at the newest entry of a month. */
interface PagePosition {
  readonly after?: string;
  readonly month?: string;
}

export interface AuditRepositoryDeps {
  readonly cursors: Cursors;
  readonly logger: Logger;
  readonly months: AuditSealRepository['months'];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export type AuditRepository = ReturnType<typeof createAuditRepository>;

/** Reads the audit log. Numbers refer to access-patterns.md. */
export const createAuditRepository = (table: Table, { cursors, logger, months, now }: AuditRepositoryDeps) => {
  const parse = (items: readonly StoredItem[]): AuditEntry[] =>
    parseList(auditEntity, items, (count) =>
      logger.error('Corrupt items left out of a list', { list: 'audit', count }),
    );

  /** The complete entries. Only the table and gsi1 contain them; other indexes have only keys. */
  const complete = async (items: readonly StoredItem[], index: IndexName | undefined): Promise<AuditEntry[]> => {
    if (index === undefined || index === 'gsi1' || items.length === 0) return parse(items);
    const found = parse(await table.getMany(items.map(({ pk, sk }) => ({ pk, sk }))));
    return found.sort((a, b) => (a.id < b.id ? 1 : -1));
  };

  /** The partitions to read in order: one of an index, or the months of the range, newest first. */
  const partitionsOf = async (
    filter: AuditFilter,
    position: PagePosition,
  ): Promise<readonly { index?: IndexName; partition: string; month?: string }[]> => {
    const indexed = indexFor(filter);
    if (indexed) return [indexed];
    const today = now();
    const known = [...(await months()), monthOf(today), monthOf(today - 24 * 3_600_000)];
    const from = filter.from === undefined ? '' : auditMonth(filter.from);
    const to = position.month ?? (filter.to === undefined ? '9999-12' : auditMonth(filter.to));
    return [...new Set(known)]
      .sort()
      .reverse()
      .filter((month) => month >= from && month <= to)
      .map((month) => ({ partition: key('AUDIT', month), month }));
  };

  const startKeyOf = (
    partition: string,
    index: IndexName | undefined,
    after: string,
  ): Readonly<Record<string, unknown>> => {
    const own = { pk: key('AUDIT', monthOf(beganAt(after))), sk: after };
    if (index === undefined) return own;
    const { partitionKey, sortKey } = tableDefinition.indexes[index];
    return { ...own, [partitionKey]: partition, [sortKey]: after };
  };

  return {
    /**
     * J1 to J4. Matching entries, newest first. One query per page, and one more for each month that ends in it. With
     * several fields, one selects the index and the others filter its results, in at most four queries of 100.
     */
    async list(
      filter: AuditFilter,
      page: { readonly cursor: string | undefined; readonly limit: number },
    ): Promise<ListPage<AuditEntry>> {
      const at = { list: 'audit', partition: JSON.stringify(Object.entries(filter).sort()) };
      let position: PagePosition = (await cursors.decode(at, page.cursor)) ?? {};
      const range: Pick<PageRequest, 'from' | 'upTo'> = {
        ...(filter.from === undefined ? {} : { from: firstId(Date.parse(filter.from)) }),
        ...(filter.to === undefined ? {} : { upTo: lastIdBefore(Date.parse(filter.to)) }),
      };
      if (range.from !== undefined && range.upTo !== undefined && range.from > range.upTo)
        return { items: [], next_cursor: null };
      const isNarrowed =
        [filter.actor_id, filter.target_id, filter.action, filter.target_type].filter((value) => value !== undefined)
          .length > 1;
      const limit = isNarrowed ? Math.max(FILTERED_READ, page.limit) : page.limit;
      const partitions = await partitionsOf(filter, position);
      const found: AuditEntry[] = [];
      let queries = 0;
      for (const [number, { index, partition, month }] of partitions.entries()) {
        let startKey = position.after === undefined ? undefined : startKeyOf(partition, index, position.after);
        do {
          if (queries === MAX_QUERIES) return { items: found, next_cursor: await cursors.encode(at, { ...position }) };
          queries += 1;
          const { items, lastKey } = await table.query({
            ...(index ? { index } : {}),
            partition,
            ...range,
            limit,
            startKey,
          });
          const matching = (await complete(items, index)).filter((entry) => matches(entry, filter));
          const room = page.limit - found.length;
          found.push(...matching.slice(0, room));
          startKey = lastKey;
          const last = matching.length > room ? matching[room - 1]?.id : items.at(-1)?.sk;
          position = { ...(month === undefined ? {} : { month }), ...(last === undefined ? {} : { after: last }) };
          if (found.length < page.limit) continue;
          const isMore = matching.length > room || startKey !== undefined || number + 1 < partitions.length;
          return { items: found, next_cursor: isMore ? await cursors.encode(at, { ...position }) : null };
        } while (startKey);
        const next = partitions[number + 1]?.month;
        position = next === undefined ? {} : { month: next };
      }
      return { items: found, next_cursor: null };
    },
  };
};
