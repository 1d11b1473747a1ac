import {
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  UploadPartCommand,
  type ListObjectVersionsCommandOutput,
} from '@aws-sdk/client-s3';
import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { CLAIM_TIME_MS } from '../../../lambdas/domain/uploads/upload.ts';
import { MEDIA, UPLOADS } from '../../support/worlds/media-engines.ts';
import { startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import type { mockRunJob } from '../../support/worlds/cached-encoder.ts';
import { createCrashInjector, type CrashInjector } from '../../support/worlds/crash-injector.ts';
import { tinyFilm } from '../../support/media/tiny-film.ts';
import { sha256Of } from '../../support/network/upload-parts.ts';

jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () =>
  jest.requireActual<{ mockRunJob: typeof mockRunJob }>('../../support/worlds/cached-encoder.ts').mockRunJob(),
);

const OPERATIONS = 1000;
const UPLOAD = 'POST /api/functions/s3-upload-url';
const MINUTE_MS = 60_000;
/** Share of the work that crashes. */
const CRASH_RATE = 0.3;
/** Items of the naive pipeline. About one in fifty leaves something behind. */
const NAIVE_ITEMS = 2000;
/** A crash hits one of this many first calls to AWS; shorter work finishes before it. */
const MOST_CALLS = 10;

const seed = newSeed();
console.info(`seed ${seed}`);
const random = createRandom(seed);
const below = (count: number): number => Math.floor(random() * count);
const pick = <T>(items: readonly T[]): T | undefined => items[below(items.length)];

let flow: MediaFlow;
let injector: CrashInjector;
let film: Buffer;
beforeAll(async () => {
  film = tinyFilm();
  flow = await startMediaFlow();
  injector = createCrashInjector(flow.aws);
});
afterAll(() => flow.stop());

interface Known {
  readonly contentId: string;
  readonly s3Key: string;
  /** Uploaded with one PUT; otherwise in parts. */
  readonly single: boolean;
}
/** Each operation affects one of this many latest uploads. */
const RECENT_UPLOADS = 10;
const known: Known[] = [];
let crashes = 0;

/** Does some work, which sometimes crashes. Returns whether it finished. */
const maybeCrash = async (work: () => Promise<unknown>): Promise<boolean> => {
  if (random() > CRASH_RATE) {
    await work();
    return true;
  }
  const { crashed } = await injector.run(random() < 0.5 ? 'before' : 'after', 1 + below(MOST_CALLS), work);
  if (crashed) crashes += 1;
  return !crashed;
};

const call = async (body: object): Promise<unknown> => (await flow.call(UPLOAD, body)).body;
const announced = () => ({ fileName: 'film.flv', fileType: '', fileSize: film.length });
const begin = async (body: object): Promise<void> => {
  await maybeCrash(async () => {
    const response = (await call(body)) as Partial<Known> | undefined;
    // A caller without a response leaves an upload that no one knows of.
    if (response?.s3Key !== undefined && response.contentId !== undefined)
      known.push({ contentId: response.contentId, s3Key: response.s3Key, single: !('action' in body) });
  });
};
const send = async (bytes: Buffer): Promise<void> => {
  const one = pick(known.slice(-RECENT_UPLOADS).filter(({ single }) => single));
  if (one) await flow.s3.writeObject(UPLOADS, one.s3Key, bytes);
};
const sendPart = async (): Promise<void> => {
  const one = pick(known.slice(-2 * RECENT_UPLOADS).filter(({ single }) => !single));
  const upload = one && (await records()).find(({ type, key }) => type === 'UPLOAD' && key === one.s3Key);
  if (typeof upload?.['s3_upload_id'] !== 'string') return;
  const part = new UploadPartCommand({
    Bucket: UPLOADS,
    Key: one?.s3Key,
    UploadId: upload['s3_upload_id'],
    PartNumber: 1,
    Body: film,
    ChecksumSHA256: sha256Of(film),
  });
  await flow.s3Client.send(part).catch(() => undefined);
  await maybeCrash(() => call({ action: 'complete', s3Key: one?.s3Key }));
};
const forOne = (work: (one: Known) => Promise<unknown>) => async (): Promise<void> => {
  const one = pick(known.slice(-RECENT_UPLOADS));
  if (one) await maybeCrash(() => work(one));
};
const deliver = async (): Promise<void> => {
  const name = pick((['ingest', 'conversion', 'deletion'] as const).filter((queue) => flow.queues[queue].length > 0));
  const [event] = name ? flow.queues[name].splice(below(flow.queues[name].length), 1) : [];
  if (!name || !event) return;
  let processed = false;
  await maybeCrash(async () => (processed = await flow.deliver(name, event)));
  // A failed message is delivered again, and sometimes a processed one.
  if (!processed || random() < 0.1) flow.queues[name].push(event);
};

