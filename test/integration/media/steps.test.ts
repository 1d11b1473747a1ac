import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StepView } from '../../../lambdas/contract/media/steps.ts';
import { NotFound } from '@aws-sdk/client-s3';
import { LEASE_MS, parseAttemptId, START_TIME_MS } from '../../../lambdas/domain/conversion/attempt.ts';
import { INTERRUPTED_REASON } from '../../../lambdas/domain/conversion/reasons.ts';
import { ORGANIZATION_CREATOR } from '../../../lambdas/domain/creators/organization.ts';
import { manifestKey } from '../../../lambdas/domain/media/layout.ts';
import { createCrashInjector } from '../../support/worlds/crash-injector.ts';
import { MEDIA, UPLOADS } from '../../support/worlds/media-engines.ts';
import { startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';
import type { PersonName } from '../../support/worlds/media-functions.ts';
import { tinyFilm } from '../../support/media/tiny-film.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';

const rabbit = readFileSync(join(__dirname, '../../support/media/rabbit320.mp4'));
const text = Buffer.from('A text file renamed to film.mp4.');

let flow: MediaFlow;
beforeAll(async () => {
  flow = await startMediaFlow();
});
afterAll(() => flow.stop());

interface Allotted {
  readonly contentId: string;
  readonly s3Key: string;
}

const store = async (fileName: string, body: Buffer, fileType = 'video/mp4'): Promise<Allotted> => {
  const { body: allotted } = await flow.call('POST /api/functions/s3-upload-url', {
    fileName,
    fileType,
    fileSize: body.length,
  });
  await flow.s3.writeObject(UPLOADS, (allotted as Allotted).s3Key, body);
  return allotted as Allotted;
};
const create = async (s3Key: string) => {
  await flow.call('POST /api/functions/s3-upload-url', { action: 'complete', s3Key });
  return flow.call('POST /api/content', { s3Key, title: 'A film', contentType: 'video' });
};
const list = (id: string, who: PersonName = 'admin') =>
  flow.call('GET /api/content/{id}/steps', undefined, { who, params: { id } });
const run = (id: string, step: string, who: PersonName = 'admin') =>
  flow.call('POST /api/content/{id}/steps/{step}', undefined, { who, params: { id, step } });
const stepsOf = async (id: string): Promise<readonly StepView[]> =>
  ((await list(id)).body as { steps: StepView[] }).steps;
const states = async (id: string): Promise<string> => (await stepsOf(id)).map(({ state }) => state).join(' ');
const step = async (id: string, name: string) => (await stepsOf(id)).find((one) => one.step === name);

/** Creates an item and converts it. */
const converted = async (): Promise<string> => {
  const { contentId, s3Key } = await store('rabbit.mp4', rabbit);
  expect((await create(s3Key)).status).toBe(201);
  await flow.pumpAll();
  return contentId;
};

const current = async (id: string) => {
  const content = await flow.records.get(id, { consistent: true });
  const attempt = await flow.attempts.get({ content_id: id, ...parseAttemptId(content?.current_attempt ?? '') });
  if (!attempt) throw new Error(`${id} has no attempt`);
  return attempt;
};

it('steps show how an item was made, and cost three queries', async () => {
  const id = await converted();
  expect(await states(id)).toMatch(/^completed completed completed completed \w+ completed$/);
  for (const { step: name, state, started_at: started, finished_at: finished, attempts, reason } of await stepsOf(id)) {
    if (state === 'skipped') expect(reason).toEqual(expect.any(String));
    else
      expect([name, attempts, Date.parse(finished ?? '') >= Date.parse(started ?? ''), reason]).toEqual([
        name,
        1,
        true,
        null,
      ]);
  }
  expect((await flow.readSources(id))?.runs.map(({ step: name }) => name).sort()).toEqual([
    'convert',
    'poster',
    'probe',
    'ready',
    'storyboard',
  ]);
  const convert = await step(id, 'convert');
  expect(convert?.cost).toEqual({
    estimated_usd: convert?.cost?.actual_usd,
    actual_usd: expect.any(Number),
    provider: 'mediaconvert',
    next_usd: convert?.cost?.actual_usd,
  });
  const cost = await flow.db.measure(() => list(id));
  console.info(`list-steps: ${cost.calls.join(', ')}, ${cost.units} units`);
  expect(cost.calls).toEqual(['Query', 'Query', 'Query']);
  expect(cost.units).toBeLessThanOrEqual(3);
});

it('steps give the reason for a rejected file, before and after the item exists', async () => {
  const used = await flow.storageUsed();
  const early = await store('film.mp4', text);
  const late = await store('film.mp4', text);
  await flow.pumpAll();
  expect((await create(late.s3Key)).status).toBe(415);
  for (const { contentId } of [early, late]) {
    expect(await states(contentId)).toBe('completed failed waiting waiting waiting waiting');
    expect(await step(contentId, 'probe')).toMatchObject({
      attempts: 1,
      can_run: false,
      reason: 'The file is not in a supported video or audio format.',
    });
  }
  // After the sweeper and the deletion worker ran, the attempt is deleted but the reason is still shown.
  flow.skip(1000);
  await flow.sweep();
  await flow.pumpAll();
  expect(await step(early.contentId, 'probe')).toMatchObject({
    state: 'failed',
    reason: 'The file is not in a supported video or audio format.',
  });
  expect((await flow.stored()).filter((key) => key.includes(early.contentId) || key.includes(late.contentId))).toEqual(
    [],
  );
  expect(await flow.storageUsed()).toBe(used);

  const short = await store('cut.mp4', rabbit);
  await flow.s3.writeObject(UPLOADS, short.s3Key, rabbit.subarray(0, 5000));
  flow.queues.ingest.splice(0);
  expect(
    (await flow.call('POST /api/functions/s3-upload-url', { action: 'complete', s3Key: short.s3Key })).status,
  ).toBe(409);
  expect(await step(short.contentId, 'upload')).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('5000 bytes'),
  });
  expect((await run(short.contentId, 'convert')).problem.code).toBe('content_not_found');
});

