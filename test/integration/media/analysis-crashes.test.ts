import { STEP_LEASE_MS } from '../../../lambdas/domain/pipeline/step-run.ts';
import { isSoak } from '../../support/rounds.ts';
import { SCRIPT, startAnalysisFlow, type AnalysisFlow } from '../../support/worlds/analysis-flow.ts';
import type { mockRunJob } from '../../support/worlds/cached-encoder.ts';
import { createCrashInjector, selectedMoments, type CrashInjector } from '../../support/worlds/crash-injector.ts';

jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () =>
  jest.requireActual<{ mockRunJob: typeof mockRunJob }>('../../support/worlds/cached-encoder.ts').mockRunJob(),
);

let flow: AnalysisFlow;
let crashes: CrashInjector;
beforeAll(async () => {
  flow = await startAnalysisFlow();
  crashes = createCrashInjector(flow.aws);
});
afterAll(() => flow.stop());

/** Everything that the analysis stores about a title, without ids and times. */
const stateOf = async (id: string) => {
  const content = await flow.records.get(id, { consistent: true });
  const version = content?.source_version_id ?? '';
  const [results, transcript, verdict, sources] = await Promise.all([
    flow.results.list(id, version, () => undefined),
    flow.transcripts.read(id),
    flow.verdicts.readVerdict(id, version),
    flow.readSources(id),
  ]);
  const { reserved } = await flow.budgetOf(id);
  return JSON.parse(
    JSON.stringify({
      runs: sources?.runs
        .map(({ step, run, state, reason }) => [step, run, state, reason ?? null])
        .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
      results: results.map(({ step, run, units, cost_usd: usd, summary }) => ({ step, run, units, usd, summary })),
      segments: transcript?.segments,
      verdict: verdict && [verdict.verdict, verdict.raised, verdict.missing, verdict.problems],
      captions: content?.captions,
      status: content?.status,
      jobs: flow.jobsOf(id),
      reserved,
    })
      .replaceAll(id, '<id>')
      .replaceAll(String(content?.media_version), '<version>'),
  ) as unknown;
};

/** Uploads a title and stops before a step, or before the end of its transcription job is delivered. */
const before = async (step: string, script?: typeof SCRIPT) => {
  const id = await flow.upload(script ? { script } : {});
  const [deliver] = await flow.drain(step);
  if (!deliver) throw new Error(`Nothing waits for ${step}`);
  return { id, deliver };
};

/** Repeats the message as the queue does, and sweeps, until nothing is left to do. */
const recover = async (deliver: () => Promise<boolean>): Promise<void> => {
  flow.skip(STEP_LEASE_MS + 1);
  for (let tries = 1; !(await deliver()); tries += 1) {
    if (tries === 4) throw new Error('The message would go to the dead-letter queue');
    flow.skip(STEP_LEASE_MS + 1);
  }
  await flow.drain();
  flow.skip(STEP_LEASE_MS + 1);
  await flow.sweep();
  await flow.drain();
};

type Row = [what: string, step: string, least: number, script: typeof SCRIPT | undefined];
/** It differs from the job only in what it stores. */
const ALIGNMENT: Row = ['speech, which aligns a script', 'speech', 8, SCRIPT];

it.each<Row>([
  ['speech, which starts a job', 'speech', 8, undefined],
  ['speech, which reads the result of its job', 'job', 12, undefined],
  ...(isSoak ? [ALIGNMENT] : []),
  ['captions', 'captions', 8, undefined],
  ['text', 'text', 16, undefined],
  ['topics', 'topics', 6, undefined],
  ['frames', 'frames', 16, undefined],
  ['safety', 'safety', 8, undefined],
])(
  '%s ends right after a crash at any call, and bills at most the call in flight again',
  async (what, step, least, script) => {
    const clean = await before(step, script);
    const { calls } = await crashes.run('after', 0, clean.deliver);
    await recover(clean.deliver);
    const [expected, paid] = [await stateOf(clean.id), flow.paidFor(clean.id).length];
    const { spent } = await flow.budgetOf(clean.id);
    expect(calls.length).toBeGreaterThanOrEqual(least);
    const moments = selectedMoments(what, calls);
    let mostAgain = 0;
    for (const { when, call } of moments) {
      const { id, deliver } = await before(step, script);
      const { crashed, calls: sent } = await crashes.run(when, call, deliver);
      const place = { what, when, call, sent: sent.at(-1) };
      expect({ ...place, crashed }).toEqual({ ...place, crashed: true });
      await recover(deliver);
      expect({ ...place, state: await stateOf(id) }).toEqual({ ...place, state: expected });
      const again = flow.paidFor(id).length - paid;
      expect({ ...place, isOneAtMost: again === 0 || again === 1 }).toEqual({ ...place, isOneAtMost: true });
      // The budget never counts less than what was paid.
      expect({ ...place, isCounted: (await flow.budgetOf(id)).spent >= spent - 1e-9 }).toEqual({
        ...place,
        isCounted: true,
      });
      mostAgain = Math.max(mostAgain, again);
    }
    console.info(
      `${what}: ${moments.length} crashes at ${calls.length} calls (${calls.join(', ')});`,
      `at most ${mostAgain} of ${paid} paid calls was billed again`,
    );
  },
);
