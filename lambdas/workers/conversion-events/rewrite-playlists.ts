import { isDeepStrictEqual } from 'node:util';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { runStep } from '../../domain/pipeline/run-step.ts';
import type { StepOutcome, StepRun, StepRunIds } from '../../domain/pipeline/step-run.ts';
import type { ConversionDeps } from './deps.ts';
import { writeManifests, type WrittenManifests } from './write-manifests.ts';

/** What the content item shows of the manifests changes only if a file was missing before or is missing now. */
const withManifests = (attempt: Attempt, written: WrittenManifests): Attempt => {
  const { storyboard = attempt.storyboard, firstFiles = attempt.first_files } = written;
  const isSame =
    storyboard?.sheets === attempt.storyboard?.sheets && isDeepStrictEqual(firstFiles, attempt.first_files);
  return isSame ? attempt : { ...attempt, storyboard, first_files: firstFiles };
};

const rewrite = (deps: ConversionDeps, run: StepRun): Promise<StepOutcome> =>
  optimistic(async () => {
    const attempt = await deps.attempts.get(run);
    if (attempt?.state !== 'completed')
      return { state: 'skipped', reason: 'The files of this conversion no longer exist.' };
    const written = await writeManifests(deps.renditions, attempt);
    const next = withManifests(attempt, written);
    if (next !== attempt && (await deps.conversions.advance(attempt, next)) === 'changed') return RETRY;
    return written.missing === undefined ? { state: 'completed' } : { state: 'failed', reason: written.missing };
  });

/** Runs the step `ready` again: rewrites the playlists of a completed attempt from the stored renditions. */
export const rewritePlaylists = async (deps: ConversionDeps, ids: StepRunIds): Promise<void> => {
  const outcome = await runStep(deps, ids, (run) => rewrite(deps, run));
  if (outcome)
    deps.logger.info('Playlists rewritten', {
      contentId: ids.content_id,
      attempt: ids.attempt,
      result: outcome.state,
    });
};
