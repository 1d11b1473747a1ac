import { PART_CHECKSUM_HEADER, SINGLE_PUT_HEADERS } from '../../../../lambdas/contract/media/upload-limits.ts';
import type { Clock } from '../clock.ts';
import { browserConnection, type Connection } from '../connection.ts';
import { createDigest, joinedDigest, type Digest } from './part-digest.ts';
import { retrying } from '../api/retry.ts';
import { TransferError } from './transfer-error.ts';
import { guarded } from './transfer-guard.ts';
import { createTransferMeter, type TransferProgress } from './transfer-meter.ts';
import { putBlob } from './xhr-put.ts';

/** Parts uploaded at the same time. */
const PARALLEL_PARTS = 4;
/** Parts signed by one call. Few, so that their URLs do not expire on a slow connection. */
const SIGN_BATCH = 8;
/** Retries of one part, including its signature: they bridge half a minute of an unstable connection. */
const PART_RETRIES = 5;

/** A part and the SHA-256 of its bytes, in base64. */
export interface PartDigest {
  readonly partNumber: number;
  readonly sha256: string;
}

/** The signed URL of a part. */
export interface PartUrl {
  readonly partNumber: number;
  readonly url: string;
}

/** How a file is split into parts. */
export interface Cut {
  /** Bytes of every part except the last. */
  readonly partSize: number;
  readonly partCount: number;
}

/** The state of a file on the server: its stored parts, or the checksum of the completed upload. */
export interface Stored extends Cut {
  readonly storedParts: readonly PartDigest[];
  readonly joined: string | null;
}

export interface TransferOptions {
  readonly file: Blob;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TransferProgress) => void;
}

export interface PartsOptions extends TransferOptions, Cut {
  /** Numbers of the parts that are stored already. */
  readonly stored: ReadonlySet<number>;
  readonly sign: (parts: PartDigest[]) => Promise<readonly PartUrl[]>;
  /** Whether an error of `sign` is transient. */
  readonly isTransientSignError: (error: unknown) => boolean;
}

/** Uploads files to S3. Every method rejects with TransferError, the error of `sign`, or the signal's reason. */
export interface S3Transfer {
  /** Uploads a file with one signed PUT, which is retried when the connection breaks. */
  readonly putWhole: (
    options: TransferOptions & { readonly url: string; readonly contentType: string },
  ) => Promise<void>;
  /** Uploads all missing parts, four at a time. Parts are signed shortly before their upload and retried one by one. */
  readonly putParts: (options: PartsOptions) => Promise<void>;
  /** Whether the stored data is from this file, by the checksums of its parts. */
  readonly isSameContent: (file: Blob, stored: Stored, signal: AbortSignal) => Promise<boolean>;
}

export interface TransferDeps {
  readonly clock: Clock;
  /** @default the browser's connection */
  readonly connection?: Connection;
  readonly digest?: Digest;
  readonly createRequest?: () => XMLHttpRequest;
}

const partOf = (file: Blob, { partSize }: Pick<Cut, 'partSize'>, partNumber: number): Blob =>
  file.slice((partNumber - 1) * partSize, partNumber * partSize);

/** Returns signed URLs part by part. Requests them in batches, and again for a part that failed. */
const createUrlSource = (digest: Digest, missing: readonly number[], options: PartsOptions) => {
  const { file, sign } = options;
  const digests = new Map<number, string>();
  const batches = new Map<number, Promise<ReadonlyMap<number, string>>>();
  const ask = async (numbers: readonly number[]) => {
    const parts: PartDigest[] = [];
    for (const partNumber of numbers) {
      const sha256 = digests.get(partNumber) ?? (await digest(partOf(file, options, partNumber)));
      digests.set(partNumber, sha256);
      parts.push({ partNumber, sha256 });
    }
    return new Map((await sign(parts)).map(({ partNumber, url }) => [partNumber, url]));
  };
  return async (index: number, isRetry: boolean): Promise<PartUrl & PartDigest> => {
    const partNumber = missing[index] ?? 0;
    const first = index - (index % SIGN_BATCH);
    const batch = isRetry ? ask([partNumber]) : (batches.get(first) ?? ask(missing.slice(first, first + SIGN_BATCH)));
    if (!isRetry) batches.set(first, batch);
    const url = (await batch).get(partNumber);
    const sha256 = digests.get(partNumber);
    if (url === undefined || sha256 === undefined)
      throw new TransferError('server', 0, `S3 upload failed: part ${partNumber} was not signed`);
    return { partNumber, url, sha256 };
  };
};

