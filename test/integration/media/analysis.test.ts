import { createTranscriptEdits } from '../../../lambdas/data/transcripts/transcript-edits.ts';
import { createPolicyRepository } from '../../../lambdas/data/safety/policy-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { isStale } from '../../../lambdas/domain/analysis/results.ts';
import { silentLogger as logger } from '../../../lambdas/domain/logger.ts';
import { STEP_LEASE_MS } from '../../../lambdas/domain/pipeline/step-run.ts';
import { editSegment } from '../../../lambdas/domain/transcripts/edits.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import { SCRIPT, startAnalysisFlow, type AnalysisFlow } from '../../support/worlds/analysis-flow.ts';
import type { mockRunJob } from '../../support/worlds/cached-encoder.ts';
import { people } from '../../support/worlds/media-functions.ts';

jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () =>
  jest.requireActual<{ mockRunJob: typeof mockRunJob }>('../../support/worlds/cached-encoder.ts').mockRunJob(),
);

const STEPS = ['speech', 'captions', 'text', 'topics', 'frames', 'safety'];
/** How long the providers are down, and how often the sweeper runs meanwhile, in milliseconds. */
const OUTAGE_MS = 3 * 3_600_000;
const SWEEP_MS = 15 * 60_000;
const throttling = Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });

let flow: AnalysisFlow;
beforeAll(async () => {
  flow = await startAnalysisFlow();
});
afterAll(() => flow.stop());
afterEach(() => {
  flow.faults.error = undefined;
});

const runsOf = async (id: string) =>
  ((await flow.readSources(id))?.runs ?? []).filter(({ step }) => STEPS.includes(step));
const statesOf = async (id: string) =>
  Object.fromEntries((await runsOf(id)).map(({ step, run, state }) => [`${step} ${run}`, state]));
const allCompleted = Object.fromEntries(STEPS.map((step) => [`${step} 1`, 'completed']));
const resultsOf = async (id: string) => {
  const content = await flow.records.get(id, { consistent: true });
  return flow.results.list(id, content?.source_version_id ?? '', () => undefined);
};
const verdictOf = async (id: string) => {
  const content = await flow.records.get(id, { consistent: true });
  return flow.verdicts.readVerdict(id, content?.source_version_id ?? '');
};
const analyzed = async (): Promise<string> => {
  const id = await flow.upload();
  await flow.drain();
  expect(await statesOf(id)).toEqual(allCompleted);
  return id;
};
const runAgain = (id: string, step: string) =>
  flow.call('POST /api/content/{id}/steps/{step}', undefined, { params: { id, step } });
/** Waits until no worker can hold a run any more, and sweeps. */
const recover = async (): Promise<void> => {
  flow.skip(STEP_LEASE_MS + 1);
  await flow.sweep();
  await flow.drain();
};

it('runs each step once for duplicated and shuffled events, and pays for each call once', async () => {
  const TITLES = rounds('titles', { quick: 4, full: 60 });
  const EVENTS = 125 * TITLES;
  const seed = newSeed();
  const random = createRandom(seed);
  console.info(`seed ${seed}`);
  const ids: string[] = [];
  for (let index = 0; index < TITLES; index += 1) ids.push(await flow.upload());
  for (const event of flow.queues.ingest.splice(0)) await flow.deliver('ingest', event);
  await flow.mediaConvert.idle();
  for (const event of flow.queues.conversion.splice(0)) await flow.deliver('conversion', event);
  const jobs = new Set<string>();
  const everySent = () => [
    ...flow.seen
      .filter(({ 'detail-type': type }) => type === 'StepRequested.v1')
      .filter(({ detail }) => ids.includes((detail as { contentId: string }).contentId))
      .map((event) => () => flow.deliver('steps', event)),
    ...[...jobs].map((name) => () => flow.deliverJob(name)),
  ];
  let delivered = 0;
  const areDone = async () =>
    (await Promise.all(ids.map(statesOf))).every((states) =>
      STEPS.every((step) => states[`${step} 1`] === 'completed'),
    );
  // Any event can come again at any time, in any order, while others are processed.
  while (delivered < EVENTS || !(await areDone())) {
    if (delivered > 3 * EVENTS) throw new Error(`Still ${JSON.stringify(await Promise.all(ids.map(statesOf)))}`);
    flow.queues.steps.splice(0);
    const sent = everySent();
    const batch = Array.from({ length: 60 }, () => sent[Math.floor(random() * sent.length)]!);
    delivered += batch.length;
    for (let at = 0; at < batch.length; at += 6) await Promise.all(batch.slice(at, at + 6).map((deliver) => deliver()));
    for (const name of await flow.endJobs({ lose: true })) jobs.add(name);
    flow.skip(STEP_LEASE_MS);
  }
  flow.queues.steps.splice(0);
  for (const id of ids) {
    expect({ seed, ...(await statesOf(id)) }).toEqual({ seed, ...allCompleted });
    const paid = flow.paidFor(id);
    expect({ seed, twice: paid.length - new Set(paid).size }).toEqual({ seed, twice: 0 });
  }

  const calls = ids.reduce((sum, id) => sum + flow.paidFor(id).length, 0);
  console.info(
    `${TITLES} titles, ${delivered} deliveries: each of ${STEPS.length} steps ran once, ${calls} paid calls`,
  );
});

