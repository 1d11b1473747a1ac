import * as z from 'zod/mini';
import { SearchDocument } from './document.ts';

/** What became of one content: found as `document` says, or no longer (null). */
export const SearchChange = z.object({ id: z.string(), document: z.nullable(SearchDocument) });
export type SearchChange = z.infer<typeof SearchChange>;

/**
 * The one object that says what the index is: a packed index, and what changed since. It is replaced as a whole, only
 * by who read what stands there.
 */
export const SearchHead = z.object({
  /** Name of the packed index. */
  snapshot: z.string(),
  /** Contents in it. */
  count: z.number(),
  /** The last change of each content that changed since, oldest first. */
  changes: z.array(SearchChange),
  /** Packed indexes before this one, which somebody may still be loading. They go when the next one comes. */
  retired: z.array(z.string()),
});
export type SearchHead = z.infer<typeof SearchHead>;

/**
 * One content in so many may have changed before the index is packed anew; the work of packing stays in proportion to
 * what changed.
 */
const CONTENTS_PER_CHANGE = 64;

/** More changes than this would make the head slow to read. */
const MAX_CHANGES = 4000;

/** Whether an index of `count` contents is to be packed anew for so many changes. */
export const isPackingDue = (count: number, changes: number): boolean =>
  changes > Math.min(MAX_CHANGES, Math.floor(count / CONTENTS_PER_CHANGE));

/** Earlier changes with later ones: the later one of a content counts. */
export const withChanges = (
  earlier: readonly SearchChange[],
  later: readonly SearchChange[],
): readonly SearchChange[] => {
  const newest = new Map(later.map((change) => [change.id, change]));
  return [...earlier.filter(({ id }) => !newest.has(id)), ...newest.values()];
};

/** A head as it stands, with what tells it from others. */
export interface StoredHead {
  /** Undefined when what stands there cannot be read: then only the whole index made anew takes its place. */
  readonly head: SearchHead | undefined;
  readonly etag: string;
}

/** What is said of a head that cannot be read, to who can do something about it. */
export const UNREADABLE_HEAD = 'The head of the search index cannot be read: make the index anew (npm run reindex)';

/** Where the index is kept. */
export interface SearchStore {
  /** The head; undefined when there is none. `unchanged` when it is still the one of `etag`. */
  readHead(etag?: string): Promise<StoredHead | 'unchanged' | undefined>;
  /**
   * Replaces the head that was read with `etag` (undefined: there was none). False when another writer was first, or it
   * has gone.
   */
  replaceHead(head: SearchHead, etag: string | undefined): Promise<boolean>;
  /** A packed index; undefined when it is gone. */
  readSnapshot(name: string): Promise<Uint8Array | undefined>;
  /** Stores a packed index under a new name and answers it. */
  addSnapshot(packed: Uint8Array): Promise<string>;
  removeSnapshots(names: readonly string[]): Promise<void>;
}
