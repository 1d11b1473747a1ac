import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The read positions of a mapping: the last settled sequence number of each shard. */
export interface StreamPositions {
  get(shardId: string): string | undefined;
  /** Marks a shard as read up to and including a record. */
  set(shardId: string, sequenceNumber: string): void;
  /** Whether this mapping has never read from this stream. */
  isEmpty(): boolean;
  /** Removes shards that no longer exist. */
  retain(shardIds: readonly string[]): void;
}

interface Stored {
  readonly streamArn: string;
  readonly shards: Record<string, string>;
}

const read = (file: string, streamArn: string): Record<string, string> => {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Stored;
    // Sequence numbers of another stream do not apply.
    return stored.streamArn === streamArn ? stored.shards : {};
  } catch {
    return {};
  }
};

/** Creates positions in a small file that is replaced as a whole; without a file, they are kept in memory. */
export const createStreamPositions = (streamArn: string, file?: string): StreamPositions => {
  let shards = file === undefined ? {} : read(file, streamArn);
  const save = (): void => {
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify({ streamArn, shards } satisfies Stored));
    renameSync(`${file}.new`, file);
  };
  return {
    get: (shardId) => shards[shardId],
    set(shardId, sequenceNumber) {
      shards[shardId] = sequenceNumber;
      save();
    },
    isEmpty: () => Object.keys(shards).length === 0,
    retain(shardIds) {
      const retained = Object.entries(shards).filter(([id]) => shardIds.includes(id));
      if (retained.length === Object.keys(shards).length) return;
      shards = Object.fromEntries(retained);
      save();
    },
  };
};
