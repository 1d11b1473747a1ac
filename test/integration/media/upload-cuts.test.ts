import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import type { MultipartCreated, MultipartSigned, UploadParts } from '../../../lambdas/contract/uploads.ts';
import { MAX_FILE_BYTES } from '../../../lambdas/contract/upload-limits.ts';
import type { Clock } from '../../../web/src/lib/clock.ts';
import { createDigest } from '../../../web/src/lib/part-digest.ts';
import { createS3Transfer, type PartDigest } from '../../../web/src/lib/s3-upload.ts';
import { openCutLine, type CutLine } from '../../support/cut-line.ts';
import { UPLOADS, startMediaFlow, type MediaFlow } from '../../support/media-flow.ts';
import { createNodeXhr } from '../../support/node-xhr.ts';
import { repositoryRoot } from '../../support/source-tree.ts';
import { sparseFile } from '../../support/sparse-file.ts';
import { ANY_SHA256 } from '../../support/upload-parts.ts';

jest.setTimeout(300_000);

const UPLOAD = 'POST /api/functions/s3-upload-url';
const MIB = 2 ** 20;
/** Bytes of the file that crosses the broken line; the bench sends 2 GB. */
const SIZE = Number(process.env['UPLOAD_BYTES'] ?? 640 * MIB);
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

/** Pauses between repetitions pass quickly; everything else is the system's time. */
const hasty: Clock = { now: () => Date.now(), after: (ms, task) => {
  const timer = setTimeout(task, ms / 50);
  return () => clearTimeout(timer);
} };

it(`${SIZE / MIB} MiB over a line that is cut ten times and a page that is closed arrive whole, and hardly anything is sent twice`, async () => {
  const file = sparseFilm('film.mp4', SIZE);
  const started = Date.now();
  const made = await ask<z.infer<typeof MultipartCreated>>({ action: 'create', fileName: 'film.mp4', fileType: 'video/mp4', fileSize: SIZE });
  const { s3Key, partSize, partCount } = made;

  let cuts = 0;
  let broken = 0;
  let inFlight = 0;
  const open = new Set<string>();
  const puts: number[] = [];
  const page = new AbortController();
  const onSent = (line: CutLine): void => {
    if (cuts >= CUTS || line.sent() < ((cuts + 1) * SIZE) / (CUTS + 1)) return;
    cuts += 1;
    inFlight += open.size;
    broken += line.cut();
    // The page is closed in the middle of it all.
    if (cuts === CUTS / 2) page.abort();
  };
  const sign = async (parts: PartDigest[]) => (await ask<z.infer<typeof MultipartSigned>>({ action: 'sign', s3Key, parts })).parts;
  const [somewhere] = await sign([{ partNumber: 1, sha256: ANY_SHA256 }]);
  const line = await openCutLine(Number(new URL(somewhere?.url ?? '').port), onSent);
  const createRequest = createNodeXhr(line, (url) => puts.push(Number(new URL(url).searchParams.get('partNumber'))));
  let peak = 0;
  const openPage = () =>
    createS3Transfer({
      clock: hasty,
      connection: { isOnline: () => true, whenOnline: () => Promise.resolve() },
      digest: createDigest(),
      createRequest: () => {
        const request = createRequest();
        const name = `${Math.random()}`;
        open.add(name);
        for (const type of ['load', 'error', 'abort']) request.addEventListener(type, () => open.delete(name));
        peak = Math.max(peak, process.memoryUsage().arrayBuffers);
        return request;
      },
    });
  const options = { file, partSize, partCount, sign, isTransientSignError: () => false, onProgress: () => undefined };
  try {
    await expect(openPage().putParts({ ...options, stored: new Set(), signal: page.signal })).rejects.toHaveProperty('name', 'AbortError');
    const before = puts.length;

    // Another page, another sign-in: it knows what the server tells.
    const { signal } = new AbortController();
    const second = openPage();
    const left = await ask<z.infer<typeof UploadParts>>({ action: 'parts', s3Key });
    expect(await second.isSameContent(file, left, signal)).toBe(true);
    const stored = new Set(left.storedParts.map(({ partNumber }) => partNumber));
    await second.putParts({ ...options, stored, signal });
    expect(puts.slice(before).filter((part) => stored.has(part))).toEqual([]);
    expect(await ask({ action: 'complete', s3Key })).toMatchObject({ fileSize: SIZE });

    const resent = puts.length - partCount;
    console.info(
      `${SIZE / MIB} MiB in ${partCount} parts of ${partSize / MIB} MiB: ${cuts} cuts broke ${broken} connections and ${inFlight} parts in flight; ` +
        `${resent} parts sent again, ${((line.sent() / SIZE - 1) * 100).toFixed(1)}% more bytes than the file has; the second page found ${stored.size} parts stored; ` +
        `most bytes in buffers ${(peak / MIB).toFixed(0)} MiB; ${((Date.now() - started) / 1000).toFixed(1)} s`,
    );
    expect(cuts).toBe(CUTS);
    expect(resent).toBeGreaterThan(0);
    expect(resent).toBeLessThanOrEqual(inFlight);
    expect(flow.s3.statObject(UPLOADS, s3Key)).toMatchObject({ size: SIZE });
    expect(await flow.uploads.get(made.contentId)).toMatchObject({ state: 'completed' });
  } finally {
    await line.close();
  }
});

it('50 GB are planned without being read: parts fit exactly and memory stays flat', async () => {
  const file = sparseFilm('long.mp4', MAX_FILE_BYTES);
  const before = process.memoryUsage();
  const { s3Key, partSize, partCount } = await ask<z.infer<typeof MultipartCreated>>({ action: 'create', fileName: 'long.mp4', fileType: 'video/mp4', fileSize: file.size });
  const sizes = Array.from({ length: partCount }, (_, index) => file.slice(index * partSize, (index + 1) * partSize).size);
  const after = process.memoryUsage();
  const grown = (after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed) / MIB;
  console.info(`50 GB: ${partCount} parts of ${partSize / MIB} MiB, the last of ${(sizes.at(-1) ?? 0) / MIB} MiB; memory grew by ${grown.toFixed(1)} MiB`);
  expect({ partCount, partSize }).toEqual({ partCount: 800, partSize: 64 * MIB });
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(MAX_FILE_BYTES);
  expect(sizes.slice(0, -1).every((size) => size === partSize)).toBe(true);
  expect(grown).toBeLessThan(32);
  await ask({ action: 'abort', s3Key });
});
