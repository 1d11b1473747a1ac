import type { ListPage } from './list-page.ts';

/** Number of items that a read asks for, except the first: with a filter that most items pass, a page is enough. */
const READ_SIZE = 100;

/**
 * Maximum number of reads for one page, so that no request reads the whole list. Only a rare filter on a list of
 * thousands reaches it: the page may then be short or empty although it has a cursor.
 */
const MAX_READS = 20;

interface PageOptions {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/**
 * One page of the items that `keeps` accepts, for filters on what is not part of a list's index. It ends where another
 * accepted item follows, so the page after it is not empty.
 */
export const filteredPage = async <V>(
  read: (page: PageOptions) => Promise<ListPage<V>>,
  keeps: (item: V) => boolean,
  { cursor, limit }: PageOptions,
): Promise<ListPage<V>> => {
  const items: V[] = [];
  let start = cursor;
  for (let reads = 1; ; reads += 1) {
    const page = await read({ cursor: start, limit: reads === 1 ? Math.min(limit + 1, READ_SIZE) : READ_SIZE });
    const kept = page.items.filter(keeps);
    const room = limit - items.length;
    const last = kept[room - 1];
    if (kept.length > room) {
      // The cursor of the page must be that of its last item: reads this part again, up to that item.
      const cut = last === undefined ? undefined : await read({ cursor: start, limit: page.items.indexOf(last) + 1 });
      return {
        items: [...items, ...(cut?.items.filter(keeps) ?? [])],
        next_cursor: cut ? cut.next_cursor : (start ?? null),
      };
    }
    items.push(...kept);
    if (page.next_cursor === null || reads === MAX_READS) return { items, next_cursor: page.next_cursor };
    start = page.next_cursor;
  }
};
