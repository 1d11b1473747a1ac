import { jobNameOf } from '../../../lambdas/domain/analysis/speech.ts';
import { isStepLeased, leaseStep } from '../../../lambdas/domain/pipeline/step-run.ts';
import { processSpeech } from '../../../lambdas/workers/speech/process-speech.ts';
import { createWorld, scriptOf } from './speech-world.ts';

describe('a run that another worker holds', () => {
  it('does not need the event of its job, because that worker asks for the job when it ends', async () => {
    const { state, deps, process, request, runs } = createWorld();
    const run = request();
    await process(run);
    const event = { kind: 'job', name: jobNameOf('test', run) } as const;
    runs[0] = { ...leaseStep(runs[0]!, deps.now()), rev: runs[0]!.rev };
    await processSpeech(deps, event);
    expect([runs[0].state, state.requests]).toEqual(['running', []]);
  });

  it('is requested again after its release, when the alignment needs another call', async () => {
    const { state, deps, clock, process, request, runs } = createWorld({ provider: 'off', seconds: 120 });
    state.script = scriptOf('Ask not what your country', 'lyrics');
    const align = () => {
      clock.now += 60_000;
      return [];
    };
    let leased: boolean | undefined;
    Object.assign(deps, {
      loadAligner: async () => ({ align }),
      publish: async () => void (leased = isStepLeased(runs[0]!, clock.now)),
    });
    expect(await process(request())).toMatchObject({ state: 'running', job_id: 'alignment' });
    expect(leased).toBe(false);
  });
});
