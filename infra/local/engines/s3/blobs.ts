import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startChecksum } from './protocol/digests.ts';
import type { ByteRange, ChecksumAlgorithm } from './types.ts';

/** A completely received file. It is unused until the index refers to it. */
export interface ReceivedBlob {
  readonly blob: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal; empty when it was not requested. */
  readonly md5: string;
  /** Base64 of each requested checksum. */
  readonly checksums: Readonly<Partial<Record<ChecksumAlgorithm, string>>>;
  /** Hexadecimal, when it was requested. */
  readonly sha256?: string;
}

/** Files of bytes under random names, written once and never changed. */
export interface BlobStore {
  /** Streams to a new file. Leaves no file when the source fails. `check` can throw to reject the file. */
  receive(
    source: Readable | AsyncIterable<Buffer>,
    options?: {
      readonly algorithms?: readonly ChecksumAlgorithm[];
      readonly sha256?: boolean;
      /** Default: true. */
      readonly md5?: boolean;
      /** Maximum bytes; `onExceeded` creates the error for more. */
      readonly limit?: number;
      readonly onExceeded?: () => Error;
      readonly check?: (received: ReceivedBlob) => void;
    },
  ): Promise<ReceivedBlob>;
  path(blob: string): string;
  read(blob: string, range?: ByteRange): Readable;
  /** Removes files in the background; `settled` waits for it. */
  remove(blobs: readonly string[]): void;
  /** Removes every file that `known` does not name: files that a crash left without an index entry. */
  sweep(known: ReadonlySet<string>): void;
  settled(): Promise<void>;
}

const BLOB_NAME = /^[0-9a-f]{32}$/;
const COPY_BUFFER_BYTES = 1024 * 1024;

/** Stores blobs in `folder`, spread over 256 subfolders. Names never come from a client. */
export const createBlobStore = (folder: string): BlobStore => {
  const incoming = join(folder, 'incoming');
  rmSync(incoming, { recursive: true, force: true });
  mkdirSync(incoming, { recursive: true });
  const shards = Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0'));
  for (const shard of shards) mkdirSync(join(folder, shard), { recursive: true });
  const pending = new Set<Promise<void>>();

  const path = (blob: string): string => {
    if (!BLOB_NAME.test(blob)) throw new Error('Invalid blob name');
    return join(folder, blob.slice(0, 2), blob);
  };

  return {
    path,
    async receive(
      source,
      {
        algorithms = [],
        sha256 = false,
        md5: withMd5 = true,
        limit = Number.POSITIVE_INFINITY,
        onExceeded,
        check,
      } = {},
    ) {
      const blob = randomBytes(16).toString('hex');
      const temporary = join(incoming, blob);
      const md5 = withMd5 ? createHash('md5') : undefined;
      const payload = sha256 ? createHash('sha256') : undefined;
      const running = algorithms.map((name) => ({ name, digest: startChecksum(name) }));
      let size = 0;
      const meter = async function* (chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
        for await (const piece of chunks) {
          const chunk = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
          size += chunk.length;
          if (size > limit) throw onExceeded?.() ?? new Error('Too many bytes');
          md5?.update(chunk);
          payload?.update(chunk);
          for (const { digest } of running) digest.update(chunk);
          yield chunk;
        }
      };
      try {
        await pipeline(source, meter, createWriteStream(temporary, { flags: 'wx' }));
        const received: ReceivedBlob = {
          blob,
          size,
          md5: md5?.digest('hex') ?? '',
          checksums: Object.fromEntries(running.map(({ name, digest }) => [name, digest.digest().toString('base64')])),
          ...(payload ? { sha256: payload.digest('hex') } : {}),
        };
        check?.(received);
        await rename(temporary, path(blob));
        return received;
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    read: (blob, range) =>
      // Open the file now, so that a removal right after the index lookup cannot interfere.
      createReadStream('', {
        fd: openSync(path(blob), 'r'),
        highWaterMark: COPY_BUFFER_BYTES,
        ...(range ? { start: range.start, end: range.end } : {}),
      }),
    remove(blobs) {
      for (const blob of blobs) {
        if (blob === '') continue;
        // Some systems cannot remove a file that is still open; the sweep of the next start removes it.
        const removal: Promise<void> = rm(path(blob), { force: true })
          .catch(() => undefined)
          .finally(() => pending.delete(removal));
        pending.add(removal);
      }
    },
    sweep(known) {
      for (const shard of shards) {
        for (const name of readdirSync(join(folder, shard))) {
          if (!known.has(name)) rmSync(join(folder, shard, name), { force: true });
        }
      }
    },
    async settled() {
      await Promise.all(pending);
    },
  };
};
