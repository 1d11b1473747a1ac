/** What a stored value says about its last write. */
export interface LastWrite {
  /** Rises with every write. */
  readonly version: number;
  /** The loaded page that wrote it, and which of its writes it was. */
  readonly writer: string;
  readonly number: number;
}

/** On what a write stands. */
export interface WriteStamp {
  /** The version that the writer knew; 0 for none. */
  readonly base_version: number;
  readonly writer: string;
  readonly number: number;
}

/**
 * What a write is to what stands there: `first` (nothing does), `next`, `repeated` (this very write was stored, and its
 * answer lost), or `stale`: somebody wrote whom the writer did not know of, or the same page wrote something later.
 */
export type Judgment = 'first' | 'next' | 'repeated' | 'stale';

/**
 * Judges a write. A device only ever sends what it saw after it learned of the version that it names, so each accepted
 * write is newer than the one that it replaces, whatever the network does to the order in which they come. The table
 * asks the same in its condition.
 */
export const judgeWrite = (current: LastWrite | undefined, stamp: WriteStamp): Judgment => {
  if (!current) return stamp.base_version === 0 ? 'first' : 'stale';
  if (current.writer !== stamp.writer) return current.version === stamp.base_version ? 'next' : 'stale';
  if (current.number === stamp.number) return 'repeated';
  return current.number < stamp.number ? 'next' : 'stale';
};