it("steps name the limit of the creator's plan, which is the one that applies", async () => {
  const film = tinyFilm();
  const jobsBefore = flow.jobs();
  film.writeDoubleBE(3 * 3600, film.indexOf('duration') + 'duration'.length + 1);
  const reasonOn = async (plan: 'free' | 'premium'): Promise<string | null | undefined> => {
    await flow.creators.organization();
    await flow.table.update({ pk: 'CREATOR', sk: `CREATOR#${ORGANIZATION_CREATOR.id}` }, { set: { plan } });
    const { contentId } = await store('film.flv', film, 'video/x-flv');
    await flow.pumpAll();
    return (await step(contentId, 'probe'))?.reason;
  };
  expect(await reasonOn('free')).toBe('The file runs for 3.0 hours. The limit of the Free plan is 2 hours.');
  expect(await reasonOn('premium')).toMatch(/^The file claims to run for 3\.0 hours, but it is only 0\.0 MB\./);
  expect(flow.jobs()).toEqual(jobsBefore);
  await flow.table.update(
    { pk: 'CREATOR', sk: `CREATOR#${ORGANIZATION_CREATOR.id}` },
    { set: { plan: ORGANIZATION_CREATOR.plan } },
  );
});

it('steps show a failed conversion, and the one that was run again', async () => {
  const { contentId, s3Key } = await store('music.wav', tinyWav(), 'audio/wav');
  expect((await create(s3Key)).status).toBe(201);
  // S3 does not find the source for a moment, so the worker rejects it.
  const pass = flow.aws.around;
  flow.aws.around = (name, send) =>
    name === 'HeadObjectCommand'
      ? Promise.reject(new NotFound({ message: 'Not Found', $metadata: { httpStatusCode: 404 } }))
      : pass(name, send);
  await flow.pumpAll();
  flow.aws.around = pass;
  expect(await states(contentId)).toBe('completed failed waiting waiting waiting waiting');
  expect(await step(contentId, 'probe')).toMatchObject({
    reason: 'The uploaded file no longer exists.',
    can_run: true,
  });
  expect((await run(contentId, 'probe')).status).toBe(202);
  await flow.pumpAll();
  expect(await states(contentId)).toBe('completed completed completed skipped skipped completed');

  const again = await run(contentId, 'poster');
  expect(again).toMatchObject({
    status: 202,
    body: { content_id: contentId, runs: ['probe', 'convert', 'poster', 'storyboard', 'ready'] },
  });
  expect(await states(contentId)).toBe('completed waiting waiting waiting waiting waiting');
  const jobs = flow.jobs().length;
  await flow.pumpAll();
  expect(flow.jobs().length - jobs).toBe(1);
  expect(await states(contentId)).toBe('completed completed completed skipped skipped completed');
  expect(await step(contentId, 'convert')).toMatchObject({ attempts: 2 });
});

it('the ready step writes the playlists again without a job, once per request', async () => {
  const id = await converted();
  const attempt = await current(id);
  const playlist = manifestKey(id, attempt.media_version, '480');
  flow.s3.deleteObject(MEDIA, playlist);
  expect(flow.s3.statObject(MEDIA, playlist)).toBeUndefined();
  const jobs = flow.jobs().length;

  expect(await run(id, 'ready')).toMatchObject({ status: 202, body: { runs: ['ready'] } });
  expect(await step(id, 'ready')).toMatchObject({ state: 'running', attempts: 2, can_run: false });
  expect((await run(id, 'ready')).status).toBe(202);
  expect(flow.queues.conversion).toHaveLength(2);
  await flow.pumpAll();
  expect(flow.s3.statObject(MEDIA, playlist)?.contentType).toBe('application/vnd.apple.mpegurl');
  expect(await step(id, 'ready')).toMatchObject({ state: 'completed', attempts: 2, reason: null });
  expect(flow.jobs()).toHaveLength(jobs);
  expect(await flow.records.get(id)).toMatchObject({
    conversion_status: 'completed',
    media_version: attempt.media_version,
  });
});

