import { endedJobOf } from '../../domain/analysis/speech.ts';
import type { StepRunIds } from '../../domain/pipeline/step-run.ts';
import type { SpeechDeps } from './deps.ts';

/**
 * Deletes a job. One that cannot be deleted is deleted with the title, and otherwise by Transcribe after 90 days, so
 * that a failure affects nothing else.
 */
export const removeJob = async (
  { transcriber, logger }: Pick<SpeechDeps, 'transcriber' | 'logger'>,
  contentId: string,
  name: string,
): Promise<void> => {
  await transcriber.remove(name).catch((error: unknown) => {
    logger.warn('A transcription job was not deleted', { contentId, errorKind: (error as Error).name });
  });
};

/** Deletes the job of a run that has ended. An earlier call may have stopped before it did. */
export const removeEndedJob = async (deps: SpeechDeps, ids: StepRunIds): Promise<void> => {
  const run = await deps.steps.get(ids);
  const job = run && endedJobOf(deps.stage, run);
  if (job !== undefined) await removeJob(deps, ids.content_id, job);
};
