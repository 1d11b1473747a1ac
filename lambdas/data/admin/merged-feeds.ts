import type { StoredItem } from '../table/entity.ts';
import type { Page } from '../table/table.ts';

/** Reads the items of one partition, or of a range in it, that sort before an id: newest first, up to a number. */
export type Feed = (before: string, limit: number) => Promise<Page>;

/** The queries that a request may still make. */
export class QueryBudget {
  private left: number;
  /** Whether a read had to be left out. */
  isSpent = false;

  constructor(queries: number) {
    this.left = queries;
  }

  /** Whether there are so many left, which are then made. */
  take(queries: number): boolean {
    this.isSpent = queries > this.left;
    if (!this.isSpent) this.left -= queries;
    return !this.isSpent;
  }
}

/**
 * The items of all feeds before an id, merged by id: newest first. Each round reads, at once, those feeds whose next
 * item is not known, `limit` items of each. Ends early when the budget does not suffice for a round. The sort key of an
 * item is its id.
 */
export const mergeFeeds = async function* (
  feeds: readonly Feed[],
  { before, limit, budget }: { readonly before: string; readonly limit: number; readonly budget: QueryBudget },
): AsyncGenerator<StoredItem> {
  const open = feeds.map((read) => ({ read, waiting: [] as StoredItem[], before, hasMore: true }));
  for (;;) {
    const unknown = open.filter(({ waiting, hasMore }) => waiting.length === 0 && hasMore);
    if (unknown.length > 0) {
      if (!budget.take(unknown.length)) return;
      await Promise.all(
        unknown.map(async (feed) => {
          const { items, lastKey } = await feed.read(feed.before, limit);
          feed.waiting = [...items];
          feed.before = items.at(-1)?.sk ?? feed.before;
          feed.hasMore = lastKey !== undefined;
        }),
      );
      continue;
    }
    let newest: (typeof open)[number] | undefined;
    for (const feed of open) if ((feed.waiting[0]?.sk ?? '') > (newest?.waiting[0]?.sk ?? '')) newest = feed;
    const item = newest?.waiting.shift();
    if (!item) return;
    yield item;
  }
};
