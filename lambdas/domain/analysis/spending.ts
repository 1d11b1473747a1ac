import type { StepRun } from '../pipeline/step-run.ts';
import { ANALYSIS_STEPS } from './results.ts';

const STEPS: readonly string[] = ANALYSIS_STEPS;

/**
 * What the analysis of a title has cost so far, in US dollars: every run that paid, whether it completed or not, and
 * whether its result is still the current one.
 */
export const spentOnAnalysis = (runs: readonly Pick<StepRun, 'step' | 'cost_actual'>[]): number =>
  Number(runs.reduce((sum, { step, cost_actual: usd = 0 }) => sum + (STEPS.includes(step) ? usd : 0), 0).toFixed(6));
