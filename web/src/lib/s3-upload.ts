import type { Clock } from './clock.ts';
import { retrying } from './retry.ts';
import { TransferError, timeoutError } from './transfer-error.ts';
import { createTransferMeter, type TransferMeter, type TransferProgress } from './transfer-meter.ts';
import { putBlob } from './xhr-put.ts';

/** Milliseconds without progress after which a transfer is given up, and between two looks (specification, section 9). */
const STALL_LIMIT_MS = 5 * 60_000;
const STALL_CHECK_MS = 30_000;
/** Milliseconds that a transfer may take in all (specification, section 9). */
const TRANSFER_LIMIT_MS = 4 * 60 * 60_000;
/** Parts on their way at the same time. */
const PARALLEL_PARTS = 4;
/** Parts signed by one call: few, so that a slow line does not outlive their URLs. */
const SIGN_BATCH = 8;
/** Repetitions of one part. */
const PART_RETRIES = 3;

/** A part with the ETag that S3 gave it. */
export interface SentPart {
  readonly partNumber: number;
  readonly etag: string;
}

/** Where one part goes. */
export interface PartUrl {
  readonly partNumber: number;
  readonly url: string;
}

export interface TransferOptions {
  readonly file: Blob;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TransferProgress) => void;
}

export interface PartsOptions extends TransferOptions {
  /** Bytes of every part but the last. */
  readonly partSize: number;
  readonly partCount: number;
  readonly sign: (partNumbers: number[]) => Promise<readonly PartUrl[]>;
  /** Whether `sign` failed with something that may pass. */
  readonly isTransientSignError: (error: unknown) => boolean;
}

/** Sends files to S3. Every method rejects with TransferError, with what `sign` threw, or with the signal's reason. */
export interface S3Transfer {
  /** One signed PUT. */
  readonly putWhole: (options: TransferOptions & { readonly url: string; readonly contentType: string }) => Promise<void>;
  /** All parts, four at a time, signed just before they go; each is tried again by itself. Answers them in order. */
  readonly putParts: (options: PartsOptions) => Promise<readonly SentPart[]>;
}

/** Ends a transfer that stands still or takes too long, and all requests of it when one fails for good. */
const guarded = async <T>(
  clock: Clock,
  { file, signal, onProgress }: TransferOptions,
  run: (signal: AbortSignal, meter: TransferMeter) => Promise<T>,
): Promise<T> => {
  const inner = new AbortController();
  const onAbort = () => inner.abort(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', onAbort, { once: true });
  const meter = createTransferMeter(clock, file.size, onProgress);
  const startedAt = clock.now();
  const look = () => {
    const now = clock.now();
    if (now - meter.lastProgressAt() > STALL_LIMIT_MS || now - startedAt >= TRANSFER_LIMIT_MS) inner.abort(timeoutError());
    else stopLooking = clock.after(STALL_CHECK_MS, look);
  };
  let stopLooking = clock.after(STALL_CHECK_MS, look);
  try {
    return await run(inner.signal, meter);
  } catch (error) {
    inner.abort(error);
    throw inner.signal.reason;
  } finally {
    stopLooking();
    signal.removeEventListener('abort', onAbort);
  }
};

/** Hands out signed URLs part by part, asking for them in batches and anew for a part that failed. */
const createUrlSource = ({ sign, partCount }: PartsOptions) => {
  const batches = new Map<number, Promise<ReadonlyMap<number, string>>>();
  const ask = async (numbers: number[]) => new Map((await sign(numbers)).map(({ partNumber, url }) => [partNumber, url]));
  return async (partNumber: number, again: boolean): Promise<string> => {
    const first = partNumber - ((partNumber - 1) % SIGN_BATCH);
    const numbers = Array.from({ length: Math.min(SIGN_BATCH, partCount - first + 1) }, (_, index) => first + index);
    const batch = again ? ask([partNumber]) : (batches.get(first) ?? ask(numbers));
    if (!again) batches.set(first, batch);
    const url = (await batch).get(partNumber);
    if (url === undefined) throw new TransferError('server', 0, `S3 upload failed: part ${partNumber} was not signed`);
    return url;
  };
};

/** 403 is an outlived URL: the next try signs anew. */
const mayPass = (error: unknown): boolean =>
  error instanceof TransferError && (error.kind === 'network' || error.kind === 'server' || error.status === 403 || error.status === 408 || error.status === 429);

/** Makes the transfers of a page. */
export const createS3Transfer = (clock: Clock, createRequest?: () => XMLHttpRequest): S3Transfer => {
  const request = createRequest ? { createRequest } : {};
  return {
    putWhole: (options) =>
      guarded(clock, options, async (signal, meter) => {
        const { url, contentType, file: body } = options;
        await putBlob({ url, body, contentType, signal, onSent: (bytes) => meter.sent(0, bytes), ...request });
      }),

    putParts: (options) =>
      guarded(clock, options, async (signal, meter) => {
        const { file, partSize, partCount, isTransientSignError } = options;
        const urlOf = createUrlSource(options);
        const isTransient = (error: unknown) => mayPass(error) || isTransientSignError(error);

        const putPart = async (partNumber: number): Promise<SentPart> => {
          let again = false;
          return retrying({ clock, retries: PART_RETRIES, isTransient, signal }, async () => {
            meter.sent(partNumber, 0);
            const url = await urlOf(partNumber, again).finally(() => (again = true));
            const body = file.slice((partNumber - 1) * partSize, partNumber * partSize);
            const etag = await putBlob({ url, body, signal, onSent: (bytes) => meter.sent(partNumber, bytes), ...request });
            if (etag === null) throw new TransferError('client', 200, 'S3 upload failed: the answer has no ETag');
            return { partNumber, etag };
          });
        };

        const sent: SentPart[] = [];
        let next = 1;
        const work = async () => {
          while (next <= partCount) sent.push(await putPart(next++));
        };
        await Promise.all(Array.from({ length: Math.min(PARALLEL_PARTS, partCount) }, work));
        return sent.sort((a, b) => a.partNumber - b.partNumber);
      }),
  };
};
