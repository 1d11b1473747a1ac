import type { AnalyzedTitle } from '../../contract/content/analyzed-titles.ts';
import type { Content } from '../content/content.ts';
import { currentAttempt, type StepSources } from '../pipeline/sources.ts';
import { fullAnalysis } from '../pipeline/stage.ts';
import { planSteps, withFollowers, type PlannedStep } from '../pipeline/steps.ts';
import { ANALYSIS_STEPS } from './results.ts';

const NAMES: readonly string[] = ANALYSIS_STEPS;

/** Whether a step of the pipeline belongs to the analysis. */
export const isAnalysisStep = ({ definition: { name } }: Pick<PlannedStep, 'definition'>): boolean =>
  NAMES.includes(name);

/**
 * The steps that analyze a title again, and the highest expected cost: those that look at the file itself. All others
 * follow them. Music is not transcribed unless a user asked for it. Null while steps run, and until the file is
 * converted.
 */
export const nextRunOf = (
  { content_type: type }: Pick<Content, 'content_type'>,
  sources: StepSources,
): AnalyzedTitle['next_run'] => {
  const attempt = currentAttempt(sources);
  const { stage = fullAnalysis } = sources;
  const plan = planSteps(sources).filter(isAnalysisStep);
  const isBusy = plan.some(({ status: { state } }) => state === 'running' || state === 'interrupted');
  if (attempt?.state !== 'completed' || isBusy) return null;
  const hasUse = ({ definition: { name }, status }: PlannedStep): boolean =>
    name === 'speech' ? type !== 'music' || status.state === 'completed' : name === 'frames';
  const possible = plan.filter(({ status }) => status.can_run);
  const useful = possible.filter(hasUse);
  const steps = (useful.length > 0 ? useful : possible.filter(({ definition: { name } }) => name === 'safety')).map(
    ({ definition: { name } }) => name,
  );
  if (steps.length === 0) return null;
  const usd = withFollowers(steps).reduce((sum, step) => sum + step.cost(attempt, stage), 0);
  return { steps, usd: Number(usd.toFixed(6)) };
};
