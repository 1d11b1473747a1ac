import { filteredPage } from '../../../lambdas/data/table/filtered-page.ts';

/** A list of the numbers below `length`, whose cursors are the next number. */
const listOf = (length: number) => {
  const read: number[] = [];
  return {
    read,
    list: async ({ cursor = '0', limit }: { readonly cursor: string | undefined; readonly limit: number }) => {
      const start = Number(cursor);
      const end = Math.min(length, start + limit);
      read.push(end - start);
      return {
        items: Array.from({ length: end - start }, (_, index) => start + index),
        next_cursor: end < length ? String(end) : null,
      };
    },
  };
};

/** Every page of the numbers that pass. */
const pagesOf = async (length: number, keeps: (item: number) => boolean, limit: number) => {
  const { list } = listOf(length);
  const pages: (readonly number[])[] = [];
  let cursor: string | undefined;
  do {
    const page = await filteredPage(list, keeps, { cursor, limit });
    pages.push(page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
};

it.each([
  ['most', (item: number) => item % 10 !== 0],
  ['few', (item: number) => item % 97 === 0],
  ['the first and the last', (item: number) => item === 0 || item === 999],
  ['no', () => false],
])('returns every item once, in full pages, when %s items pass', async (_name, keeps) => {
  for (const limit of [1, 2, 24, 100]) {
    const pages = await pagesOf(1000, keeps, limit);
    expect(pages.flat()).toEqual(Array.from({ length: 1000 }, (_, item) => item).filter(keeps));
    expect(pages.slice(0, -1).filter(({ length }) => length !== limit)).toEqual([]);
    if (pages.length > 1) expect(pages.at(-1)).not.toEqual([]);
  }
});

it('reads little when most items pass, and at most 2,000 items for a page', async () => {
  const common = listOf(10_000);
  await filteredPage(common.list, () => true, { cursor: undefined, limit: 24 });
  expect(common.read).toEqual([25, 24]);
  const rare = listOf(10_000);
  const page = await filteredPage(rare.list, (item) => item === 9000, { cursor: undefined, limit: 24 });
  expect(page).toEqual({ items: [], next_cursor: '1925' });
  expect(rare.read).toHaveLength(20);
});