const operations: readonly (readonly [weight: number, name: string, run: () => Promise<unknown>])[] = [
  [6, 'announce', () => begin(announced())],
  [2, 'announce parts', () => begin({ action: 'create', ...announced() })],
  [12, 'send', () => send(film)],
  [2, 'send a file that is not media', () => send(Buffer.alloc(film.length, 65))],
  [1, 'send another size', () => send(film.subarray(0, film.length - 1))],
  [4, 'send a part', sendPart],
  [9, 'complete', forOne(({ s3Key }) => call({ action: 'complete', s3Key }))],
  [
    11,
    'make content',
    forOne(({ s3Key }) =>
      flow.call('POST /api/content', { s3Key, title: 'A film', contentType: 'video', status: 'published' }),
    ),
  ],
  [2, 'abort', forOne(({ s3Key }) => call({ action: 'abort', s3Key }))],
  [
    3,
    'restart',
    forOne(({ contentId }) => flow.call('POST /api/functions/aws-conversion-v3', { contentId, restart: true })),
  ],
  [
    2,
    'write playlists again',
    forOne(({ contentId }) =>
      flow.call('POST /api/content/{id}/steps/{step}', undefined, { params: { id: contentId, step: 'ready' } }),
    ),
  ],
  [
    2,
    'delete',
    forOne(({ contentId }) => flow.call('DELETE /api/content/{id}', undefined, { params: { id: contentId } })),
  ],
  [34, 'deliver', deliver],
  [4, 'sweep', () => maybeCrash(() => flow.sweep().catch(() => undefined))],
  [3, 'wait', async () => flow.skip(pick([1000, 2 * MINUTE_MS, 7 * MINUTE_MS, 20 * MINUTE_MS, 180 * MINUTE_MS]) ?? 0)],
];
const choose = (): (() => Promise<unknown>) => {
  let at = random() * operations.reduce((sum, [weight]) => sum + weight, 0);
  return operations.find(([weight]) => (at -= weight) < 0)?.[2] ?? deliver;
};

type Item = Readonly<Record<string, unknown>>;
const records = async (): Promise<readonly Item[]> => {
  const found: Item[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page: ScanCommandOutput = await flow.db.documents.send(
      new ScanCommand({ TableName: flow.db.name, ConsistentRead: true, ExclusiveStartKey }),
    );
    found.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
};
const files = async (Bucket: string): Promise<readonly { readonly key: string; readonly version: string }[]> => {
  const found: { key: string; version: string }[] = [];
  for (let marker: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {}; marker;) {
    const page: ListObjectVersionsCommandOutput = await flow.s3Client.send(
      new ListObjectVersionsCommand({ Bucket, ...marker }),
    );
    found.push(
      ...[...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ Key = '', VersionId = '' }) => ({
        key: Key,
        version: VersionId,
      })),
    );
    marker = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      : undefined;
  }
  return found;
};

/** Processes everything that waits: failed messages are delivered again, and deadlines pass. */
const settle = async (): Promise<void> => {
  for (let round = 0; round < 6; round += 1) {
    await flow.pumpAll();
    flow.skip(CLAIM_TIME_MS + MINUTE_MS);
    await flow.sweep();
  }
  if ((await flow.pump()) > 0) throw new Error('A message is stuck');
};