it('pays for nothing in a repetition, an edit of the transcript or a change of the policy', async () => {
  const id = await analyzed();
  const first = flow.paidFor(id).length;
  expect(first).toBeGreaterThan(8);
  const spent = await flow.budgetOf(id);
  for (const step of STEPS) {
    expect((await runAgain(id, step)).status).toBe(202);
    await flow.drain();
  }
  expect((await runsOf(id)).every(({ state }) => state === 'completed')).toBe(true);
  expect((await runsOf(id)).filter(({ run }) => run > 1).every(({ cost_actual: cost = 0 }) => cost === 0)).toBe(true);
  expect([flow.paidFor(id).length, await flow.budgetOf(id)]).toEqual([first, spent]);

  const stored = await flow.transcripts.readStored(id);
  const [segment] = stored?.segments ?? [];
  if (!stored || !segment) throw new Error('There is no transcript');
  const changes = { text: 'The chef cooks an awful soup.', start_ms: 0, end_ms: segment.end_ms, removed: false };
  const actor = { userId: people.admin.id, role: 'admin' as const };
  const act = { actor, requestId: 'r', targetId: id, before: {}, after: {} };
  const isSaved = await createTranscriptEdits(flow.table).saveEdit({
    segments: stored.segments,
    changes: [{ before: segment, after: { ...segment, ...editSegment(stored.segments, segment, changes, null) } }],
    userId: people.admin.id,
    now: new Date(flow.now()).toISOString(),
    act: { ...act, action: 'content.transcript-edited' },
  });
  expect(isSaved).toBe(true);
  await flow.followTranscript(id);
  await flow.drain();
  const head = await flow.transcripts.readHead(id);
  const stale = async () =>
    (await resultsOf(id))
      .filter((result) => isStale(result, head))
      .map(({ step }) => step)
      .toSorted();
  expect(await stale()).toEqual(['text', 'topics']);
  const captions = (await flow.records.get(id))?.captions;
  expect(captions).toHaveLength(1);

  const policies = createPolicyRepository(flow.table, {
    cursors: createCursors(async () => Buffer.alloc(32, 1).toString('base64')),
    logger,
  });
  const before = await policies.read();
  const verdict = () => verdictOf(id);
  expect(await verdict()).toMatchObject({ verdict: 'clear', raised: [] });
  const rules = { ...before.rules, profanity: { ...before.rules.profanity, review_at: 0.5, min_hits: 1 } };
  const changed = { ...act, targetId: 'policy', action: 'settings.safety-policy-changed' as const };
  await policies.save(before, rules, changed, new Date(flow.now()).toISOString());
  try {
    await flow.applyPolicy(before.version + 1);
    expect((await verdict())?.raised).toEqual([expect.objectContaining({ category: 'profanity', level: 'review' })]);
  } finally {
    // The other tests have the standard rules.
    await policies.save(await policies.read(), before.rules, changed, new Date(flow.now()).toISOString());
  }
  expect([flow.paidFor(id).length, await flow.budgetOf(id)]).toEqual([first, spent]);

  // Only when someone runs the step again is the new text paid for; its results and the verdict follow.
  expect((await runAgain(id, 'text')).status).toBe(202);
  await flow.drain();
  expect(await stale()).toEqual([]);
  const more = flow.paidFor(id).slice(first);
  expect(more.length).toBeGreaterThan(0);
  expect(
    more.every((call) => /^(Detect(DominantLanguage|Entities|ToxicContent)|BatchDetectSentiment) /.test(call)),
  ).toBe(true);
  console.info(`0 paid calls in repetitions, an edit and a new policy; ${more.length} when the text is run again`);
});

