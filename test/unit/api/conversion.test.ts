import type { ConversionApiDeps } from '../../../lambdas/api/conversion/deps.ts';
import { conversionRoutes } from '../../../lambdas/api/conversion/routes.ts';
import { newAccountRights } from '../../../lambdas/domain/accounts/actor.ts';
import type { Attempt } from '../../../lambdas/domain/conversion/attempt.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { fullAnalysis } from '../../../lambdas/domain/pipeline/stage.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { someContent } from '../../support/content.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';
import { finishedAttempt, runningAttempt } from '../../support/rows/conversion-records.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const content = someContent({ current_attempt: 'version-1/1' });

/** An item with one attempt. `steps` lists every effect in order; `failing` names effects that fail. */
const setUp = (stored: Attempt, item = content) => {
  const steps: unknown[] = [];
  const failing = new Set<string>();
  let attempt = stored;
  const unused = async (): Promise<never> => {
    throw new Error('Not expected');
  };
  const deps: ConversionApiDeps = {
    content: { get: async () => item },
    attempts: { get: async () => attempt, list: unused },
    conversions: {
      readRecord: unused,
      readHistory: unused,
      begin: unused,
      async advance(before, after, { act } = {}) {
        if (failing.delete('advance')) return 'changed';
        steps.push([before.state, after.state, after.reason, act?.by.action, act?.by.actor.userId, act?.at]);
        attempt = after;
        return 'saved';
      },
    },
    steps: { create: unused },
    events: { publish: unused },
    converter: {
      async cancelJob(jobId) {
        steps.push(jobId);
        if (failing.delete('cancelJob')) throw new Error('The converter does not respond');
      },
    },
    stage: fullAnalysis,
    now: () => NOW,
  };
  const handler = httpFunction(conversionRoutes(deps), {
    rights: { read: async (id) => ({ ...newAccountRights(id), plan: 'free', role: 'admin' }) },
    logger: silentLogger,
  });
  return {
    steps,
    failing,
    cancel: () =>
      call(handler, {
        routeKey: 'POST /api/content/{id}/conversion/cancel',
        params: { id: item.id },
        headers: { authorization: 'Bearer a.b.c' },
        claims: accessClaims(),
      }),
  };
};

const failed = (state: 'claimed' | 'submitted') => [
  state,
  'failed',
  'An administrator canceled it.',
  'content.conversion-canceled',
  PERSON,
  '2026-03-01T12:00:00.000Z',
];

describe('canceling a conversion', () => {
  it('fails the attempt with its reason and the audit entry, then cancels the job', async () => {
    const { steps, failing, cancel } = setUp(runningAttempt(content));
    failing.add('advance');
    const { status, body } = await cancel();
    expect([status, body]).toEqual([200, { content_id: content.id, conversion_status: 'failed' }]);
    expect(steps).toEqual([failed('submitted'), 'job-1']);
  });

  it('cancels the job again when that failed, and records nothing twice', async () => {
    const { steps, failing, cancel } = setUp(runningAttempt(content));
    failing.add('cancelJob');
    expect((await cancel()).status).toBe(500);
    expect((await cancel()).status).toBe(200);
    expect(steps).toEqual([failed('submitted'), 'job-1', 'job-1']);
  });

  it('needs no job', async () => {
    const { steps, cancel } = setUp({ ...runningAttempt(content), state: 'claimed', job_id: undefined });
    expect((await cancel()).status).toBe(200);
    expect(steps).toEqual([failed('claimed')]);
  });

  it.each([
    ['completed', finishedAttempt(content)],
    ['failed', { ...runningAttempt(content), state: 'failed', failure: 'error' } as const],
  ])('changes nothing when it has %s', async (_state, attempt) => {
    const { steps, cancel } = setUp(attempt);
    const { status, body } = await cancel();
    expect([status, body]).toEqual([409, expect.objectContaining({ code: 'invalid_state' })]);
    expect(steps).toEqual([]);
  });

  it('changes nothing of a deleted item', async () => {
    const { steps, cancel } = setUp(runningAttempt(content), { ...content, deleted_at: '2026-02-01T00:00:00.000Z' });
    expect((await cancel()).status).toBe(404);
    expect(steps).toEqual([]);
  });
});
