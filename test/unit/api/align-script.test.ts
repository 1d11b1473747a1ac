import { alignNewScript } from '../../../lambdas/api/align-script.ts';
import type { RunRequester } from '../../../lambdas/api/request-run.ts';
import type { Attempt } from '../../../lambdas/domain/conversion/attempt.ts';
import { fullAnalysis } from '../../../lambdas/domain/pipeline/stage.ts';
import { CONVERSION_PAUSE, newStepRun, pauseStep, type StepRun } from '../../../lambdas/domain/pipeline/step-run.ts';
import { newScript, scriptStored } from '../../../lambdas/domain/transcripts/new-script.ts';
import { someContent } from '../../support/content.ts';
import { claimedUpload, finishedAttempt } from '../../support/rows/conversion-records.ts';

const NOW = Date.UTC(2026, 1, 1);
const by = {
  actor: { userId: '11111111-2222-4333-8444-555555555555', role: 'admin' as const },
  requestId: 'request-1',
};
const content = someContent({ current_attempt: 'version-1/1' });
const completed: Attempt = { ...finishedAttempt(content), duration: 60 };
const running: Attempt = { ...completed, state: 'submitted' };

const first = newStepRun(completed, { name: 'speech', timeLimitMs: 1000, cost: 0 }, 1, NOW);
const waiting = pauseStep(first, { state: 'waiting', job_id: CONVERSION_PAUSE }, NOW);

/** Returns the runs that are requested for the script of a new item. */
const requested = async (attempt: Attempt, runs: readonly StepRun[]): Promise<readonly string[]> => {
  const upload = claimedUpload(content);
  const history = { upload, own: upload, content, attempts: [attempt], runs };
  const requests: string[] = [];
  const deps = {
    conversions: { readHistory: async () => history },
    steps: { create: async () => true },
    events: { publish: async (_type: string, { step, run }: StepRun) => void requests.push(`${step} ${run}`) },
    now: () => NOW,
    stage: fullAnalysis,
  } as unknown as RunRequester;
  await alignNewScript(deps, content.id, by);
  return requests;
};

describe('the script of a new title', () => {
  it.each<[string, Attempt, readonly StepRun[]]>([
    ['has not begun', running, []],
    ['waits for the conversion', running, [waiting]],
    ['waits for the conversion, which has just ended', completed, [waiting]],
    ['is about to wait for the conversion', running, [first]],
  ])('is found by the step when it %s', async (_, attempt, runs) => {
    expect(await requested(attempt, runs)).toEqual([]);
  });

  it.each<[string, StepRun]>([
    ['was recognized', { ...first, state: 'completed' }],
    ['is being recognized', first],
    ['was found to be silent', { ...first, state: 'skipped' }],
  ])('is aligned by another run when its speech %s before', async (_, run) => {
    expect(await requested(completed, [run])).toEqual(['speech 2']);
  });

  it('needs words, and at most 300,000 bytes of them', () => {
    const origin = { contentId: content.id, by, at: '2026-02-01T00:00:00.000Z' };
    const scriptOf = (text: string) => newScript({ kind: 'text', language: 'en', text }, origin);
    expect(() => scriptOf('… !')).toThrow('Enter the words that are spoken or sung.');
    // Two bytes each, so that the contract's limit of characters does not reject it.
    expect(() => scriptOf('é'.repeat(150_001))).toThrow('A script can have at most 300,000 bytes, about 50,000 words.');
    const script = scriptOf('é'.repeat(150_000));
    expect(script).toMatchObject({ content_id: content.id, created_by: by.actor.userId });
    expect(scriptStored(by, 'A title', script)).toMatchObject({
      action: 'content.script-stored',
      after: { title: 'A title', characters: 150_000 },
    });
  });
});
