import type { mockRunJob } from '../../support/worlds/cached-encoder.ts';
import { makeMedia } from '../../support/media/tiny-film.ts';
import type { MediaFlow } from '../../support/worlds/media-flow.ts';
import { startReplacementFlow, versionOf, type ReplacementTools } from '../../support/worlds/replacement.ts';
import { auditMonth } from '../../../lambdas/data/admin/audit-entity.ts';
import { createTitleHoldRepository } from '../../../lambdas/data/content/title-hold-repository.ts';
import { CLAIM_TIME_MS } from '../../../lambdas/domain/uploads/upload.ts';

jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () =>
  jest.requireActual<{ mockRunJob: typeof mockRunJob }>('../../support/worlds/cached-encoder.ts').mockRunJob(),
);

let flow: MediaFlow;
let tools: ReplacementTools;
beforeAll(async () => void ({ flow, tools } = await startReplacementFlow()));
afterAll(() => flow.stop());
afterEach(() => jest.restoreAllMocks());

const hold = (id: string) => flow.call('POST /api/content/{id}/hold', { reason: 'Lawsuit 7' }, { params: { id } });
const release = (id: string) =>
  flow.call('POST /api/content/{id}/hold/release', { reason: 'Settled' }, { params: { id } });
const remove = (id: string) => flow.call('DELETE /api/content/{id}', undefined, { params: { id } });
const held = async () => (await createTitleHoldRepository(flow.table).list()).map(({ content_id: id }) => id);

/** The audited changes of the hold of a title, with their reasons. */
const recorded = async (contentId: string) => {
  const months = [...new Set([flow.now(), Date.now()].map((time) => auditMonth(new Date(time).toISOString())))];
  const entries = await Promise.all(
    months.map((month) => flow.table.queryAll({ partition: `AUDIT#${month}`, limit: 100 })),
  );
  return entries
    .flat()
    .filter(({ target_id: id, action }) => id === contentId && String(action).startsWith('content.hold'))
    .map(({ action, reason }) => `${String(action)}: ${String(reason)}`)
    .sort();
};

it('a legal hold keeps a title and its files, also replaced ones, until it is released', async () => {
  const first = await tools.published();
  const { contentId: id } = first;
  const second = await tools.store(tools.longer, id);
  expect((await tools.complete(second.s3Key)).status).toBe(200);
  await tools.drain();
  expect(await tools.content(id)).toMatchObject({ media_version: versionOf(second) });
  const { status, body } = await hold(id);
  expect([status, body]).toMatchObject([200, { id, held_since: expect.any(String), status: 'published' }]);
  expect((await hold(id)).problem.code).toBe('already_exists');
  expect(await held()).toContain(id);

  expect((await remove(id)).problem).toMatchObject({
    code: 'invalid_state',
    detail: expect.stringMatching(/^A legal hold keeps this item\./),
  });
  expect((await tools.announce(tools.film, id)).problem.code).toBe('invalid_state');
  await tools.settle();
  expect(await tools.stored(id)).toEqual(
    expect.arrayContaining(
      [first, second].flatMap((file) => [`uploads/${versionOf(file)}`, `media/${versionOf(file)}`]),
    ),
  );
  const { revision } = await tools.content(id);
  const draft = { revision, status: 'draft' };
  expect((await flow.call('PATCH /api/content/{id}', draft, { params: { id } })).status).toBe(200);

  expect(await release(id)).toMatchObject({ status: 200, body: { held_since: null } });
  expect((await release(id)).problem.code).toBe('not_found');
  expect(await held()).not.toContain(id);
  flow.skip(CLAIM_TIME_MS);
  await tools.settle();
  expect(await tools.stored(id)).toEqual([`media/${versionOf(second)}`, `uploads/${versionOf(second)}`]);
  expect((await remove(id)).status).toBe(204);
  await tools.drain();
  expect((await hold(id)).problem.code).toBe('content_not_found');
  expect(await recorded(id)).toEqual(['content.hold-released: Settled', 'content.hold-set: Lawsuit 7']);
});

it('a replacement that was announced before waits, and can be decided about after the release', async () => {
  const first = await tools.published();
  const { contentId: id } = first;
  const second = await tools.store(tools.longer, id, 'Better.flv');
  expect((await hold(id)).status).toBe(200);
  expect((await tools.complete(second.s3Key)).status).toBe(200);
  await tools.drain();
  expect(await tools.content(id)).toMatchObject({
    media_version: versionOf(first),
    source_key: first.s3Key,
    waiting_file: { media_version: versionOf(second) },
  });
  const decide = (outcome: string) =>
    flow.call(
      'POST /api/content/{id}/waiting-file',
      { version: versionOf(second), outcome, reason: 'Watched.' },
      { params: { id } },
    );
  for (const outcome of ['accepted', 'rejected'])
    expect((await decide(outcome)).problem).toMatchObject({
      code: 'invalid_state',
      detail: expect.stringMatching(/^A legal hold/),
    });
  expect((await release(id)).status).toBe(200);
  expect((await decide('accepted')).status).toBe(200);
  expect(await tools.content(id)).toMatchObject({ media_version: versionOf(second), source_key: second.s3Key });
});

it('a hold that is set while a replacement is announced prevents it', async () => {
  const { contentId: id } = await tools.published();
  const get = flow.records.get.bind(flow.records);
  jest.spyOn(flow.records, 'get').mockImplementationOnce(async (...args) => {
    const found = await get(...args);
    expect((await hold(id)).status).toBe(200);
    return found;
  });
  expect((await tools.announce(tools.longer, id)).problem.code).toBe('invalid_state');
  expect(await flow.uploads.list(id)).toHaveLength(1);
});

it('a file that its first conversion rejects is kept during a hold', async () => {
  const film = makeMedia('fast.flv', [
    '-f',
    'lavfi',
    '-i',
    'testsrc=s=64x48:r=200:d=1',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
  ]);
  const upload = await tools.store(film);
  expect((await tools.complete(upload.s3Key)).status).toBe(200);
  expect((await flow.call('POST /api/content', { s3Key: upload.s3Key, title: 'A fast film' })).status).toBe(201);
  expect((await hold(upload.contentId)).status).toBe(200);
  await tools.drain();
  await tools.settle();
  expect(await tools.content(upload.contentId)).toMatchObject({
    conversion_status: 'failed',
    source_version_id: expect.any(String),
  });
  expect(await tools.stored(upload.contentId)).toEqual([`uploads/${versionOf(upload)}`]);
});
