import {
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  UploadPartCommand,
  type ListObjectVersionsCommandOutput,
} from '@aws-sdk/client-s3';
import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { CLAIM_TIME_MS } from '../../../lambdas/domain/uploads/upload.ts';
import { MEDIA, UPLOADS, startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import type { rehearse } from '../../support/worlds/rehearsed-jobs.ts';
import { createSuddenEnd, type SuddenEnd } from '../../support/worlds/sudden-end.ts';
import { tinyFilm } from '../../support/media/tiny-film.ts';
import { sha256Of } from '../../support/network/upload-parts.ts';

jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () => {
  const { runJob } = jest.requireActual<{ runJob: Parameters<typeof rehearse>[0] }>(
    '../../../infra/local/services/mediaconvert/run-job.ts',
  );
  return jest.requireActual<{ rehearse: typeof rehearse }>('../../support/worlds/rehearsed-jobs.ts').rehearse(runJob);
});

jest.setTimeout(300_000);

const OPERATIONS = 1000;
const UPLOAD = 'POST /api/functions/s3-upload-url';
const MINUTE_MS = 60_000;
/** How often a function ends in the middle of its work. */
const ENDS = 0.3;
/** An end falls on one of so many first calls to AWS; shorter work is done before it. */
const MOST_CALLS = 10;

const seed = newSeed();
console.info(`seed ${seed}`);
const random = createRandom(seed);
const below = (count: number): number => Math.floor(random() * count);
const pick = <T>(items: readonly T[]): T | undefined => items[below(items.length)];

let flow: MediaFlow;
let sudden: SuddenEnd;
let film: Buffer;
beforeAll(async () => {
  film = tinyFilm();
  flow = await startMediaFlow();
  sudden = createSuddenEnd(flow.aws);
});
afterAll(() => flow.stop());

interface Known {
  readonly contentId: string;
  readonly s3Key: string;
  /** S3 takes its bytes by one PUT; the others come in parts. */
  readonly single: boolean;
}
/** Of so many of the latest uploads, something happens to one. */
const AT_WORK = 10;
const known: Known[] = [];
let ends = 0;

/** Does a piece of work, which now and then ends in its middle. True when it came to its end. */
const perhaps = async (work: () => Promise<unknown>): Promise<boolean> => {
  if (random() > ENDS) {
    await work();
    return true;
  }
  const { ended } = await sudden.during(random() < 0.5 ? 'before' : 'after', 1 + below(MOST_CALLS), work);
  if (ended) ends += 1;
  return !ended;
};

const call = async (body: object): Promise<unknown> => (await flow.call(UPLOAD, body)).body;
const announced = () => ({ fileName: 'film.flv', fileType: '', fileSize: film.length });
const begin = async (body: object): Promise<void> => {
  await perhaps(async () => {
    const answer = (await call(body)) as Partial<Known> | undefined;
    // Whoever got no answer has an upload that nobody knows of.
    if (answer?.s3Key !== undefined && answer.contentId !== undefined)
      known.push({ contentId: answer.contentId, s3Key: answer.s3Key, single: !('action' in body) });
  });
};
const send = async (bytes: Buffer): Promise<void> => {
  const one = pick(known.slice(-AT_WORK).filter(({ single }) => single));
  if (one) await flow.s3.writeObject(UPLOADS, one.s3Key, bytes);
};
const sendPart = async (): Promise<void> => {
  const one = pick(known.slice(-2 * AT_WORK).filter(({ single }) => !single));
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
  await perhaps(() => call({ action: 'complete', s3Key: one?.s3Key }));
};
const forOne = (work: (one: Known) => Promise<unknown>) => async (): Promise<void> => {
  const one = pick(known.slice(-AT_WORK));
  if (one) await perhaps(() => work(one));
};
const deliver = async (): Promise<void> => {
  const name = pick((['ingest', 'conversion', 'deletion'] as const).filter((queue) => flow.queues[queue].length > 0));
  const [event] = name ? flow.queues[name].splice(below(flow.queues[name].length), 1) : [];
  if (!name || !event) return;
  let worked = false;
  await perhaps(async () => (worked = await flow.deliver(name, event)));
  // What was not worked comes again, and now and then what was.
  if (!worked || random() < 0.1) flow.queues[name].push(event);
};

