import { creatorEntity } from '../../../lambdas/data/content/creator-repository.ts';
import { isNew } from '../../../lambdas/data/table/expressions.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { createLibraryItemRepository } from '../../../lambdas/data/library/library-item-repository.ts';
import { createLikeRepository } from '../../../lambdas/data/library/like-repository.ts';
import { followUpOf } from '../../../lambdas/domain/library/follow-up.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { CLAIM_TIME_MS } from '../../../lambdas/domain/uploads/upload.ts';
import { UPLOADS } from '../../support/worlds/media-engines.ts';
import type { MediaFlow } from '../../support/worlds/media-flow.ts';
import type { mockRunJob } from '../../support/worlds/cached-encoder.ts';
import {
  startReplacementFlow,
  versionOf,
  type Allotted,
  type ReplacementTools,
} from '../../support/worlds/replacement.ts';
import { makeMedia } from '../../support/media/tiny-film.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';

const RUN_JOB = '../../../infra/local/services/mediaconvert/run-job.ts';
jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () =>
  jest.requireActual<{ mockRunJob: typeof mockRunJob }>('../../support/worlds/cached-encoder.ts').mockRunJob(),
);
const encoder = jest.requireMock<ReturnType<typeof mockRunJob>>(RUN_JOB);

const UPLOAD = 'POST /api/functions/s3-upload-url';
const MINUTE = 60_000;

let flow: MediaFlow;
let tools: ReplacementTools;
beforeAll(async () => void ({ flow, tools } = await startReplacementFlow()));
afterAll(() => flow.stop());
afterEach(() => encoder.release());

it("a new file keeps the item's ID and counts, and the old file plays until the new one is ready", async () => {
  const used = await flow.storageUsed();
  const first = await tools.published();
  const { contentId } = first;
  await flow.table.update({ pk: `CONTENT#${contentId}`, sk: 'META' }, { set: { view_count: 41 } });
  const before = await tools.content(contentId);
  const session = await tools.play(contentId);
  expect(await tools.stored(contentId)).toEqual([
    `media/${versionOf(first)}`,
    `posters/${versionOf(first)}`,
    `uploads/${versionOf(first)}`,
  ]);

  encoder.hold();
  const second = await tools.store(tools.longer, contentId, 'Better.flv');
  expect([second.contentId, versionOf(second) === versionOf(first)]).toEqual([contentId, false]);
  expect(await flow.storageUsed()).toBe(used + tools.film.length + tools.longer.length);
  expect((await tools.complete(second.s3Key)).status).toBe(200);
  // A caller that creates an item from it by mistake gets the existing one.
  expect(
    (await flow.call('POST /api/content', { s3Key: second.s3Key, title: 'Another', contentType: 'music' })).body,
  ).toMatchObject({ id: contentId, title: 'A film' });
  await flow.deliver('ingest', tools.takeEvent('ingest'));
  const during = await tools.content(contentId);
  expect(during).toEqual({
    ...before,
    conversion_status: 'processing',
    conversion_progress: 0,
    conversion_started_at: during.conversion_started_at,
    conversion_deadline_at: during.conversion_deadline_at,
    current_attempt: during.current_attempt,
  });
  expect(during.current_attempt).toMatch(/\/2$/);
  expect(await tools.play(contentId, session.play_id)).toMatchObject({ url: session.url, play_id: session.play_id });
  expect((await flow.call('POST /api/functions/s3-download-url', { s3Key: first.s3Key })).status).toBe(200);
  expect((await flow.call('POST /api/functions/s3-download-url', { s3Key: second.s3Key })).status).toBe(404);
  expect((await flow.call(UPLOAD, { action: 'abort', s3Key: second.s3Key })).problem.code).toBe('invalid_state');
  const steps = await flow.call('GET /api/content/{id}/steps', undefined, { params: { id: contentId } });
  expect(
    (steps.body as { steps: { step: string; state: string; attempts: number }[] }).steps.slice(0, 3),
  ).toMatchObject([{ state: 'completed' }, { state: 'completed', attempts: 1 }, { state: 'running', attempts: 1 }]);

  encoder.release();
  await tools.drain();
  const after = await tools.content(contentId);
  expect(after).toMatchObject({
    id: contentId,
    title: 'A film',
    status: 'published',
    view_count: 41,
    published_at: before.published_at,
    revision: before.revision + 1,
    conversion_status: 'completed',
    conversion_error: null,
    media_version: versionOf(second),
    source_key: second.s3Key,
    original_file_name: 'Better.flv',
    file_size: tools.longer.length,
    poster_url: `/posters/${contentId}/${versionOf(second)}/poster.jpg`,
  });
  expect(after.duration).toBeGreaterThan((before.duration ?? 0) + 1);
  expect(`/media/${contentId}/${after.media_version}/480/index.m3u8`).toBe(second.cloudFrontUrl);
  const renewed = await tools.play(contentId, session.play_id);
  expect(renewed).toMatchObject({ url: second.cloudFrontUrl, play_id: session.play_id });
  const download = await flow.call('POST /api/functions/s3-download-url', { s3Key: second.s3Key });
  expect(
    (await fetch((download.body as { downloadUrl: string }).downloadUrl)).headers.get('content-disposition'),
  ).toContain('Better.flv');
  expect((await flow.call('POST /api/functions/s3-download-url', { s3Key: first.s3Key })).status).toBe(404);

  // The old source is deleted at once. Renditions stay for as long as cookies for them may be valid.
  await flow.sweep();
  expect(await flow.storageUsed()).toBe(used + tools.longer.length);
  expect(await tools.stored(contentId)).toEqual(
    [
      `media/${versionOf(first)}`,
      `media/${versionOf(second)}`,
      `posters/${versionOf(second)}`,
      `uploads/${versionOf(second)}`,
    ].sort(),
  );
  flow.skip(50 * MINUTE);
  await flow.sweep();
  expect(await tools.stored(contentId)).toContain(`media/${versionOf(first)}`);
  await tools.settle();
  expect(await tools.stored(contentId)).toEqual([
    `media/${versionOf(second)}`,
    `posters/${versionOf(second)}`,
    `uploads/${versionOf(second)}`,
  ]);

  // Late events of the old file have no effect.
  const jobs = flow.jobs().length;
  const arrivals = flow.seen.filter(
    ({ 'detail-type': type, detail }) =>
      type === 'Object Created' && (detail as { object: { key: string } }).object.key === first.s3Key,
  );
  expect(arrivals).toHaveLength(1);
  for (const event of arrivals) expect(await flow.deliver('ingest', event)).toBe(true);
  await tools.drain();
  expect([flow.jobs().length, (await tools.content(contentId)).media_version]).toEqual([jobs, versionOf(second)]);

  await flow.call('DELETE /api/content/{id}', undefined, { params: { id: contentId } });
  await tools.drain();
  expect([await tools.stored(contentId), await flow.storageUsed(), await flow.uploads.list(contentId)]).toEqual([
    [],
    used,
    [],
  ]);
});

