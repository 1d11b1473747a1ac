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

/** A request for one page of a list. */
export interface ListRequest extends Omit<PageRequest, 'startKey'> {
  /** Name of the list. Cursors are valid only for it. */
  readonly list: string;
  /** Name of `filter`. Cursors are valid only for it. */
  readonly filterName?: string;
  readonly cursor: string | undefined;
}

/**
 * Maximum number of queries per page. Without a filter, one is enough. With a filter, a page that is still short is
 * returned with a cursor, so that a rare filter never makes a request read the whole table.
 */
const MAX_CALLS = 4;

/** Minimum number of items that a filtered query reads. */
const FILTERED_READ = 100;

/** The key after which a query resumes. */
const keyOf = (item: StoredItem, index: PageRequest['index']): Readonly<Record<string, unknown>> => {
  const names = [tableDefinition.partitionKey, tableDefinition.sortKey];
  if (index)
    names.push(tableDefinition.indexes[index].partitionKey as never, tableDefinition.indexes[index].sortKey as never);
  return Object.fromEntries(names.map((name) => [name, item[name]]));
};

/** Reads one page and creates the cursor of the next. Corrupt items are left out and logged. */
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
  const items = found.slice(0, request.limit);
  const last = items.at(-1);
  const next = found.length > items.length && last ? keyOf(last, request.index) : startKey;
  return {
    items: parseList(entity, items, (count) => deps.logger.error('Corrupt items left out of a list', { list, count })),
    next_cursor: await deps.cursors.encode(scope, next),
  };
};
