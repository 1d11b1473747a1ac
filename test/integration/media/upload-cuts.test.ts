import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import type { MultipartCreated } from '../../../lambdas/contract/media/uploads.ts';
import { MAX_FILE_BYTES } from '../../../lambdas/contract/media/upload-limits.ts';
import { createDigest } from '../../../web/src/lib/transfer/part-digest.ts';
import { createS3Transfer } from '../../../web/src/lib/transfer/s3-upload.ts';
import { openCutLine } from '../../support/network/cut-line.ts';
import { hasty, sendOverCutLine } from '../../support/network/cut-upload.ts';
import { UPLOADS, startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';
import { createNodeXhr } from '../../support/network/node-xhr.ts';
import { repositoryRoot } from '../../support/source-tree.ts';
import { sparseFile } from '../../support/network/sparse-file.ts';

jest.setTimeout(300_000);

const UPLOAD = 'POST /api/functions/s3-upload-url';
const MIB = 2 ** 20;
/**
 * Bytes of the file that crosses the broken line: between two cuts, the parts on their way together come to their end.
 * The bench sends 2 GB.
 */
const SIZE = 768 * MIB;
const CUTS = 10;

let flow: MediaFlow;
let folder: string;
beforeAll(async () => {
  flow = await startMediaFlow();
  folder = mkdtempSync(join(tmpdir(), 'soundstage-cuts-'));
});
afterAll(async () => {
  await flow.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A film of which only the start is on the disk. */
const sparseFilm = (name: string, size: number): Blob =>
  sparseFile(join(folder, name), readFileSync(join(repositoryRoot, 'test', 'support', 'media', 'rabbit320.mp4')), size);

const ask = async <T>(body: object): Promise<T> => {
  const answer = await flow.call(UPLOAD, body);
  expect([answer.status, answer.problem]).toEqual([200, expect.anything()]);
  return answer.body as T;
};

it(`${SIZE / MIB} MiB over a line that is cut ten times and a page that is closed arrive whole, and hardly anything is sent twice`, async () => {
  const sent = await sendOverCutLine(sparseFilm('film.mp4', SIZE), CUTS, ask);
  console.info(
    `${SIZE / MIB} MiB in ${sent.partCount} parts of ${sent.partSize / MIB} MiB: ${sent.cuts} cuts met ${sent.inFlight} parts in flight; ` +
      `${sent.resent} parts sent again, ${((sent.bytes / SIZE - 1) * 100).toFixed(1)}% more bytes than the file has; the second page found ${sent.found} parts stored; ` +
      `most bytes in buffers ${(sent.peak / MIB).toFixed(0)} MiB; ${sent.seconds.toFixed(1)} s`,
  );
  expect(sent).toMatchObject({ cuts: CUTS, foundResent: 0 });
  expect(sent.resent).toBeGreaterThan(0);
  expect(sent.resent).toBeLessThanOrEqual(sent.inFlight);
  expect(flow.s3.statObject(UPLOADS, sent.s3Key)).toMatchObject({ size: SIZE });
  expect(await flow.uploads.get(sent.contentId)).toMatchObject({ state: 'completed' });
});

it('control: one PUT of the whole file over such a line begins anew at each cut, and stores nothing', async () => {
  const file = sparseFilm('small.mp4', 24 * MIB);
  const { s3Key, uploadUrl } = await ask<{ s3Key: string; uploadUrl: string }>({
    fileName: 'small.mp4',
    fileType: 'video/mp4',
    fileSize: file.size,
  });
  let cuts = 0;
  const line = await openCutLine(Number(new URL(uploadUrl).port), (cut) => {
    if (cuts >= CUTS || cut.sent() < ((cuts + 1) * file.size) / 2) return;
    cuts += 1;
    cut.cut();
  });
  const transfer = createS3Transfer({
    clock: hasty,
    connection: { isOnline: () => true, whenOnline: () => Promise.resolve() },
    digest: createDigest(),
    createRequest: createNodeXhr(line),
  });
  const end = await transfer
    .putWhole({
      file,
      url: uploadUrl,
      contentType: 'video/mp4',
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    .then(
      () => 'stored',
      (error: Error) => error.message,
    );
  console.info(
    `control: one PUT of ${file.size / MIB} MiB sent ${(line.sent() / MIB).toFixed(0)} MiB until the ${cuts}th cut, and ended with “${end}”`,
  );
  await line.close();
  expect(end).toBe('S3 upload failed: 0 no connection or timeout');
  expect(line.sent()).toBeGreaterThan(2 * file.size);
  expect(flow.s3.statObject(UPLOADS, s3Key)).toBeUndefined();
  await ask({ action: 'abort', s3Key });
});

it('50 GB are planned without being read: parts fit exactly and memory stays flat', async () => {
  const file = sparseFilm('long.mp4', MAX_FILE_BYTES);
  const before = process.memoryUsage();
  const { s3Key, partSize, partCount } = await ask<z.infer<typeof MultipartCreated>>({
    action: 'create',
    fileName: 'long.mp4',
    fileType: 'video/mp4',
    fileSize: file.size,
  });
  const sizes = Array.from(
    { length: partCount },
    (_, index) => file.slice(index * partSize, (index + 1) * partSize).size,
  );
  const after = process.memoryUsage();
  const grown = (after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed) / MIB;
  console.info(
    `50 GB: ${partCount} parts of ${partSize / MIB} MiB, the last of ${(sizes.at(-1) ?? 0) / MIB} MiB; memory grew by ${grown.toFixed(1)} MiB`,
  );
  expect({ partCount, partSize }).toEqual({ partCount: 800, partSize: 64 * MIB });
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(MAX_FILE_BYTES);
  expect(sizes.slice(0, -1).every((size) => size === partSize)).toBe(true);
  expect(grown).toBeLessThan(32);
  await ask({ action: 'abort', s3Key });
});