it('likes of an item survive a new file, and show the new picture and length', async () => {
  const LIKER = '11111111-0000-4000-8000-000000000002';
  const first = await tools.published();
  const before = await tools.content(first.contentId);
  const likes = createLikeRepository(flow.table, {
    cursors: createCursors(async () => Buffer.alloc(32, 1).toString('base64')),
    logger: silentLogger,
  });
  expect(await likes.like(LIKER, before, '2026-03-01T12:00:00.000Z')).toBe('liked');

  const second = await tools.store(tools.longer, first.contentId);
  expect((await tools.complete(second.s3Key)).status).toBe(200);
  await tools.drain();
  const after = await tools.content(first.contentId);
  const images = [before, after].map((content) => ({ ...content, type: 'CONTENT' }));
  expect(followUpOf(images[0], images[1])).toEqual({ kind: 'content', id: first.contentId });
  await createLibraryItemRepository(flow.table).follow(first.contentId, after, '2026-03-01T13:00:00.000Z');
  const { items } = await likes.list(LIKER, { cursor: undefined, limit: 10 });
  expect(items).toMatchObject([
    {
      content_id: first.contentId,
      liked_at: '2026-03-01T12:00:00.000Z',
      content: {
        title: 'A film',
        thumbnail_url: `/posters/${first.contentId}/${versionOf(second)}/thumbnail.jpg`,
        duration: after.duration,
      },
    },
  ]);
  expect(await likes.listIds(LIKER)).toEqual([first.contentId]);
  await flow.call('DELETE /api/content/{id}', undefined, { params: { id: first.contentId } });
  await tools.drain();
});

it('renditions of restarts are deleted once no one can play them any more', async () => {
  const first = await tools.published();
  encoder.hold();
  await tools.restart(first.contentId);
  await flow.deliver('ingest', tools.takeEvent('ingest'));
  await tools.restart(first.contentId);
  encoder.release();
  await tools.drain();
  expect(await tools.content(first.contentId)).toMatchObject({
    media_version: `${versionOf(first)}-3`,
    conversion_status: 'completed',
  });
  expect(await tools.stored(first.contentId)).toContain(`media/${versionOf(first)}`);
  await tools.settle();
  expect((await tools.stored(first.contentId)).filter((key) => key.startsWith('media'))).toEqual([
    `media/${versionOf(first)}-3`,
  ]);
  expect(
    (await flow.attempts.list(first.contentId)).map(({ attempt, removed_at: removed }) => [
      attempt,
      removed !== undefined,
    ]),
  ).toEqual(
    expect.arrayContaining([
      [1, true],
      [2, true],
      [3, false],
    ]),
  );
});

