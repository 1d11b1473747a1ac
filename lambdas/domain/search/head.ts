import * as z from 'zod/mini';
import { SearchDocument } from './document.ts';

/**
 * A change of one content item: its new document, null when it is no longer in the index, or all its documents where an
 * item has several.
 */
export const SearchChange = z.union([
  z.object({ id: z.string(), document: z.nullable(SearchDocument) }),
  z.object({ id: z.string(), documents: z.array(SearchDocument) }),
]);
export type SearchChange = z.infer<typeof SearchChange>;

/** The documents of a content item after its change. */
export const documentsAfterChange = (change: SearchChange): readonly SearchDocument[] =>
  'documents' in change ? change.documents : change.document === null ? [] : [change.document];

/** A packed index of the content items that changed since the large one was packed. */
const Recent = z.object({
  /** Name of the packed index. */
  snapshot: z.string(),
  /** Number of documents in it. */
  count: z.number(),
  /** The content items whose documents in the large index are outdated. Some are no longer in either. */
  ids: z.array(z.string()),
});

/**
 * The object that defines the index: a packed index, a smaller one with what changed since, and the latest changes. It
 * is always replaced as a whole, and only by a writer that has read the current version.
 */
export const SearchHead = z.object({
  /** Name of the packed index. */
  snapshot: z.string(),
  /** Number of documents in it. */
  count: z.number(),
  recent: z.optional(Recent),
  /** The latest change of each content item that changed since, oldest first. */
  changes: z.array(SearchChange),
  /** Previous packed indexes, which readers may still be loading. They are deleted when the next one is stored. */
  retired: z.array(z.string()),
});
export type SearchHead = z.infer<typeof SearchHead>;

/** The packed indexes that a head names. */
export const snapshotsOf = ({ snapshot, recent }: SearchHead): readonly string[] =>
  recent ? [snapshot, recent.snapshot] : [snapshot];

/**
 * The index is repacked when more than one in this many documents has changed, so that the cost of packing stays
 * proportional to the changes.
 */
const DOCUMENTS_PER_CHANGE = 64;

/** More bytes of changes than this would make the head slow to read. */
const MAX_CHANGES_BYTES = 1_000_000;

/**
 * What must be packed: everything (`all`), the changes into the smaller index (`recent`), or nothing. Removed documents
 * are not known by number, so that each change counts as one document at least.
 */
export const duePacking = (
  { count, recent }: Pick<SearchHead, 'count' | 'recent'>,
  changes: readonly SearchChange[],
): 'all' | 'recent' | undefined => {
  const changed = changes.reduce((sum, change) => sum + Math.max(1, documentsAfterChange(change).length), 0);
  if (changed + Math.max(recent?.count ?? 0, recent?.ids.length ?? 0) > Math.floor(count / DOCUMENTS_PER_CHANGE))
    return 'all';
  return Buffer.byteLength(JSON.stringify(changes)) > MAX_CHANGES_BYTES ? 'recent' : undefined;
};

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
