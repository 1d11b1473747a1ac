import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** How far a mapping has read: the last settled sequence number of each shard. */
export interface StreamPositions {
  get(shardId: string): string | undefined;
  /** Marks a shard as read up to and with a record. */
  set(shardId: string, sequenceNumber: string): void;
  /** True when nothing was ever read from this stream by this mapping. */
  isEmpty(): boolean;
  /** Keeps only shards that still exist. */
  retain(shardIds: readonly string[]): void;
}

interface Stored {
  readonly streamArn: string;
  readonly shards: Record<string, string>;
}

const read = (file: string, streamArn: string): Record<string, string> => {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Stored;
    // Another ARN is another stream: its sequence numbers mean nothing here.
    return stored.streamArn === streamArn ? stored.shards : {};
  } catch {
    return {};
  }
};

/** Positions in a small file, written whole; without a file they last as long as the process. */
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
      const kept = Object.entries(shards).filter(([id]) => shardIds.includes(id));
      if (kept.length === Object.keys(shards).length) return;
      shards = Object.fromEntries(kept);
      save();
    },
  };
};
