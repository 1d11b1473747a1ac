import { isEvaluated } from '../../../bin/demo/review.ts';
import type { StepView } from '../../../lambdas/contract/media/steps.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

const view = (step: StepView['step'], fields: Partial<StepView> = {}): StepView => ({
  step,
  title: step,
  part_of: null,
  state: 'completed',
  started_at: at(1),
  finished_at: at(2),
  progress: null,
  expected_at: null,
  attempts: 1,
  reason: null,
  can_run: true,
  cost: null,
  ...fields,
});

describe('the findings of a demo title', () => {
  const evaluated = view('safety', { started_at: at(3), finished_at: at(4) });
  const again = { attempts: 2, started_at: at(5), finished_at: at(6) };

  it('are evaluated once the last step has ended, however it did', () => {
    expect(isEvaluated([view('topics'), evaluated])).toBe(true);
    expect(isEvaluated([view('topics', { state: 'failed' }), { ...evaluated, state: 'skipped' }])).toBe(true);
    expect(isEvaluated([view('topics')])).toBe(false);
    expect(isEvaluated([view('topics'), { ...evaluated, state: 'running', finished_at: null }])).toBe(false);
  });

  it('are not while a step of the analysis runs again, was interrupted, or can start', () => {
    for (const state of ['running', 'interrupted'] as const)
      expect(isEvaluated([view('speech', { ...again, state }), view('topics'), evaluated])).toBe(false);
    const next = view('captions', { state: 'waiting', started_at: null, finished_at: null, attempts: 0 });
    expect(isEvaluated([view('speech', again), next, evaluated])).toBe(false);
    // It can never start.
    expect(isEvaluated([view('speech', { ...again, state: 'failed' }), { ...next, can_run: false }, evaluated])).toBe(
      true,
    );
  });

  it('are not between the end of such a step and the evaluation that follows it', () => {
    expect(isEvaluated([view('topics', again), evaluated])).toBe(false);
    const after = view('safety', { attempts: 2, started_at: at(6), finished_at: at(7) });
    expect(isEvaluated([view('topics', again), after])).toBe(true);
  });
});
