import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { createLibraryItemRepository } from '../../../lambdas/data/library/library-item-repository.ts';
import { createLikeRepository } from '../../../lambdas/data/library/like-repository.ts';
import { followUpOf } from '../../../lambdas/domain/library/follow-up.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { CLAIM_TIME_MS } from '../../../lambdas/domain/uploads/upload.ts';
import { UPLOADS, type MediaFlow } from '../../support/worlds/media-flow.ts';
import type { rehearse } from '../../support/worlds/rehearsed-jobs.ts';
import { startReplacing, versionOf, type Allotted, type Replacing } from '../../support/worlds/replacing.ts';
import { makeMedia } from '../../support/media/tiny-film.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';

const RUN_JOB = '../../../infra/local/services/mediaconvert/run-job.ts';
jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () => {
  const { runJob } = jest.requireActual<{ runJob: Parameters<typeof rehearse>[0] }>(
    '../../../infra/local/services/mediaconvert/run-job.ts',
  );
  return jest.requireActual<{ rehearse: typeof rehearse }>('../../support/worlds/rehearsed-jobs.ts').rehearse(runJob);
});
const encoder = jest.requireMock<ReturnType<typeof rehearse>>(RUN_JOB);

jest.setTimeout(300_000);

const UPLOAD = 'POST /api/functions/s3-upload-url';
const MINUTE = 60_000;

let flow: MediaFlow;
let on: Replacing;
beforeAll(async () => void ({ flow, on } = await startReplacing()));
afterAll(() => flow.stop());
afterEach(() => encoder.release());

it('a published content keeps its id, its counts and what plays until the new file is ready, and nothing of the old one in the end', async () => {
  const used = await flow.storageUsed();
  const first = await on.published();
  const { contentId } = first;
  await flow.table.update({ pk: `CONTENT#${contentId}`, sk: 'META' }, { set: { view_count: 41 } });
  const before = await on.content(contentId);
  const session = await on.play(contentId);
  expect(await on.stored(contentId)).toEqual([
    `media/${versionOf(first)}`,
    `posters/${versionOf(first)}`,
    `uploads/${versionOf(first)}`,
  ]);

  encoder.hold();
  const second = await on.store(on.longer, contentId, 'Better.flv');
  expect([second.contentId, versionOf(second) === versionOf(first)]).toEqual([contentId, false]);
  expect(await flow.storageUsed()).toBe(used + on.film.length + on.longer.length);
  expect((await on.complete(second.s3Key)).status).toBe(200);
  // Whoever makes a content of it by mistake is answered the one that there is.
  expect(
    (await flow.call('POST /api/content', { s3Key: second.s3Key, title: 'Another', contentType: 'music' })).body,
  ).toMatchObject({ id: contentId, title: 'A film' });
  await flow.deliver('ingest', on.take('ingest'));
  const during = await on.content(contentId);
  expect(during).toEqual({
    ...before,
    conversion_status: 'processing',
    conversion_progress: 0,
    conversion_started_at: during.conversion_started_at,
    conversion_deadline_at: during.conversion_deadline_at,
    current_attempt: during.current_attempt,
  });
  expect(during.current_attempt).toMatch(/\/2$/);
  expect(await on.play(contentId, session.play_id)).toMatchObject({ url: session.url, play_id: session.play_id });
  expect((await flow.call('POST /api/functions/s3-download-url', { s3Key: first.s3Key })).status).toBe(200);
  expect((await flow.call('POST /api/functions/s3-download-url', { s3Key: second.s3Key })).status).toBe(404);
  expect((await flow.call(UPLOAD, { action: 'abort', s3Key: second.s3Key })).problem.code).toBe('invalid_state');
  const steps = await flow.call('GET /api/content/{id}/steps', undefined, { params: { id: contentId } });
  expect(
    (steps.body as { steps: { step: string; state: string; attempts: number }[] }).steps.slice(0, 3),
  ).toMatchObject([{ state: 'completed' }, { state: 'completed', attempts: 1 }, { state: 'running', attempts: 1 }]);

  encoder.release();
  await on.pumped();
  const after = await on.content(contentId);
  expect(after).toMatchObject({
    id: contentId,
    title: 'A film',
    status: 'published',
    view_count: 41,
    published_at: before.published_at,
    revision: before.revision,
    conversion_status: 'completed',
    conversion_error: null,
    media_version: versionOf(second),
    source_key: second.s3Key,
    original_file_name: 'Better.flv',
    file_size: on.longer.length,
    poster_url: `/posters/${contentId}/${versionOf(second)}/poster.jpg`,
  });
  expect(after.duration).toBeGreaterThan((before.duration ?? 0) + 1);
  expect(`/media/${contentId}/${after.media_version}/480/index.m3u8`).toBe(second.cloudFrontUrl);
  const renewed = await on.play(contentId, session.play_id);
  expect(renewed).toMatchObject({ url: second.cloudFrontUrl, play_id: session.play_id });
  const download = await flow.call('POST /api/functions/s3-download-url', { s3Key: second.s3Key });
  expect(
    (await fetch((download.body as { downloadUrl: string }).downloadUrl)).headers.get('content-disposition'),
  ).toContain('Better.flv');
  expect((await flow.call('POST /api/functions/s3-download-url', { s3Key: first.s3Key })).status).toBe(404);

  // The old source goes at once; what somebody may still play stays for longer than his cookies hold.
  await flow.sweep();
  expect(await flow.storageUsed()).toBe(used + on.longer.length);
  expect(await on.stored(contentId)).toEqual(
    [
      `media/${versionOf(first)}`,
      `media/${versionOf(second)}`,
      `posters/${versionOf(second)}`,
      `uploads/${versionOf(second)}`,
    ].sort(),
  );
  flow.skip(50 * MINUTE);
  await flow.sweep();
  expect(await on.stored(contentId)).toContain(`media/${versionOf(first)}`);
  await on.settle();
  expect(await on.stored(contentId)).toEqual([
    `media/${versionOf(second)}`,
    `posters/${versionOf(second)}`,
    `uploads/${versionOf(second)}`,
  ]);

  // Events of the old file, late: nothing happens.
  const jobs = flow.jobs().length;
  const arrivals = flow.seen.filter(
    ({ 'detail-type': type, detail }) =>
      type === 'Object Created' && (detail as { object: { key: string } }).object.key === first.s3Key,
  );
  expect(arrivals).toHaveLength(1);
  for (const event of arrivals) expect(await flow.deliver('ingest', event)).toBe(true);
  await on.pumped();
  expect([flow.jobs().length, (await on.content(contentId)).media_version]).toEqual([jobs, versionOf(second)]);

  await flow.call('DELETE /api/content/{id}', undefined, { params: { id: contentId } });
  await on.pumped();
  expect([await on.stored(contentId), await flow.storageUsed(), await flow.uploads.list(contentId)]).toEqual([
    [],
    used,
    [],
  ]);
});

