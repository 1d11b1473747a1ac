import type { SearchDocument } from './document.ts';
import type { SearchChange } from './head.ts';
import { createPackedIndex } from './packed-index.ts';
import { openParts, packDocuments, unpackDocuments, type PackedParts } from './packing.ts';
import { compareHits, MAX_HITS, type SearchIndex } from './search-index.ts';

const changedDocuments = (changes: readonly SearchChange[]): readonly SearchDocument[] =>
  changes.flatMap(({ document }) => document ?? []);

/** A packed index plus the changes since it was packed. Changed items are searched in a separate small index. */
export const createLayeredIndex = (base: PackedParts, changes: readonly SearchChange[]): SearchIndex => {
  const whole = createPackedIndex(base);
  if (changes.length === 0) return whole;
  const replaced = new Set(changes.flatMap(({ id }) => whole.numberOf(id) ?? []));
  const older = createPackedIndex(base, replaced);
  const newer = createPackedIndex(openParts(packDocuments(changedDocuments(changes))));
  return {
    size: older.size + newer.size,
    search: (query) => [...older.search(query), ...newer.search(query)].sort(compareHits).slice(0, MAX_HITS),
  };
};

/** The documents of a packed index after changes. */
export const documentsAfter = (base: PackedParts, changes: readonly SearchChange[]): readonly SearchDocument[] => {
  const ids = new Set(changes.map(({ id }) => id));
  return [...unpackDocuments(base).filter(({ id }) => !ids.has(id)), ...changedDocuments(changes)];
};
