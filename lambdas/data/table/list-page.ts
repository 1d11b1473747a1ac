import type { Logger } from '../../domain/logger.ts';
import type { Cursors } from './cursor.ts';
import type { IndexView, StoredItem } from './entity.ts';
import { tableDefinition } from './table-definition.ts';
import type { PageRequest } from './expressions.ts';
import { parseList, type Table } from './table.ts';

/** One page of a list with its cursor. */
export interface ListPage<V> {
  readonly items: readonly V[];
  readonly next_cursor: string | null;
}

/** What a list is asked for. */
export interface ListRequest extends Omit<PageRequest, 'startKey'> {
  /** Name of the access pattern; cursors are bound to it. */
  readonly list: string;
  /** What `filter` filters by, for the same reason. */
  readonly filterName?: string;
  readonly cursor: string | undefined;
}

/**
 * Calls that one page makes at most. Without a filter it is always one. With one, a page that is still short answers
 * what it has and a cursor, so that a rare filter never turns a request into a walk through the table.
 */
const MAX_CALLS = 4;

/** Items that a filtered call reads at least. */
const FILTERED_READ = 100;

/** The key of an item in an index, from which a query goes on after it. */
const keyOf = (item: StoredItem, index: PageRequest['index']): Readonly<Record<string, unknown>> => {
  const names = [tableDefinition.partitionKey, tableDefinition.sortKey];
  if (index)
    names.push(tableDefinition.indexes[index].partitionKey as never, tableDefinition.indexes[index].sortKey as never);
  return Object.fromEntries(names.map((name) => [name, item[name]]));
};

/** Reads one page: queries, parses each item (a corrupt one is dropped and logged) and makes the cursor of the next. */
export const listPage = async <V extends object>(
  deps: { readonly table: Table; readonly cursors: Cursors; readonly logger: Logger },
  entity: IndexView<V>,
  { list, filterName, cursor, ...request }: ListRequest,
): Promise<ListPage<V>> => {
  const scope = { list, partition: `${request.partition} ${filterName ?? ''}` };
  let startKey = await deps.cursors.decode(scope, cursor);
  const found: StoredItem[] = [];
  const limit = request.filter ? Math.max(FILTERED_READ, request.limit) : request.limit;
  for (let call = 0; call < MAX_CALLS; call += 1) {
    const page = await deps.table.query({ ...request, limit, startKey });
    found.push(...page.items);
    startKey = page.lastKey;
    if (!request.filter || !startKey || found.length >= request.limit) break;
  }
  const taken = found.slice(0, request.limit);
  const last = taken.at(-1);
  const next = found.length > taken.length && last ? keyOf(last, request.index) : startKey;
  return {
    items: parseList(entity, taken, (count) => deps.logger.error('Corrupt items left out of a list', { list, count })),
    next_cursor: await deps.cursors.encode(scope, next),
  };
};