it('likes of a content stay over its new file, and show the new picture and length', async () => {
  const LIKER = '11111111-0000-4000-8000-000000000002';
  const first = await on.published();
  const before = await on.content(first.contentId);
  const likes = createLikeRepository(flow.table, {
    cursors: createCursors(async () => Buffer.alloc(32, 1).toString('base64')),
    logger: silentLogger,
  });
  expect(await likes.like(LIKER, before, '2026-03-01T12:00:00.000Z')).toBe('liked');

  const second = await on.store(on.longer, first.contentId);
  expect((await on.complete(second.s3Key)).status).toBe(200);
  await on.pumped();
  const after = await on.content(first.contentId);
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
  await on.pumped();
});

it('what restarts left goes when nobody can play it any more', async () => {
  const first = await on.published();
  encoder.hold();
  await on.restart(first.contentId);
  await flow.deliver('ingest', on.take('ingest'));
  await on.restart(first.contentId);
  encoder.release();
  await on.pumped();
  expect(await on.content(first.contentId)).toMatchObject({
    media_version: `${versionOf(first)}-3`,
    conversion_status: 'completed',
  });
  expect(await on.stored(first.contentId)).toContain(`media/${versionOf(first)}`);
  await on.settle();
  expect((await on.stored(first.contentId)).filter((key) => key.startsWith('media'))).toEqual([
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

/** A film of more frames in a second than are taken. */
const tooFast = (): Buffer =>
  makeMedia('fast.flv', ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=200:d=1', '-c:v', 'libx264', '-pix_fmt', 'yuv420p']);

it.each<[string, () => Buffer, RegExp]>([
  ['is refused as no media', () => Buffer.alloc(500, 65), /not a video or audio/],
  ['is over a limit', tooFast, /^The video has 200 frames per second\. The limit is 120\.$/],
])(
  'a file that %s leaves what was there, says why, and a restart brings the old file back to order',
  async (_what, file, reason) => {
    const used = await flow.storageUsed();
    const first = await on.published();
    const { contentId } = first;
    const before = await on.content(contentId);
    const bad = await on.store(file(), contentId);
    await on.pumped();
    const failed = await on.content(contentId);
    expect(failed).toMatchObject({
      conversion_status: 'failed',
      conversion_error: expect.stringMatching(reason),
      media_version: before.media_version,
      source_key: first.s3Key,
      source_version_id: before.source_version_id,
      duration: before.duration,
    });
    expect((await on.complete(bad.s3Key)).problem.code).toBe('unsupported_format');
    expect(await flow.storageUsed()).toBe(used + on.film.length);
    await flow.sweep();
    expect((await on.stored(contentId)).filter((key) => key.startsWith('uploads'))).toEqual([
      `uploads/${versionOf(first)}`,
    ]);
    expect((await on.play(contentId)).url).toContain(versionOf(first));
    // It can be taken back and published again all the same.
    for (const status of ['draft', 'published']) {
      const { revision } = await on.content(contentId);
      expect(
        (await flow.call('PATCH /api/content/{id}', { revision, status }, { params: { id: contentId } })).status,
      ).toBe(200);
    }
    expect((await on.restart(contentId)).status).toBe(200);
    await on.pumped();
    expect(await on.content(contentId)).toMatchObject({
      conversion_status: 'completed',
      conversion_error: null,
      media_version: `${versionOf(first)}-3`,
      source_key: first.s3Key,
      source_version_id: before.source_version_id,
    });
  },
);

it('music in place of a film takes the pictures away', async () => {
  const first = await on.published();
  expect((await on.content(first.contentId)).poster_url).not.toBeNull();
  const second = await on.store(tinyWav(), first.contentId, 'song.wav');
  await on.pumped();
  expect(await on.content(first.contentId)).toMatchObject({
    media_version: versionOf(second),
    has_video: false,
    poster_url: null,
    thumbnail_url: null,
    public_stills_versions: [],
  });
  expect((await on.stored(first.contentId)).filter((key) => key.startsWith('posters'))).toEqual([]);
});

it('a content whose first file was refused takes a right one', async () => {
  const made = await on.store(Buffer.alloc(on.film.length, 65));
  const other = await on.store(on.film);
  await on.complete(other.s3Key);
  expect((await flow.call('POST /api/content', { s3Key: other.s3Key, title: 'Late' })).status).toBe(201);
  await flow.s3.writeObject(UPLOADS, other.s3Key, Buffer.alloc(on.film.length, 65));
  await on.pumped();
  expect(await on.content(other.contentId)).toMatchObject({ conversion_status: 'failed', source_version_id: null });
  expect((await on.restart(other.contentId)).problem.code).toBe('invalid_state');
  const right = await on.store(on.longer, other.contentId);
  await on.pumped();
  expect(await on.content(other.contentId)).toMatchObject({
    conversion_status: 'completed',
    media_version: versionOf(right),
    source_key: right.s3Key,
  });
  await on.settle();
  expect([...(await flow.uploads.list(other.contentId))].sort((a, b) => a.state.localeCompare(b.state))).toMatchObject([
    { state: 'aborted', cleaned: true },
    { state: 'claimed', key: right.s3Key },
  ]);
  expect((await flow.uploads.get(made.contentId))?.state).toBe('aborted');
});

it('is refused for what is not there, for what is being deleted, and over the quota; given up it leaves nothing', async () => {
  const first = await on.published();
  const { contentId } = first;
  const used = await flow.storageUsed();
  expect((await on.announce(on.film, 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV')).problem.code).toBe('content_not_found');
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
    fileSize: on.film.length,
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
  const waiting = await on.announce(on.film, contentId);
  expect((await flow.call('DELETE /api/content/{id}', undefined, { params: { id: contentId } })).status).toBe(204);
  expect((await on.announce(on.film, contentId)).problem.code).toBe('content_not_found');
  await on.pumped();
  await flow.s3.writeObject(UPLOADS, (waiting.body as Allotted).s3Key, on.film);
  await on.pumped();
  expect([await on.stored(contentId), await flow.uploads.list(contentId), await flow.storageUsed()]).toEqual([
    [],
    [],
    used - on.film.length,
  ]);
});

it('of two files at once the later one to arrive stays; one that never comes is swept after a day', async () => {
  const used = await flow.storageUsed();
  const first = await on.published();
  const { contentId } = first;
  encoder.hold();
  const [one, two] = [await on.store(on.film, contentId), await on.store(on.longer, contentId)];
  await on.announce(on.film, contentId);
  for (const event of flow.queues.ingest.splice(0)) expect(await flow.deliver('ingest', event)).toBe(true);
  encoder.release();
  await on.pumped();
  expect(await on.content(contentId)).toMatchObject({ media_version: versionOf(two), source_key: two.s3Key });
  await flow.sweep();
  expect(await flow.storageUsed()).toBe(used + on.longer.length + on.film.length);
  flow.skip(CLAIM_TIME_MS);
  await on.settle();
  expect([await flow.storageUsed(), await on.stored(contentId)]).toEqual([
    used + on.longer.length,
    [`media/${versionOf(two)}`, `posters/${versionOf(two)}`, `uploads/${versionOf(two)}`],
  ]);
  expect((await flow.uploads.find(one.s3Key))?.cleaned).toBe(true);
});