it('recovers a lost event of a transcription job', async () => {
  const id = await flow.upload();
  const [start] = await flow.drain('speech');
  await start?.();
  await flow.drain();
  expect(await statesOf(id)).toMatchObject({ 'speech 1': 'completed' });

  const lost = await flow.upload();
  const [begin] = await flow.drain('speech');
  expect(await begin?.()).toBe(true);
  expect(await flow.endJobs({ lose: true })).toHaveLength(1);
  await flow.drain();
  expect((await statesOf(lost))['speech 1']).toBe('running');
  await recover();
  expect(await statesOf(lost)).toEqual(allCompleted);
  expect(flow.paidFor(lost).filter((call) => call.startsWith('StartTranscriptionJob'))).toHaveLength(1);
});

it.each(['speech', 'text', 'frames'])(
  'waits while the provider of %s throttles, and pays nothing twice',
  async (step) => {
    const id = await flow.upload();
    const [deliver] = await flow.drain(step);
    flow.faults.error = throttling;
    const rejected = flow.faults.rejected;
    expect(await deliver?.()).toBe(false);
    // Until the lease ends, messages that come again make no call at all.
    for (let again = 0; again < 5; again += 1) expect(await deliver?.()).toBe(false);
    expect(flow.faults.rejected - rejected).toBe(1);
    expect((await flow.budgetOf(id)).reserved).toEqual(step === 'speech' ? ['speech'] : []);
    flow.faults.error = undefined;
    await recover();
    expect(await statesOf(id)).toEqual(allCompleted);
    const paid = flow.paidFor(id);
    expect(paid).toHaveLength(new Set(paid).size);
    expect((await flow.budgetOf(id)).reserved).toEqual([]);
  },
);

it('keeps uploads and playback going while providers are down for hours, and continues afterwards', async () => {
  flow.faults.error = Object.assign(new Error('Service Unavailable'), { name: 'ServiceUnavailableException' });
  const ids = [await flow.upload()];
  await flow.drain();
  ids.push(await flow.upload());
  await flow.drain();
  const start = flow.now();
  while (flow.now() - start < OUTAGE_MS) {
    flow.skip(SWEEP_MS);
    await flow.sweep();
    await flow.drain();
    // The queue gives up after a few deliveries, and Lambda after two repetitions.
    flow.queues.steps.splice(0);
  }
  for (const id of ids) {
    expect(await flow.records.get(id, { consistent: true })).toMatchObject({ status: 'published' });
    expect(await flow.cookies(id, 'listener')).not.toEqual([]);
    expect(await statesOf(id)).toMatchObject({ 'speech 1': 'running', 'frames 1': 'running' });
    expect(flow.paidFor(id)).toEqual([]);
  }
  flow.faults.error = undefined;
  for (let sweeps = 0; sweeps < 3; sweeps += 1) await recover();
  for (const id of ids) expect(await statesOf(id)).toEqual(allCompleted);
});

it.each(['speech', 'text', 'frames'])('never calls a title clear whose %s exceeded a budget', async (step) => {
  const id = await flow.upload();
  const [deliver] = await flow.drain(step);
  const { title } = flow.limits;
  flow.limits.title = 0;
  expect(await deliver?.()).toBe(true);
  flow.limits.title = title;
  await flow.drain();
  expect((await statesOf(id))[`${step} 1`]).toBe('skipped');
  const found = await verdictOf(id);
  expect([found?.verdict, found?.problems[0]]).toEqual([
    'unknown',
    { step, state: 'skipped', reason: expect.stringContaining('analysis budget') },
  ]);
  expect(await flow.records.get(id, { consistent: true })).toMatchObject({ safety: { verdict: 'unknown' } });
  // The budget allows it again.
  expect((await runAgain(id, step)).status).toBe(202);
  await flow.drain();
  expect((await verdictOf(id))?.verdict).toBe('clear');
});