it(`${OPERATIONS} random operations with crashes leave no orphaned records and no orphaned files`, async () => {
  for (let done = 0; done < OPERATIONS;) {
    // Some run concurrently.
    const together = Math.min(OPERATIONS - done, random() < 0.2 ? 3 : 1);
    await Promise.all(Array.from({ length: together }, () => choose()()));
    done += together;
  }
  const before = await records();
  await settle();

  const items = await records();
  const of = (type: string): readonly Item[] => items.filter((item) => item['type'] === type);
  const [contentItems, claimed] = [of('CONTENT'), of('UPLOAD').filter(({ state }) => state === 'claimed')];
  const [sources, outputs] = [await files(UPLOADS), await files(MEDIA)];
  const versionsOf = (id: unknown): readonly unknown[] => [
    contentItems.find((content) => content['id'] === id)?.['media_version'],
    ...of('ATTEMPT')
      .filter(({ content_id: owner }) => owner === id)
      .map(({ media_version: version }) => version),
  ];

  const strayFiles = [
    ...sources.filter(({ key }) => !claimed.some((upload) => upload['key'] === key)),
    ...outputs.filter(({ key }) => {
      const [, id, version] = key.split('/');
      return !contentItems.some((content) => content['id'] === id) || !versionsOf(id).includes(version);
    }),
  ].map(({ key }) => key);
  const strayRecords = [
    ...contentItems.filter(
      ({ source_version_id: version, source_key: key }) =>
        version != null && !sources.some((file) => file.key === key && file.version === version),
    ),
    ...contentItems.filter(
      ({ id, conversion_status: status, media_version: version }) =>
        status === 'completed' &&
        !outputs.some(({ key }) => key === `media/${String(id)}/${String(version)}/480/index.m3u8`),
    ),
    ...contentItems.filter(({ conversion_status: status }) => status === 'pending' || status === 'processing'),
    ...claimed.filter(({ content_id: id }) => !contentItems.some((content) => content['id'] === id)),
    ...of('UPLOAD').filter(
      ({ state, cleaned }) => state === 'open' || state === 'completed' || (state === 'aborted' && cleaned !== true),
    ),
    ...of('ATTEMPT').filter(
      ({ content_id: id, state }) =>
        state === 'claimed' || state === 'submitted' || !contentItems.some((content) => content['id'] === id),
    ),
  ].map(({ pk, sk, state, conversion_status: status }) => [pk, sk, state, status]);
  const jobs = flow.mediaConvert.jobs();
  const expected = new Set(jobs.map(({ userMetadata }) => JSON.stringify(userMetadata)));
  // S3 starts a multipart upload before its record exists; the bucket's lifecycle rule removes those without a record.
  const { Uploads: unfinished = [] } = await flow.s3Client.send(new ListMultipartUploadsCommand({ Bucket: UPLOADS }));
  const named = unfinished.filter(({ UploadId }) => of('UPLOAD').some(({ s3_upload_id: id }) => id === UploadId));
  console.info(
    `${OPERATIONS} operations, ${crashes} crashed, ${known.length} uploads, ${jobs.length} jobs;`,
    `${before.length} items settle to ${contentItems.length} content items,`,
    `${sources.length} sources and ${outputs.length} other files:`,
    `${strayRecords.length} records without file, ${strayFiles.length} files without record`,
  );
  expect(strayRecords).toEqual([]);
  expect(strayFiles).toEqual([]);
  expect(named).toEqual([]);
  expect(jobs.length).toBe(expected.size);
  expect(await flow.storageUsed()).toBe(claimed.reduce((sum, { file_size: bytes }) => sum + Number(bytes), 0));
  // Enough happened for the result to mean something.
  expect([crashes > 30, contentItems.length > 2, jobs.length > 20]).toEqual([true, true, true]);
});

it('control: a pipeline that writes and removes files and records in the wrong order leaves both behind', async () => {
  const [stored, recorded] = [new Set<number>(), new Set<number>()];
  const step = (work: () => unknown) => flow.aws.around('step', async () => work());
  for (let id = 0; id < NAIVE_ITEMS; id += 1) {
    await maybeCrash(async () => {
      await step(() => stored.add(id));
      await step(() => recorded.add(id));
    });
    if (random() < 0.5)
      await maybeCrash(async () => {
        await step(() => recorded.delete(id));
        await step(() => stored.delete(id));
      });
  }
  const stray = [...stored].filter((id) => !recorded.has(id)).length;
  console.info(`control: the naive pipeline leaves ${stray} of ${NAIVE_ITEMS} files without record`);
  expect(stray).toBeGreaterThan(0);
});
