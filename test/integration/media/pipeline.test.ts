import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StepView } from '../../../lambdas/contract/media/steps.ts';
import { stepEntity } from '../../../lambdas/data/pipeline/step-repository.ts';
import { INTERRUPTED_REASON } from '../../../lambdas/domain/conversion/reasons.ts';
import { conversionSteps, type StepDefinition } from '../../../lambdas/domain/pipeline/definition.ts';
import { runStep } from '../../../lambdas/domain/pipeline/run-step.ts';
import { requestOf } from '../../../lambdas/domain/pipeline/start-steps.ts';
import { STEP_LEASE_MS, type StepOutcome } from '../../../lambdas/domain/pipeline/step-run.ts';
import { UPLOADS } from '../../support/worlds/media-engines.ts';
import { startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';

const MINUTE_MS = 60_000;
const rabbit = readFileSync(join(__dirname, '../../support/media/rabbit320.mp4'));

/** A step that only this test has. Nothing else of the product knows it. */
const mood: StepDefinition = {
  name: 'mood',
  title: 'Mood',
  needs: ['ready'],
  startedBy: 'StepRequested.v1',
  timeLimitMs: () => 10 * MINUTE_MS,
  overdueReason: 'The mood was not found in time.',
  rerun: { by: 'alone' },
  cost: ({ duration = 0 }) => duration * 0.001,
};

/** What the next run of the step does. */
let work: () => Promise<StepOutcome>;
let runs = 0;

let flow: MediaFlow;
beforeAll(async () => {
  flow = await startMediaFlow({
    definitions: [...conversionSteps, mood],
    run: (runner, ids) =>
      runStep(runner, ids, () => {
        runs += 1;
        return work();
      }),
  });
});
afterAll(() => flow.stop());
beforeEach(() => {
  runs = 0;
  work = async () => ({ state: 'completed', cost: 0.002 });
});

const upload = async (): Promise<string> => {
  const file = { fileName: 'rabbit.mp4', fileType: 'video/mp4', fileSize: rabbit.length };
  const { contentId, s3Key } = (await flow.call('POST /api/functions/s3-upload-url', file)).body as {
    contentId: string;
    s3Key: string;
  };
  await flow.s3.writeObject(UPLOADS, s3Key, rabbit);
  await flow.call('POST /api/functions/s3-upload-url', { action: 'complete', s3Key });
  const created = await flow.call('POST /api/content', { s3Key, title: 'A film', contentType: 'video' });
  expect(created.status).toBe(201);
  return contentId;
};
const stepsOf = async (id: string): Promise<readonly StepView[]> =>
  ((await flow.call('GET /api/content/{id}/steps', undefined, { params: { id } })).body as { steps: StepView[] }).steps;
const moodOf = async (id: string): Promise<StepView | undefined> =>
  (await stepsOf(id)).find(({ step }) => step === 'mood');
const runMood = (id: string) =>
  flow.call('POST /api/content/{id}/steps/{step}', undefined, { params: { id, step: 'mood' } });
/** Keys of all stored versions and ids of all jobs: a conversion adds to both. */
const converted = async () => ({ jobs: flow.jobs().length, versions: (await flow.stored()).sort() });

it('shows a new step, which waits for the conversion and then runs once', async () => {
  const id = await upload();
  expect((await stepsOf(id)).map(({ title }) => title)).toEqual([...conversionSteps.map(({ title }) => title), 'Mood']);
  expect(await moodOf(id)).toMatchObject({ state: 'waiting', can_run: false, attempts: 0 });
  const early = await runMood(id);
  expect(early.status).toBe(409);
  expect(JSON.stringify(early.body)).toContain('“Mood” can run once “Ready to play” is complete.');

  expect(await flow.pump()).toBe(0);
  expect(await moodOf(id)).toMatchObject({ state: 'completed', can_run: true, attempts: 1, reason: null });
  const [ready, done] = (await stepsOf(id)).slice(-2);
  expect(Date.parse(done?.started_at ?? '')).toBeGreaterThanOrEqual(Date.parse(ready?.finished_at ?? ''));

  // Every event arrives a second time.
  for (const event of flow.seen.filter(({ detail }) => JSON.stringify(detail).includes(id))) {
    if (event.source === 'aws.mediaconvert') flow.queues.conversion.push(event);
    if (event['detail-type'] === 'StepRequested.v1') flow.queues.steps.push(event);
  }
  expect(await flow.pump()).toBe(0);
  expect([runs, (await moodOf(id))?.attempts]).toEqual([1, 1]);
});

it('fails with a reason and runs again without converting the file again', async () => {
  work = async () => ({ state: 'failed', reason: 'The mood of this film is unclear.' });
  const id = await upload();
  expect(await flow.pump()).toBe(0);
  expect(await moodOf(id)).toMatchObject({
    state: 'failed',
    reason: 'The mood of this film is unclear.',
    can_run: true,
  });
  const before = await converted();

  work = async () => ({ state: 'completed' });
  const answer = await runMood(id);
  expect([answer.status, (answer.body as { runs: string[] }).runs]).toEqual([202, ['mood']]);
  expect(await moodOf(id)).toMatchObject({ state: 'running', attempts: 2, can_run: false });
  expect(await flow.pump()).toBe(0);
  expect(await moodOf(id)).toMatchObject({ state: 'completed', attempts: 2, reason: null });
  expect(await converted()).toEqual(before);

  // Running the conversion again does add a job, so the comparison above can fail.
  await flow.call('POST /api/content/{id}/steps/{step}', undefined, { params: { id, step: 'convert' } });
  expect(await flow.pump()).toBe(0);
  expect((await converted()).jobs).toBe(before.jobs + 1);
  expect(await moodOf(id)).toMatchObject({ state: 'completed', attempts: 1 });
});

it('is swept past its deadline, and a message that arrives later changes nothing', async () => {
  work = () => Promise.reject(new Error('The service does not respond'));
  const id = await upload();
  expect(await flow.pump()).toBe(1);
  const late = flow.queues.steps.pop();
  expect(await moodOf(id)).toMatchObject({ state: 'running', attempts: 1 });

  flow.skip(9 * MINUTE_MS);
  await flow.sweep();
  expect(await moodOf(id)).toMatchObject({ state: 'interrupted', reason: INTERRUPTED_REASON });
  flow.skip(2 * MINUTE_MS);
  await flow.sweep();
  expect(await moodOf(id)).toMatchObject({ state: 'failed', reason: mood.overdueReason, can_run: true });

  work = async () => ({ state: 'completed' });
  if (late) flow.queues.steps.push(late);
  expect(await flow.pump()).toBe(0);
  expect(await moodOf(id)).toMatchObject({ state: 'failed', attempts: 1 });
  expect((await runMood(id)).status).toBe(202);
  expect(await flow.pump()).toBe(0);
  expect(await moodOf(id)).toMatchObject({ state: 'completed', attempts: 2 });
});

it('says that it was interrupted when its worker stops, and is taken over without its message', async () => {
  work = () => Promise.reject(new Error('The worker was killed'));
  const id = await upload();
  expect(await flow.pump()).toBe(1);
  flow.queues.steps.length = 0;
  expect(await moodOf(id)).toMatchObject({ state: 'running', reason: null });
  // While a worker can be busy with it, the sweeper leaves it alone.
  await flow.sweep();
  expect(flow.queues.steps).toEqual([]);

  flow.skip(STEP_LEASE_MS);
  expect(await moodOf(id)).toMatchObject({ state: 'interrupted', reason: INTERRUPTED_REASON, can_run: false });
  work = async () => ({ state: 'completed' });
  await flow.sweep();
  expect(await flow.pump()).toBe(0);
  expect([runs, await moodOf(id)]).toMatchObject([2, { state: 'completed', attempts: 1, reason: null }]);
});

it('publishes a lost event again when the step is requested again', async () => {
  const id = await upload();
  expect(await flow.pump()).toBe(0);
  await runMood(id);
  flow.queues.steps.length = 0;
  expect(await moodOf(id)).toMatchObject({ state: 'running', attempts: 2 });
  await runMood(id);
  expect(await flow.pump()).toBe(0);
  expect(await moodOf(id)).toMatchObject({ state: 'completed', attempts: 2 });
});

it('reads runs that an earlier version stored with the content item, and continues unfinished ones', async () => {
  const id = await upload();
  expect(await flow.pump()).toBe(0);
  for (const run of (await flow.readSources(id))?.runs ?? []) {
    const { finished_at: finished, ...rest } = stepEntity.toItem(run);
    const isOpen = run.step === 'mood';
    const open = { ...rest, ...stepEntity.indexAttributes({ ...run, state: 'running' }), state: 'running' };
    await flow.table.delete(stepEntity.key(run));
    await flow.table.put({ ...(isOpen ? open : { ...rest, finished_at: finished }), pk: `CONTENT#${id}`, sk: rest.sk });
  }
  expect((await stepsOf(id)).slice(-2)).toMatchObject([{ state: 'completed' }, { state: 'running', attempts: 1 }]);
  flow.skip(STEP_LEASE_MS);
  await flow.sweep();
  expect(await flow.pump()).toBe(0);
  expect((await stepsOf(id)).slice(-2)).toMatchObject([{ state: 'completed' }, { state: 'completed', attempts: 1 }]);
  const sources = await flow.readSources(id);
  expect((await flow.call('DELETE /api/content/{id}', undefined, { params: { id } })).status).toBeLessThan(300);
  expect(await flow.pump()).toBe(0);
  for (const run of sources?.runs ?? []) {
    const { pk, sk } = stepEntity.key(run);
    expect(
      await flow.table.getMany([
        { pk, sk },
        { pk: `CONTENT#${id}`, sk },
      ]),
    ).toEqual([]);
  }
});

it('is deleted with its item', async () => {
  const id = await upload();
  expect(await flow.pump()).toBe(0);
  const sources = await flow.readSources(id);
  expect(sources?.runs.map(({ step }) => step).sort()).toEqual([
    'convert',
    'mood',
    'poster',
    'probe',
    'ready',
    'storyboard',
  ]);
  expect((await flow.call('DELETE /api/content/{id}', undefined, { params: { id } })).status).toBeLessThan(300);
  expect(await flow.pump()).toBe(0);
  for (const run of sources?.runs ?? []) expect(await flow.steps.get(run)).toBeUndefined();
});

it('is deleted too when it was requested while its item was being deleted', async () => {
  const id = await upload();
  expect(await flow.pump()).toBe(0);
  const ready = (await flow.readSources(id))?.runs.find(({ step }) => step === 'ready');
  if (!ready) throw new Error('The conversion has no run of ready');
  expect((await flow.call('DELETE /api/content/{id}', undefined, { params: { id } })).status).toBeLessThan(300);
  expect(await flow.pump()).toBe(0);
  const late = { ...ready, run: 2, state: 'running' as const, finished_at: undefined, rev: 1 };
  expect(await flow.steps.create(late)).toBe(true);
  await flow.publish('StepRequested.v1', requestOf(late));
  expect(await flow.pump()).toBe(0);
  expect(await flow.steps.get(late)).toBeUndefined();
});
