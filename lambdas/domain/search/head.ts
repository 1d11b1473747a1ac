import * as z from 'zod/mini';
import { SearchDocument } from './document.ts';

/** A change of one content item: its new document, or null when it is no longer in the index. */
export const SearchChange = z.object({ id: z.string(), document: z.nullable(SearchDocument) });
export type SearchChange = z.infer<typeof SearchChange>;

/**
 * The object that defines the index: a packed index and the changes since. It is always replaced as a whole, and only
 * by a writer that has read the current version.
 */
export const SearchHead = z.object({
  /** Name of the packed index. */
  snapshot: z.string(),
  /** Number of content items in it. */
  count: z.number(),
  /** The latest change of each changed item, oldest first. */
  changes: z.array(SearchChange),
  /** Previous packed indexes, which readers may still be loading. They are deleted when the next one is stored. */
  retired: z.array(z.string()),
});
export type SearchHead = z.infer<typeof SearchHead>;

/**
 * The index is repacked when more than one in this many items has changed, so that the cost of packing stays
 * proportional to the changes.
 */
const ITEMS_PER_CHANGE = 64;

/** More changes than this would make the head slow to read. */
const MAX_CHANGES = 4000;

/** Whether an index of `count` items must be repacked for this many changes. */
export const isPackingDue = (count: number, changes: number): boolean =>
  changes > Math.min(MAX_CHANGES, Math.floor(count / ITEMS_PER_CHANGE));

/** Merges changes. The later change of an item replaces the earlier one. */
export const withChanges = (
  earlier: readonly SearchChange[],
  later: readonly SearchChange[],
): readonly SearchChange[] => {
  const newest = new Map(later.map((change) => [change.id, change]));
  return [...earlier.filter(({ id }) => !newest.has(id)), ...newest.values()];
};

/** A stored head with its ETag. */
export interface StoredHead {
  /** Undefined when the stored head cannot be read. Only a full rebuild of the index can replace it then. */
  readonly head: SearchHead | undefined;
  readonly etag: string;
}

/** Message for operators about an unreadable head. */
export const UNREADABLE_HEAD = 'The head of the search index cannot be read. Rebuild the index (npm run reindex)';

/** Storage of the index. */
export interface SearchStore {
  /** The head; undefined when there is none; `unchanged` when its ETag is still `etag`. */
  readHead(etag?: string): Promise<StoredHead | 'unchanged' | undefined>;
  /**
   * Replaces the head that was read with `etag` (undefined when there was none). False when another writer has replaced
   * or deleted it in the meantime.
   */
  replaceHead(head: SearchHead, etag: string | undefined): Promise<boolean>;
  /** A packed index; undefined when it no longer exists. */
  readSnapshot(name: string): Promise<Uint8Array | undefined>;
  /** Stores a packed index under a new name and returns the name. */
  addSnapshot(packed: Uint8Array): Promise<string>;
  removeSnapshots(names: readonly string[]): Promise<void>;
}
