import { isAnalyzed } from '../../../bin/demo/review.ts';
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
/** A second run, in these seconds. */
const again = (start: number, end: number) => ({ attempts: 2, started_at: at(start), finished_at: at(end) });
const waiting = { state: 'waiting' as const, started_at: null, finished_at: null, attempts: 0 };

describe('a demo title', () => {
  const first = [
    view('speech'),
    view('captions', { started_at: at(2), finished_at: at(3) }),
    view('text', { started_at: at(3), finished_at: at(4) }),
    view('topics', { started_at: at(4), finished_at: at(5) }),
    view('safety', { started_at: at(5), finished_at: at(6) }),
  ];
  const [, captions, text, topics, safety] = first as [StepView, StepView, StepView, StepView, StepView];

  it('is analyzed once all steps have ended, however they did', () => {
    expect(isAnalyzed(first)).toBe(true);
    expect(isAnalyzed(first.map((step) => ({ ...step, state: 'skipped' as const })))).toBe(true);
    for (const state of ['running', 'interrupted'] as const)
      expect(isAnalyzed([...first.slice(0, -1), { ...safety, state, finished_at: null }])).toBe(false);
    expect(isAnalyzed([...first.slice(0, -1), view('safety', waiting)])).toBe(false);
  });

  it('is analyzed when the other steps can never run, such as after a failed conversion', () => {
    expect(isAnalyzed([view('convert', { state: 'failed' }), view('speech', { ...waiting, can_run: false })])).toBe(
      true,
    );
    const failed = view('speech', { ...again(7, 8), state: 'failed' });
    expect(isAnalyzed([failed, { ...captions, can_run: false }, text, topics, safety])).toBe(true);
  });

  it('is not between two steps that run again', () => {
    const speech = view('speech', again(7, 8));
    expect(isAnalyzed([speech, view('captions', waiting), text, topics, safety])).toBe(false);
    expect(isAnalyzed([speech, captions, text, topics, safety])).toBe(false);
    const more = [speech, view('captions', again(8, 9)), view('text', again(9, 10))];
    expect(isAnalyzed([...more, topics, safety])).toBe(false);
    expect(isAnalyzed([...more, view('topics', again(10, 11)), safety])).toBe(false);
    expect(isAnalyzed([...more, view('topics', again(10, 11)), view('safety', again(11, 12))])).toBe(true);
  });
});
