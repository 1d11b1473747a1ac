import { runStep } from '../../domain/pipeline/run-step.ts';
import { requestOf } from '../../domain/pipeline/start-steps.ts';
import type { StepRunIds } from '../../domain/pipeline/step-run.ts';
import type { AnalysisDeps } from '../../domain/analysis/steps/deps.ts';
import { runFrames } from '../../domain/analysis/steps/run-frames.ts';
import { runText } from '../../domain/analysis/steps/run-text.ts';
import { runTopics } from '../../domain/analysis/steps/run-topics.ts';

/**
 * Runs a requested step of the analysis. Events can arrive twice or late. A step that needs more time than one call has
 * releases its run and requests it again; if that event is lost, the sweeper does.
 */
export const runAnalysis = async (deps: AnalysisDeps, ids: StepRunIds): Promise<void> => {
  let isPaused = false;
  const outcome = await runStep(deps, ids, async (run) => {
    const attempt = await deps.attempts.get(run);
    if (!attempt) return { state: 'failed', reason: 'The conversion of this file no longer exists.' };
    const result =
      run.step === 'frames'
        ? await runFrames(deps, run, attempt)
        : run.step === 'text'
          ? await runText(deps, run)
          : await runTopics(deps, run);
    isPaused = result.state === 'waiting';
    return result;
  });
  const fields = { contentId: ids.content_id, step: ids.step, run: ids.run };
  if (outcome) deps.logger.info('Analysis step ended', { ...fields, state: outcome.state });
  else if (isPaused) {
    const run = await deps.steps.get(ids);
    if (run?.state === 'running') await deps.publish('StepRequested.v1', requestOf(run));
  }
};
