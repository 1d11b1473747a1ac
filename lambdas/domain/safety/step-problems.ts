import type { PlannedStep } from '../pipeline/steps.ts';
import { CHECKING_STEPS, type StepProblem } from './verdict.ts';

const NOT_RUN = 'It did not run.';
const UNAVAILABLE = 'This platform does not run it.';

const problemOf = (step: StepProblem['step'], planned: PlannedStep | undefined): StepProblem | undefined => {
  if (!planned) return { step, state: 'skipped', reason: UNAVAILABLE };
  const { state, reason } = planned.status;
  if (state === 'completed') return undefined;
  const isEmpty = state === 'skipped' && planned.nothingToCheck;
  return {
    step,
    state: isEmpty ? 'nothing-to-check' : state === 'skipped' ? 'skipped' : 'failed',
    reason: reason ?? NOT_RUN,
  };
};

/** The steps that look for sensitive content and did not check the title. */
export const stepProblems = (plan: readonly PlannedStep[]): readonly StepProblem[] => {
  const problems = CHECKING_STEPS.flatMap(
    (step) =>
      problemOf(
        step,
        plan.find(({ definition }) => definition.name === step),
      ) ?? [],
  );
  const isSilent = problems.some(({ step, state }) => step === 'speech' && state === 'nothing-to-check');
  // A missing transcript means that nothing is said only if no speech was found or asked for.
  return problems.map((problem) =>
    problem.step === 'text' && problem.state === 'nothing-to-check' && !isSilent
      ? { ...problem, state: 'skipped' }
      : problem,
  );
};