const operations: readonly (readonly [weight: number, name: string, run: () => Promise<unknown>])[] = [
  [6, 'announce', () => begin(announced())],
  [2, 'announce parts', () => begin({ action: 'create', ...announced() })],
  [12, 'send', () => send(film)],
  [2, 'send no media', () => send(Buffer.alloc(film.length, 65))],
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
  [2, 'give up', forOne(({ s3Key }) => call({ action: 'abort', s3Key }))],
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
  [4, 'sweep', () => perhaps(() => flow.sweep().catch(() => undefined))],
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
      new ScanCommand({ TableName: 'main', ConsistentRead: true, ExclusiveStartKey }),
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

/** Everything that waits is done: messages come again, deadlines pass. */
const settle = async (): Promise<void> => {
  for (let round = 0; round < 6; round += 1) {
    for (let tries = 0; (await flow.pump()) > 0; tries += 1) {
      if (tries === 5) throw new Error('A message would come to the dead-letter queue');
      flow.skip(6 * MINUTE_MS);
    }
    flow.skip(CLAIM_TIME_MS + MINUTE_MS);
    await flow.sweep();
  }
  if ((await flow.pump()) > 0) throw new Error('A message is stuck');
};

it(`${OPERATIONS} random operations, many of them ended in their middle, leave no record without its file and no file without its record`, async () => {
  for (let done = 0; done < OPERATIONS;) {
    // Some at the same moment.
    const together = Math.min(OPERATIONS - done, random() < 0.2 ? 3 : 1);
    await Promise.all(Array.from({ length: together }, () => choose()()));
    done += together;
  }
  const before = await records();
  await settle();

  const items = await records();
  const of = (type: string): readonly Item[] => items.filter((item) => item['type'] === type);
  const [contents, claimed] = [of('CONTENT'), of('UPLOAD').filter(({ state }) => state === 'claimed')];
  const [sources, outputs] = [await files(UPLOADS), await files(MEDIA)];
  const versionsOf = (id: unknown): readonly unknown[] => [
    contents.find((content) => content['id'] === id)?.['media_version'],
    ...of('ATTEMPT')
      .filter(({ content_id: owner }) => owner === id)
      .map(({ media_version: version }) => version),
  ];

  const strayFiles = [
    ...sources.filter(({ key }) => !claimed.some((upload) => upload['key'] === key)),
    ...outputs.filter(({ key }) => {
      const [, id, version] = key.split('/');
      return !contents.some((content) => content['id'] === id) || !versionsOf(id).includes(version);
    }),
  ].map(({ key }) => key);
  const strayRecords = [
    ...contents.filter(
      ({ source_version_id: version, source_key: key }) =>
        version != null && !sources.some((file) => file.key === key && file.version === version),
    ),
    ...contents.filter(
      ({ id, conversion_status: status, media_version: version }) =>
        status === 'completed' &&
        !outputs.some(({ key }) => key === `media/${String(id)}/${String(version)}/480/index.m3u8`),
    ),
    ...contents.filter(({ conversion_status: status }) => status === 'pending' || status === 'processing'),
    ...claimed.filter(({ content_id: id }) => !contents.some((content) => content['id'] === id)),
    ...of('UPLOAD').filter(
      ({ state, cleaned }) => state === 'open' || state === 'completed' || (state === 'aborted' && cleaned !== true),
    ),
    ...of('ATTEMPT').filter(
      ({ content_id: id, state }) =>
        state === 'claimed' || state === 'submitted' || !contents.some((content) => content['id'] === id),
    ),
  ].map(({ pk, sk, state, conversion_status: status }) => [pk, sk, state, status]);
  const jobs = flow.mediaConvert.jobs();
  const wanted = new Set(jobs.map(({ userMetadata }) => JSON.stringify(userMetadata)));
  // S3's side of a multipart upload begins before its record: what no record names, the bucket's own rule ends.
  const { Uploads: unfinished = [] } = await flow.s3Client.send(new ListMultipartUploadsCommand({ Bucket: UPLOADS }));
  const named = unfinished.filter(({ UploadId }) => of('UPLOAD').some(({ s3_upload_id: id }) => id === UploadId));
  console.info(
    `${OPERATIONS} operations, ${ends} ended in their middle, ${known.length} uploads, ${jobs.length} jobs; ${before.length} items settle to ${contents.length} contents, ` +
      `${sources.length} sources and ${outputs.length} other files: ${strayRecords.length} records without file, ${strayFiles.length} files without record`,
  );
  expect(strayRecords).toEqual([]);
  expect(strayFiles).toEqual([]);
  expect(named).toEqual([]);
  expect(jobs.length).toBe(wanted.size);
  expect(await flow.storageUsed()).toBe(claimed.reduce((sum, { file_size: bytes }) => sum + Number(bytes), 0));
  // Enough happened for this to mean something.
  expect([ends > 30, contents.length > 2, jobs.length > 20]).toEqual([true, true, true]);
});

it('control: a pipeline that removes the record and then the file, and stores the file and then the record, leaves both behind', async () => {
  const [stored, noted] = [new Set<number>(), new Set<number>()];
  const step = (work: () => unknown) => flow.aws.around('step', async () => work());
  for (let id = 0; id < 200; id += 1) {
    await perhaps(async () => {
      await step(() => stored.add(id));
      await step(() => noted.add(id));
    });
    if (random() < 0.5)
      await perhaps(async () => {
        await step(() => noted.delete(id));
        await step(() => stored.delete(id));
      });
  }
  const stray = [...stored].filter((id) => !noted.has(id)).length;
  console.info(`control: the naive pipeline leaves ${stray} of 200 files without record`);
  expect(stray).toBeGreaterThan(0);
});
