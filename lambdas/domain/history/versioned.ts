/** Information about the last write of a stored value. */
export interface LastWrite {
  /** Increases with every write. */
  readonly version: number;
  /** The loaded page that wrote it, and the sequence number of the write. */
  readonly writer: string;
  readonly number: number;
}

/** What a write is based on. */
export interface WriteStamp {
  /** The version that the writer last saw; 0 for none. */
  readonly base_version: number;
  readonly writer: string;
  readonly number: number;
}

/**
 * How a write relates to the stored value. `first`: nothing is stored. `next`: newer than the stored value. `repeated`:
 * this write is already stored, but its response was lost. `stale`: the writer missed a write from another page, or the
 * same page has written something later.
 */
export type WriteRelation = 'first' | 'next' | 'repeated' | 'stale';

/**
 * Compares a write with the stored value. A device bases each write on a version that it has seen, so every accepted
 * write is newer than the one it replaces, in whatever order the network delivers them. The table's write condition
 * makes the same check.
 */
export const compareWrite = (current: LastWrite | undefined, stamp: WriteStamp): WriteRelation => {
  if (!current) return stamp.base_version === 0 ? 'first' : 'stale';
  if (current.writer !== stamp.writer) return current.version === stamp.base_version ? 'next' : 'stale';
  if (current.number === stamp.number) return 'repeated';
  return current.number < stamp.number ? 'next' : 'stale';
};
