import type * as z from 'zod/mini';
import type { MultipartCreated, MultipartSigned, UploadParts } from '../../../lambdas/contract/media/uploads.ts';
import type { Clock } from '../../../web/src/lib/clock.ts';
import { createDigest } from '../../../web/src/lib/transfer/part-digest.ts';
import { createS3Transfer, type PartDigest } from '../../../web/src/lib/transfer/s3-upload.ts';
import { openFlakyProxy, type FlakyProxy } from './flaky-proxy.ts';
import { createNodeXhr } from './node-xhr.ts';
import { ANY_SHA256 } from './upload-parts.ts';

/** The result of an upload over a proxy that drops connections. */
export interface InterruptedUpload {
  readonly contentId: string;
  readonly s3Key: string;
  readonly partCount: number;
  /** Bytes of every part except the last. */
  readonly partSize: number;
  readonly drops: number;
  /** Parts in flight when connections were dropped or the page was closed, over all times. */
  readonly inFlight: number;
  /** Parts sent more than once. */
  readonly resent: number;
  /** Bytes sent over the proxy, headers included. */
  readonly bytes: number;
  /** Parts that were already stored when the second page resumed, and how many of them it sent again. */
  readonly found: number;
  readonly foundResent: number;
  /** Peak bytes in array buffers of this process. */
  readonly peak: number;
  readonly seconds: number;
}

/** A clock that shortens the pauses between retries; the current time is real. */
export const fastRetryClock: Clock = {
  now: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms / 50);
    return () => clearTimeout(timer);
  },
};

/**
 * Uploads a file with the web application's transfer code over a proxy that drops connections repeatedly. The page
 * closes when it has stored a part after half of the drops, and another page resumes from the server's state. `ask`
 * calls `s3-upload-url` and throws on an error.
 */
export const uploadOverFlakyProxy = async (
  file: Blob,
  dropCount: number,
  ask: (body: object) => Promise<unknown>,
): Promise<InterruptedUpload> => {
  const started = Date.now();
  const announced = { fileName: 'film.mp4', fileType: 'video/mp4', fileSize: file.size };
  const { contentId, s3Key, partSize, partCount } = (await ask({ action: 'create', ...announced })) as z.infer<
    typeof MultipartCreated
  >;
  const sign = async (parts: PartDigest[]) =>
    ((await ask({ action: 'sign', s3Key, parts })) as z.infer<typeof MultipartSigned>).parts;

  let drops = 0;
  let sentAtDrop = 0;
  let inFlight = 0;
  let peak = 0;
  const open = new Set<XMLHttpRequest>();
  const puts: number[] = [];
  const page = new AbortController();
  /** Whether the page closes with the next part that it stores. No connection is dropped until then. */
  const isClosing = (): boolean => drops >= dropCount / 2 && !page.signal.aborted;
  const onSent = (proxy: FlakyProxy): void => {
    if (drops >= dropCount || isClosing() || proxy.sent() - sentAtDrop < file.size / (dropCount + 1)) return;
    drops += 1;
    sentAtDrop = proxy.sent();
    inFlight += open.size;
    proxy.dropConnections();
  };
  const onStored = (): void => {
    if (!isClosing()) return;
    inFlight += open.size;
    page.abort();
  };
  const [somewhere] = await sign([{ partNumber: 1, sha256: ANY_SHA256 }]);
  const proxy = await openFlakyProxy(Number(new URL(somewhere?.url ?? '').port), onSent);
  const createRequest = createNodeXhr(proxy, (url) => puts.push(Number(new URL(url).searchParams.get('partNumber'))));
  const openPage = () =>
    createS3Transfer({
      clock: fastRetryClock,
      connection: { isOnline: () => true, whenOnline: () => Promise.resolve() },
      digest: createDigest(),
      createRequest: () => {
        const request = createRequest();
        open.add(request);
        for (const type of ['load', 'error', 'abort']) request.addEventListener(type, () => open.delete(request));
        request.addEventListener('load', () => {
          if (request.status === 200) onStored();
        });
        peak = Math.max(peak, process.memoryUsage().arrayBuffers);
        return request;
      },
    });
  const options = { file, partSize, partCount, sign, isTransientSignError: () => false, onProgress: () => undefined };
  try {
    const closed = await openPage()
      .putParts({ ...options, stored: new Set(), signal: page.signal })
      .then(
        () => false,
        () => page.signal.aborted,
      );
    if (!closed) throw new Error('The first page finished before it was closed');
    const before = puts.length;
    const { signal } = new AbortController();
    const second = openPage();
    const upload = (await ask({ action: 'parts', s3Key })) as z.infer<typeof UploadParts>;
    if (!(await second.isSameContent(file, upload, signal)))
      throw new Error('The file does not match the stored parts');
    const stored = new Set(upload.storedParts.map(({ partNumber }) => partNumber));
    await second.putParts({ ...options, stored, signal });
    await ask({ action: 'complete', s3Key });
    return {
      contentId,
      s3Key,
      partCount,
      partSize,
      drops,
      inFlight,
      peak,
      resent: puts.length - partCount,
      bytes: proxy.sent(),
      found: stored.size,
      foundResent: puts.slice(before).filter((part) => stored.has(part)).length,
      seconds: (Date.now() - started) / 1000,
    };
  } finally {
    await proxy.close();
  }
};