/** S3 returns 409 while another write of the same key is underway, whose outcome is open. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 409, 429]);

const isTransientFailure = (error: unknown): boolean =>
  error instanceof TransferError &&
  (error.kind === 'network' || error.kind === 'server' || TRANSIENT.has(error.status));
/** A 403 means an expired URL: the retry signs the part again. */
const isTransientPartFailure = (error: unknown): boolean =>
  isTransientFailure(error) || (error instanceof TransferError && error.status === 403);

/** Creates the transfers of a page. */
export const createS3Transfer = ({
  clock,
  connection = browserConnection,
  digest = createDigest(),
  createRequest,
}: TransferDeps): S3Transfer => {
  const request = createRequest ? { createRequest } : {};
  const retryOptions = { clock, connection, retries: PART_RETRIES };
  return {
    putWhole: ({ file, signal: outer, onProgress, url, contentType }) => {
      const meter = createTransferMeter(clock, file.size, onProgress);
      return guarded({ clock, connection, meter, signal: outer }, async (signal) => {
        let isRetry = false;
        await retrying({ ...retryOptions, isTransient: isTransientFailure, signal }, () => {
          const isSentBefore = isRetry;
          if (isSentBefore) meter.sent(0, 0);
          isRetry = true;
          return putBlob({
            url,
            body: file,
            headers: { 'content-type': contentType, ...SINGLE_PUT_HEADERS },
            signal,
            onSent: (bytes) => meter.sent(0, bytes),
            ...request,
          }).catch((error: unknown) => {
            // The URL accepts one file: the connection broke after S3 had stored it.
            if (!(isSentBefore && error instanceof TransferError && error.status === 412)) throw error;
            meter.sent(0, file.size);
          });
        });
      });
    },

    putParts: (options) => {
      const { file, stored, partCount, isTransientSignError, onProgress } = options;
      const missing = Array.from({ length: partCount }, (_, index) => index + 1).filter(
        (partNumber) => !stored.has(partNumber),
      );
      const missingBytes = missing.reduce((sum, partNumber) => sum + partOf(file, options, partNumber).size, 0);
      const meter = createTransferMeter(clock, file.size, onProgress, file.size - missingBytes);
      return guarded({ clock, connection, meter, signal: options.signal }, async (signal) => {
        const urlOf = createUrlSource(digest, missing, options);
        const isTransient = (error: unknown) => isTransientPartFailure(error) || isTransientSignError(error);

        const putPart = async (index: number): Promise<void> => {
          let isRetry = false;
          await retrying({ ...retryOptions, isTransient, signal }, async () => {
            if (isRetry) meter.sent(missing[index] ?? 0, 0);
            const { partNumber, url, sha256 } = await urlOf(index, isRetry).finally(() => (isRetry = true));
            const headers = { [PART_CHECKSUM_HEADER]: sha256 };
            await putBlob({
              url,
              body: partOf(file, options, partNumber),
              headers,
              signal,
              onSent: (bytes) => meter.sent(partNumber, bytes),
              ...request,
            });
          });
        };

        let next = 0;
        const putNextParts = async () => {
          while (next < missing.length) await putPart(next++);
        };
        await Promise.all(Array.from({ length: Math.min(PARALLEL_PARTS, missing.length) }, putNextParts));
      });
    },

    isSameContent: async (file, { storedParts, joined, ...cut }, signal) => {
      for (const { partNumber, sha256 } of storedParts) {
        signal.throwIfAborted();
        if ((await digest(partOf(file, cut, partNumber))) !== sha256) return false;
      }
      if (joined === null) return true;
      const all: string[] = [];
      for (let partNumber = 1; partNumber <= cut.partCount; partNumber += 1) {
        signal.throwIfAborted();
        all.push(await digest(partOf(file, cut, partNumber)));
      }
      return joined === (await joinedDigest(digest, all));
    },
  };
};