/** A film with more frames per second than the limit. */
const tooFast = (): Buffer =>
  makeMedia('fast.flv', ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=200:d=1', '-c:v', 'libx264', '-pix_fmt', 'yuv420p']);

it.each<[string, () => Buffer, RegExp]>([
  ['is not media', () => Buffer.alloc(500, 65), /not in a supported video or audio/],
  ['is over a limit', tooFast, /^The video has 200 frames per second\. The limit is 120\.$/],
])(
  'a file that %s leaves the item as it was and gives the reason, and a restart converts the old file again',
  async (_what, file, reason) => {
    const used = await flow.storageUsed();
    const first = await tools.published();
    const { contentId } = first;
    const before = await tools.content(contentId);
    const bad = await tools.store(file(), contentId);
    await tools.drain();
    const failed = await tools.content(contentId);
    expect(failed).toMatchObject({
      conversion_status: 'failed',
      conversion_error: expect.stringMatching(reason),
      media_version: before.media_version,
      source_key: first.s3Key,
      source_version_id: before.source_version_id,
      duration: before.duration,
    });
    expect((await tools.complete(bad.s3Key)).problem.code).toBe('unsupported_format');
    expect(await flow.storageUsed()).toBe(used + tools.film.length);
    await flow.sweep();
    expect((await tools.stored(contentId)).filter((key) => key.startsWith('uploads'))).toEqual([
      `uploads/${versionOf(first)}`,
    ]);
    expect((await tools.play(contentId)).url).toContain(versionOf(first));
    // It can still be unpublished and published again.
    for (const status of ['draft', 'published']) {
      const { revision } = await tools.content(contentId);
      expect(
        (await flow.call('PATCH /api/content/{id}', { revision, status }, { params: { id: contentId } })).status,
      ).toBe(200);
    }
    expect((await tools.restart(contentId)).status).toBe(200);
    await tools.drain();
    expect(await tools.content(contentId)).toMatchObject({
      conversion_status: 'completed',
      conversion_error: null,
      media_version: `${versionOf(first)}-3`,
      source_key: first.s3Key,
      source_version_id: before.source_version_id,
    });
  },
);

it('music in place of a film removes the pictures', async () => {
  const first = await tools.published();
  expect((await tools.content(first.contentId)).poster_url).not.toBeNull();
  const second = await tools.store(tinyWav(), first.contentId, 'song.wav');
  await tools.drain();
  expect(await tools.content(first.contentId)).toMatchObject({
    media_version: versionOf(second),
    has_video: false,
    poster_url: null,
    thumbnail_url: null,
    public_stills_versions: [],
  });
  expect((await tools.stored(first.contentId)).filter((key) => key.startsWith('posters'))).toEqual([]);
});

it('an item whose first file was rejected accepts a valid one', async () => {
  const made = await tools.store(Buffer.alloc(tools.film.length, 65));
  const other = await tools.store(tooFast());
  await tools.complete(other.s3Key);
  expect((await flow.call('POST /api/content', { s3Key: other.s3Key, title: 'Late' })).status).toBe(201);
  await tools.drain();
  expect(await tools.content(other.contentId)).toMatchObject({ conversion_status: 'failed', source_version_id: null });
  expect((await tools.restart(other.contentId)).problem.code).toBe('invalid_state');
  const right = await tools.store(tools.longer, other.contentId);
  await tools.drain();
  expect(await tools.content(other.contentId)).toMatchObject({
    conversion_status: 'completed',
    media_version: versionOf(right),
    source_key: right.s3Key,
  });
  await tools.settle();
  expect(await flow.uploads.list(other.contentId)).toMatchObject([{ state: 'claimed', key: right.s3Key }]);
  expect((await flow.uploads.get(made.contentId))?.state).toBe('aborted');
});

it('a replacement is rejected for missing items and over the quota; aborted, it leaves nothing', async () => {
  const first = await tools.published();
  const { contentId } = first;
  const used = await flow.storageUsed();
  expect((await tools.announce(tools.film, 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV')).problem.code).toBe('content_not_found');
  const key = { pk: 'CREATOR', sk: `CREATOR#${(await flow.creators.organization()).id}` };
  await flow.table.update(key, { set: { plan: 'free' } });
  expect(
    (await flow.call(UPLOAD, { action: 'create', fileName: 'a.mp4', fileType: '', fileSize: 6 * 2 ** 30, contentId }))
      .problem.code,
  ).toBe('quota_exceeded');
  await flow.table.update(key, { set: { plan: 'business' } });
  const { body } = await flow.call(UPLOAD, {
    action: 'create',
    fileName: 'a.mp4',
    fileType: '',
    fileSize: tools.film.length,
    contentId,
  });
  const parts = body as Allotted;
  const list = async () =>
    (
      (await flow.call(UPLOAD, { action: 'list' })).body as { uploads: { s3Key: string; replacement: boolean }[] }
    ).uploads.filter(({ s3Key }) => s3Key === parts.s3Key);
  expect(await list()).toMatchObject([{ replacement: true }]);
  expect((await flow.call(UPLOAD, { action: 'abort', s3Key: parts.s3Key })).status).toBe(200);
  expect([await list(), await flow.storageUsed()]).toEqual([[], used]);
  const waiting = await tools.announce(tools.film, contentId);
  expect((await flow.call('DELETE /api/content/{id}', undefined, { params: { id: contentId } })).status).toBe(204);
  expect((await tools.announce(tools.film, contentId)).problem.code).toBe('content_not_found');
  await tools.drain();
  await flow.s3.writeObject(UPLOADS, (waiting.body as Allotted).s3Key, tools.film);
  await tools.drain();
  expect([await tools.stored(contentId), await flow.uploads.list(contentId), await flow.storageUsed()]).toEqual([
    [],
    [],
    used - tools.film.length,
  ]);
});

it('of two concurrent files the one that arrives last stays; one that never arrives is swept after a day', async () => {
  const used = await flow.storageUsed();
  const first = await tools.published();
  const { contentId } = first;
  encoder.hold();
  const [one, two] = [await tools.store(tools.film, contentId), await tools.store(tools.longer, contentId)];
  await tools.announce(tools.film, contentId);
  for (const event of flow.queues.ingest.splice(0)) expect(await flow.deliver('ingest', event)).toBe(true);
  encoder.release();
  await tools.drain();
  expect(await tools.content(contentId)).toMatchObject({ media_version: versionOf(two), source_key: two.s3Key });
  await flow.sweep();
  expect(await flow.storageUsed()).toBe(used + tools.longer.length + tools.film.length);
  flow.skip(CLAIM_TIME_MS);
  await tools.settle();
  expect([await flow.storageUsed(), await tools.stored(contentId)]).toEqual([
    used + tools.longer.length,
    [`media/${versionOf(two)}`, `posters/${versionOf(two)}`, `uploads/${versionOf(two)}`],
  ]);
  expect((await flow.uploads.find(one.s3Key))?.cleaned).toBe(true);
});

it('the creator can be changed after a replacement was canceled and after one took effect', async () => {
  const creator = await flow.creators.organization();
  const other = { ...creator, id: 'crt_01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'Another creator', storage_used: 0 };
  await flow.table.put(creatorEntity.toItem(other), isNew);
  const first = await tools.published();
  const { contentId } = first;
  const used = await flow.storageUsed();
  const assign = async (id: string) => {
    const { revision } = await tools.content(contentId);
    return flow.call('PATCH /api/content/{id}', { revision, creator_id: id }, { params: { id: contentId } });
  };
  const canceled = (await tools.announce(tools.longer, contentId)).body as Allotted;
  expect((await assign(other.id)).problem.code).toBe('invalid_state');
  expect((await flow.call(UPLOAD, { action: 'abort', s3Key: canceled.s3Key })).status).toBe(200);
  expect(await assign(other.id)).toMatchObject({ status: 200, body: { creator_id: other.id } });
  expect([await flow.storageUsed(), (await flow.creators.get(other.id))?.storage_used]).toEqual([
    used - tools.film.length,
    tools.film.length,
  ]);

  const second = await tools.store(tools.longer, contentId);
  expect((await tools.complete(second.s3Key)).status).toBe(200);
  await tools.drain();
  expect((await assign(creator.id)).problem.code).toBe('invalid_state');
  await flow.sweep();
  expect(await assign(creator.id)).toMatchObject({ status: 200, body: { creator_id: creator.id } });
  expect([await flow.storageUsed(), (await flow.creators.get(other.id))?.storage_used]).toEqual([
    used - tools.film.length + tools.longer.length,
    0,
  ]);
});
