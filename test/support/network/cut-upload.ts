import type * as z from 'zod/mini';
import type { MultipartCreated, MultipartSigned, UploadParts } from '../../../lambdas/contract/media/uploads.ts';
import type { Clock } from '../../../web/src/lib/clock.ts';
import { createDigest } from '../../../web/src/lib/transfer/part-digest.ts';
import { createS3Transfer, type PartDigest } from '../../../web/src/lib/transfer/s3-upload.ts';
import { openCutLine, type CutLine } from './cut-line.ts';
import { createNodeXhr } from './node-xhr.ts';
import { ANY_SHA256 } from './upload-parts.ts';

/** What an upload over a broken line came to. */
export interface CutUpload {
  readonly contentId: string;
  readonly s3Key: string;
  readonly partCount: number;
  /** Bytes of every part but the last. */
  readonly partSize: number;
  readonly cuts: number;
  /** Parts on their way when the line was cut, over all cuts. */
  readonly inFlight: number;
  /** Parts that were sent more than once. */
  readonly resent: number;
  /** Bytes on the line, headers included. */
  readonly bytes: number;
  /** Parts that the second page found, and how many of them it sent all the same. */
  readonly found: number;
  readonly foundResent: number;
  /** Most bytes in buffers of this process. */
  readonly peak: number;
  readonly seconds: number;
}

/** Pauses between repetitions pass quickly; everything else is the system's time. */
export const hasty: Clock = {
  now: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms / 50);
    return () => clearTimeout(timer);
  },
};

/**
 * Sends a file with the web application's own transfer over a line that is cut again and again; half-way the page is
 * closed and another one goes on with what the server tells. `ask` calls `s3-upload-url` and throws for a refusal.
 */
export const sendOverCutLine = async (
  file: Blob,
  wantedCuts: number,
  ask: (body: object) => Promise<unknown>,
): Promise<CutUpload> => {
  const started = Date.now();
  const announced = { fileName: 'film.mp4', fileType: 'video/mp4', fileSize: file.size };
  const { contentId, s3Key, partSize, partCount } = (await ask({ action: 'create', ...announced })) as z.infer<
    typeof MultipartCreated
  >;
  const sign = async (parts: PartDigest[]) =>
    ((await ask({ action: 'sign', s3Key, parts })) as z.infer<typeof MultipartSigned>).parts;

  let cuts = 0;
  let inFlight = 0;
  let peak = 0;
  const open = new Set<XMLHttpRequest>();
  const puts: number[] = [];
  const page = new AbortController();
  const onSent = (line: CutLine): void => {
    if (cuts >= wantedCuts || line.sent() < ((cuts + 1) * file.size) / (wantedCuts + 1)) return;
    cuts += 1;
    inFlight += open.size;
    line.cut();
    if (cuts === Math.ceil(wantedCuts / 2)) page.abort();
  };
  const [somewhere] = await sign([{ partNumber: 1, sha256: ANY_SHA256 }]);
  const line = await openCutLine(Number(new URL(somewhere?.url ?? '').port), onSent);
  const createRequest = createNodeXhr(line, (url) => puts.push(Number(new URL(url).searchParams.get('partNumber'))));
  const openPage = () =>
    createS3Transfer({
      clock: hasty,
      connection: { isOnline: () => true, whenOnline: () => Promise.resolve() },
      digest: createDigest(),
      createRequest: () => {
        const request = createRequest();
        open.add(request);
        for (const type of ['load', 'error', 'abort']) request.addEventListener(type, () => open.delete(request));
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
    if (!closed) throw new Error('The first page ended before it was closed');
    const before = puts.length;
    const { signal } = new AbortController();
    const second = openPage();
    const left = (await ask({ action: 'parts', s3Key })) as z.infer<typeof UploadParts>;
    if (!(await second.isSameContent(file, left, signal)))
      throw new Error('The file is not taken for what was sent of it');
    const stored = new Set(left.storedParts.map(({ partNumber }) => partNumber));
    await second.putParts({ ...options, stored, signal });
    await ask({ action: 'complete', s3Key });
    return {
      contentId,
      s3Key,
      partCount,
      partSize,
      cuts,
      inFlight,
      peak,
      resent: puts.length - partCount,
      bytes: line.sent(),
      found: stored.size,
      foundResent: puts.slice(before).filter((part) => stored.has(part)).length,
      seconds: (Date.now() - started) / 1000,
    };
  } finally {
    await line.close();
  }
};
