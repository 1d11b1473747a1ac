import type { ItemFilter } from './containing.ts';
import { idAt, IS_PUBLIC, IS_VIDEO, type PackedParts } from './packing.ts';
import type { SearchQuery } from './search-index.ts';

/** Numbers of documents to leave out: 1 for each of them. */
export type Excluded = Uint8Array;

/** The filter of a query; undefined when it admits every document. */
export const filterOf = (
  parts: PackedParts,
  { contentType, categoryId, publicOnly }: SearchQuery,
  excluded: Excluded | undefined,
): ItemFilter | undefined => {
  if (contentType === undefined && categoryId === undefined && !publicOnly && !excluded) return undefined;
  const { flags, categoryOf } = parts;
  const mask = (contentType === undefined ? 0 : IS_VIDEO) | (publicOnly ? IS_PUBLIC : 0);
  const expected = (contentType === 'video' ? IS_VIDEO : 0) | (publicOnly ? IS_PUBLIC : 0);
  const category = categoryId === undefined ? undefined : parts.categories.indexOf(categoryId);
  return (index) =>
    ((flags[index] ?? 0) & mask) === expected &&
    (category === undefined || categoryOf[index] === category) &&
    !excluded?.[index];
};

/** The number of the first document whose id does not sort after `id`; ids descend. */
const firstNotAfter = (parts: PackedParts, isAfter: (id: string) => boolean): number => {
  let [low, high] = [0, parts.count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAfter(idAt(parts, middle))) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The numbers of the documents of a content item: start (inclusive) and end (exclusive). */
const rangeOf = (parts: PackedParts, contentId: string): readonly [number, number] => [
  firstNotAfter(parts, (id) => id > contentId && !id.startsWith(contentId)),
  firstNotAfter(parts, (id) => id > contentId || id.startsWith(contentId)),
];

/** The documents of these content items, and how many they are. */
export const documentsOf = (
  parts: PackedParts,
  contentIds: Iterable<string>,
): { readonly excluded: Excluded; readonly count: number } => {
  const excluded = new Uint8Array(parts.count);
  let count = 0;
  for (const contentId of contentIds) {
    const [start, end] = rangeOf(parts, contentId);
    excluded.fill(1, start, end);
    count += end - start;
  }
  return { excluded, count };
};
