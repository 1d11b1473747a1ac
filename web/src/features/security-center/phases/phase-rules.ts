import { PHASES, type PhaseMetric } from '../../../../../lambdas/contract/security/phase-rules.ts';
import type { ImplementationPhase, SecurityProgram } from '../../../../../lambdas/contract/security/phases.ts';
import { phaseTexts } from './texts.ts';

const texts = phaseTexts.metrics;

/** A value of a metric in its unit: days, percent, or yes and no. */
export const valueText = (metric: PhaseMetric, value: number | boolean): string => {
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return metric === 'days_stable' ? texts.days(value) : phaseTexts.percent(Math.floor(value * 10) / 10);
};

/** A threshold of a metric. */
export const thresholdText = (metric: PhaseMetric, threshold: number | boolean): string => {
  const text = valueText(metric, threshold);
  return typeof threshold === 'boolean' ? text : texts.atLeast(text);
};

/** The metrics of the first phase, which the simulation invents, with their thresholds. */
export const SIMULATED = PHASES[0].thresholds;

/** What an administrator can do about a phase. */
export type PhaseAction = 'begin' | 'ready' | 'advance';

/** The next step of a phase, or why there is none now; null for a completed phase. */
export const nextStep = (
  { phases }: SecurityProgram,
  { phase_number: number, status, metrics }: ImplementationPhase,
): { readonly action: PhaseAction } | { readonly waits: string } | null => {
  const before = phases.find((phase) => phase.phase_number === number - 1);
  const isMet = metrics.every(({ met }) => met);
  switch (status) {
    case 'pending':
      return before === undefined || before.status === 'completed'
        ? { action: 'begin' }
        : { waits: phaseTexts.actions.waits };
    case 'in_progress':
      return isMet ? { action: 'ready' } : { waits: phaseTexts.actions.notReady };
    case 'ready_for_next':
      return isMet ? { action: 'advance' } : { waits: phaseTexts.actions.notMetAnyMore };
    default:
      return null;
  }
};