it('takes a title away from listeners when its first verdict, after it was published, needs a review', async () => {
  const { moderate } = flow.frames;
  flow.frames.moderate = async (key) => ({
    ...(await moderate(key)),
    ModerationLabels: [{ Name: 'Explicit', TaxonomyLevel: 1, Confidence: 99 }],
  });
  try {
    const id = await flow.upload();
    const [deliver] = await flow.drain('frames');
    expect(await flow.records.get(id, { consistent: true })).toMatchObject({ status: 'published' });
    expect(await flow.cookies(id, 'listener')).not.toEqual([]);
    expect(await deliver?.()).toBe(true);
    await flow.drain();
    expect(await statesOf(id)).toEqual(allCompleted);
    expect(await flow.records.get(id, { consistent: true })).toMatchObject({
      status: 'pending',
      publish_when_ready: true,
      published_at: null,
      safety: { verdict: 'blocked', categories: ['adult'] },
    });
    expect(await flow.cookies(id, 'listener')).toEqual([]);
    // Running it again changes nothing: it waits for a decision.
    expect((await runAgain(id, 'safety')).status).toBe(202);
    await flow.drain();
    expect(await flow.records.get(id, { consistent: true })).toMatchObject({ status: 'pending' });
  } finally {
    flow.frames.moderate = moderate;
  }
});

it('says that no one speaks in a title, which gets no captions and is still played', async () => {
  const { sentences } = flow.speech;
  flow.speech.sentences = [];
  const id = await flow.upload();
  await flow.drain();
  flow.speech.sentences = sentences;
  expect((await runsOf(id)).map(({ step, state, reason }) => [step, state, reason ?? null]).toSorted()).toEqual([
    ['captions', 'skipped', 'The title has no transcript.'],
    ['frames', 'completed', null],
    ['safety', 'completed', null],
    ['speech', 'skipped', 'No speech found.'],
    ['text', 'skipped', 'There is no transcript, so there is no text to analyze.'],
    ['topics', 'skipped', 'There is no transcript, so there is no text to analyze.'],
  ]);
  const content = await flow.records.get(id, { consistent: true });
  expect([content?.status, content?.captions ?? []]).toEqual(['published', []]);
  // There was nothing to check, which is not the same as a check that was left out.
  expect(content?.safety?.verdict).toBe('clear');
  expect((await flow.stored()).filter((key) => key.includes(id) && key.includes('captions'))).toEqual([]);
});

it.each([
  ['recognizing its speech', false, 1, []],
  ['the speech that was recognized before the item was created', true, 2, ['speech 1']],
])('aligns the script of an upload instead of %s', async (_, late, run, paid) => {
  const id = await flow.upload({ script: SCRIPT, late });
  await flow.drain();
  expect(await statesOf(id)).toMatchObject({ [`speech ${run}`]: 'completed', [`captions ${run}`]: 'completed' });
  const speech = (await runsOf(id)).filter(({ step, units = 0 }) => step === 'speech' && units > 0);
  expect(speech.map(({ step, run: number }) => `${step} ${number}`)).toEqual(paid);
  const stored = await flow.transcripts.read(id);
  expect(stored?.transcript.source).toBe('script');
  expect(stored?.segments.map(({ text }) => text).join(' ')).toBe(SCRIPT.text);
  expect((await flow.records.get(id))?.captions?.map(({ language }) => language)).toEqual(['en']);
});

it('deletes a transcription job once its result is stored, and with the title that never read it', async () => {
  expect(flow.jobsOf(await analyzed())).toEqual([]);
  const unread = await flow.upload();
  await flow.drain('job');
  expect(flow.jobsOf(unread)).toHaveLength(1);
  flow.faults.error = throttling;
  expect((await flow.call('DELETE /api/content/{id}', undefined, { params: { id: unread } })).status).toBe(204);
  await flow.drain();
  const left = await flow.records.get(unread, { consistent: true });
  expect([left?.removal?.left, flow.jobsOf(unread).length]).toEqual([['transcription'], 1]);
  flow.faults.error = undefined;
  await flow.drain();
  expect([await flow.records.get(unread, { consistent: true }), flow.jobsOf(unread)]).toEqual([undefined, []]);
});