it('steps report that playlists need renditions, and fail a request that no worker handles', async () => {
  const id = await converted();
  const { media_version: version } = await current(id);
  await run(id, 'ready');
  flow.queues.conversion.splice(0);
  flow.skip(START_TIME_MS + 1000);
  await flow.sweep();
  expect(await step(id, 'ready')).toMatchObject({
    state: 'failed',
    reason: 'The playlists could not be written in time.',
    can_run: true,
  });

  flow.s3.deleteObject(MEDIA, `media/${id}/${version}/480/hls.m3u8`);
  await run(id, 'ready');
  await flow.pumpAll();
  expect(await step(id, 'ready')).toMatchObject({
    state: 'failed',
    attempts: 3,
    reason: 'The converter reported success, but its results are missing.',
  });
});

it('a conversion says that it was interrupted before its job, and is taken over without its message', async () => {
  const crashes = createCrashInjector(flow.aws);
  await store('rabbit.mp4', rabbit);
  const [first] = flow.queues.ingest.splice(0);
  if (!first) throw new Error('No file arrived');
  const { calls } = await crashes.run('after', 0, () => flow.deliver('ingest', first));
  expect(calls).toContain('CreateJobCommand');
  const creates = calls.indexOf('CreateJobCommand') + 1;
  await flow.pumpAll();

  const { contentId } = await store('rabbit.mp4', rabbit);
  const [event] = flow.queues.ingest.splice(0);
  if (!event) throw new Error('No file arrived');
  const jobs = flow.mediaConvert.jobs().length;
  // The converter accepts the job, but the worker is killed before it knows; its message is lost too.
  expect(await crashes.run('after', creates, () => flow.deliver('ingest', event))).toMatchObject({ crashed: true });
  expect(await step(contentId, 'convert')).toMatchObject({ state: 'running', reason: null });
  await flow.sweep();
  expect(flow.queues.ingest).toEqual([]);

  flow.skip(LEASE_MS);
  expect(await step(contentId, 'convert')).toMatchObject({ state: 'interrupted', reason: INTERRUPTED_REASON });
  await flow.sweep();
  await flow.pumpAll();
  expect(await states(contentId)).toMatch(/^completed completed completed completed \w+ completed$/);
  expect(flow.mediaConvert.jobs()).toHaveLength(jobs + 1);
});

it('a conversion whose upload no longer exists can be canceled', async () => {
  const { contentId, s3Key } = await store('rabbit.mp4', rabbit);
  expect((await create(s3Key)).status).toBe(201);
  const [event] = flow.queues.ingest.splice(0);
  if (!event) throw new Error('No file arrived');
  await flow.deliver('ingest', event);
  await flow.mediaConvert.idle();
  flow.queues.conversion.splice(0);
  await flow.table.delete({ pk: `UPLOAD#${contentId}`, sk: 'META' });

  const cancel = () => flow.call('POST /api/content/{id}/conversion/cancel', undefined, { params: { id: contentId } });
  expect(await cancel()).toMatchObject({ status: 200, body: { conversion_status: 'failed' } });
  expect((await current(contentId)).failure).toBe('canceled');
  expect(await flow.records.get(contentId, { consistent: true })).toMatchObject({
    conversion_status: 'failed',
    conversion_error: 'An administrator canceled it.',
    conversion_deadline_at: null,
  });
  expect((await cancel()).status).toBe(200);
});

it('steps are visible to staff, and run for administrators where there is something to run', async () => {
  const id = await converted();
  expect([(await list(id, 'listener')).problem.code, (await run(id, 'ready', 'listener')).problem.code]).toEqual([
    'forbidden',
    'forbidden',
  ]);
  expect((await run(id, 'upload')).problem.code).toBe('invalid_state');
  expect((await run(id, 'nothing')).problem.code).toBe('step_not_found');
  const { contentId, s3Key } = await store('music.wav', tinyWav(), 'audio/wav');
  expect((await create(s3Key)).status).toBe(201);
  expect((await run(contentId, 'ready')).problem).toMatchObject({
    code: 'invalid_state',
    detail: '“Ready to play” can run once “Conversion” is complete.',
  });
  await flow.pumpAll();
  const unknown = `cnt_${'0'.repeat(26)}`;
  expect([
    (await list(unknown)).problem.code,
    (await run(unknown, 'ready')).problem.code,
    (await run(unknown, 'probe')).problem.code,
  ]).toEqual(Array(3).fill('content_not_found'));
  await flow.call('DELETE /api/content/{id}', undefined, { params: { id } });
  expect([(await list(id)).problem.code, (await run(id, 'ready')).problem.code]).toEqual([
    'content_not_found',
    'content_not_found',
  ]);
  await flow.pumpAll();
});
