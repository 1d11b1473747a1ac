import type { StepState, StepView } from '../../../lambdas/contract/media/steps.ts';

/** Steps in these states, in this order. */
export const stepViews = (states: Readonly<Record<string, StepState>>): readonly StepView[] =>
  Object.entries(states).map(([step, state]) => ({
    step,
    title: step,
    part_of: null,
    state,
    started_at: null,
    finished_at: null,
    progress: null,
    expected_at: null,
    attempts: 1,
    reason: null,
    can_run: false,
    cost: null,
  }));
