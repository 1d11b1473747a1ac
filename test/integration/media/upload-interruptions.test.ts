import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import type { MultipartCreated } from '../../../lambdas/contract/media/uploads.ts';
import { MAX_FILE_BYTES } from '../../../lambdas/contract/media/upload-limits.ts';
import { createDigest } from '../../../web/src/lib/transfer/part-digest.ts';
import { createS3Transfer } from '../../../web/src/lib/transfer/s3-upload.ts';
import { openFlakyProxy } from '../../support/network/flaky-proxy.ts';
import { fastRetryClock, uploadOverFlakyProxy } from '../../support/network/interrupted-upload.ts';
import { UPLOADS } from '../../support/worlds/media-engines.ts';
import { startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';
import { createNodeXhr } from '../../support/network/node-xhr.ts';
import { rounds } from '../../support/rounds.ts';
import { repositoryRoot } from '../../support/source-tree.ts';
import { sparseFile } from '../../support/network/sparse-file.ts';

const UPLOAD = 'POST /api/functions/s3-upload-url';
const MIB = 2 ** 20;
/** Bytes of the file that is uploaded over the unstable connection. The bench uploads 2 GB. */
const SIZE = rounds('MiB over ten dropped connections', { quick: 160, full: 768 }) * MIB;
const DROPS = 10;

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

/** A film of which only the start takes up disk space. */
const sparseFilm = (name: string, size: number): Blob =>
  sparseFile(join(folder, name), readFileSync(join(repositoryRoot, 'test', 'support', 'media', 'rabbit320.mp4')), size);

const request = async <T>(body: object): Promise<T> => {
  const response = await flow.call(UPLOAD, body);
  expect([response.status, response.problem]).toEqual([200, expect.anything()]);
  return response.body as T;
};

it(`uploads ${SIZE / MIB} MiB over ten dropped connections and a closed page, resending hardly anything`, async () => {
  const result = await uploadOverFlakyProxy(sparseFilm('film.mp4', SIZE), DROPS, request);
  const { partCount, partSize, drops, inFlight, resent, found } = result;
  console.info(
    `${SIZE / MIB} MiB in ${partCount} parts of ${partSize / MIB} MiB: ${drops} drops hit ${inFlight} parts in flight;`,
    `${resent} parts resent, ${((result.bytes / SIZE - 1) * 100).toFixed(1)}% more bytes than the file has;`,
    `the second page found ${found} parts stored; peak of buffers ${(result.peak / MIB).toFixed(0)} MiB;`,
    `${result.seconds.toFixed(1)} s`,
  );
  expect(result).toMatchObject({ drops: DROPS, foundResent: 0 });
  expect(found).toBeGreaterThan(0);
  expect(resent).toBeGreaterThan(0);
  expect(resent).toBeLessThanOrEqual(inFlight);
  expect(flow.s3.statObject(UPLOADS, result.s3Key)).toMatchObject({ size: SIZE });
  expect(await flow.uploads.get(result.contentId)).toMatchObject({ state: 'completed' });
});

it('control: one PUT of the whole file restarts at each drop and stores nothing', async () => {
  const file = sparseFilm('small.mp4', 24 * MIB);
  const { s3Key, uploadUrl } = await request<{ s3Key: string; uploadUrl: string }>({
    fileName: 'small.mp4',
    fileType: 'video/mp4',
    fileSize: file.size,
  });
  let drops = 0;
  const flakyProxy = await openFlakyProxy(Number(new URL(uploadUrl).port), (proxy) => {
    if (drops >= DROPS || proxy.sent() < ((drops + 1) * file.size) / 2) return;
    drops += 1;
    proxy.dropConnections();
  });
  const transfer = createS3Transfer({
    clock: fastRetryClock,
    connection: { isOnline: () => true, whenOnline: () => Promise.resolve() },
    digest: createDigest(),
    createRequest: createNodeXhr(flakyProxy),
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
    `control: one PUT of ${file.size / MIB} MiB sent ${(flakyProxy.sent() / MIB).toFixed(0)} MiB`,
    `until the ${drops}th drop, and ended with "${end}"`,
  );
  await flakyProxy.close();
  expect(end).toBe('S3 upload failed: 0 no connection or timeout');
  expect(flakyProxy.sent()).toBeGreaterThan(2 * file.size);
  expect(flow.s3.statObject(UPLOADS, s3Key)).toBeUndefined();
  await request({ action: 'abort', s3Key });
});

it('plans an upload of 50 GB without reading the file, with parts that fit exactly and flat memory use', async () => {
  const file = sparseFilm('long.mp4', MAX_FILE_BYTES);
  const before = process.memoryUsage();
  const { s3Key, partSize, partCount } = await request<z.infer<typeof MultipartCreated>>({
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
    `50 GB: ${partCount} parts of ${partSize / MIB} MiB, the last of ${(sizes.at(-1) ?? 0) / MIB} MiB;`,
    `memory grew by ${grown.toFixed(1)} MiB`,
  );
  expect({ partCount, partSize }).toEqual({ partCount: 800, partSize: 64 * MIB });
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(MAX_FILE_BYTES);
  expect(sizes.slice(0, -1).every((size) => size === partSize)).toBe(true);
  expect(grown).toBeLessThan(32);
  await request({ action: 'abort', s3Key });
});
