import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { isDeepStrictEqual } from 'node:util';
import { endPlaylists } from '../../domain/conversion/attempt.ts';
import type { ConversionDeps } from './deps.ts';
import type { AttemptIds } from './job-report.ts';
import { writeManifests } from './write-manifests.ts';

/**
 * Writes the playlists of a finished attempt again, from the renditions that are stored. Nothing is converted. An event
 * that comes twice, or for an attempt whose playlists nobody waits for, changes nothing.
 */
export const rewritePlaylists = (
  deps: Pick<ConversionDeps, 'attempts' | 'conversions' | 'renditions' | 'removeAgain' | 'logger' | 'now'>,
  ids: AttemptIds,
): Promise<void> =>
  optimistic(async () => {
    const attempt = await deps.attempts.get(ids);
    // Its content was removed, perhaps while they were written.
    if (!attempt) return deps.removeAgain(ids.content_id);
    if (attempt.state !== 'completed' || attempt.playlists?.state !== 'running') return undefined;
    const {
      missing,
      storyboard = attempt.storyboard,
      firstFiles = attempt.first_files,
    } = await writeManifests(deps.renditions, attempt);
    const ended = { ...endPlaylists(attempt, missing, deps.now()), storyboard, first_files: firstFiles };
    // People see whether there is a storyboard and play by the first files, so their change is shown at its home.
    const changed =
      storyboard?.sheets !== attempt.storyboard?.sheets || !isDeepStrictEqual(firstFiles, attempt.first_files);
    const saved = changed
      ? (await deps.conversions.advance(attempt, ended)) !== 'changed'
      : (await deps.conversions.saveAttempt(attempt, ended)) !== undefined;
    if (!saved) return RETRY;
    deps.logger.info('Playlists written again', {
      contentId: ids.content_id,
      attempt: ids.attempt,
      result: missing === undefined ? 'written' : 'missing',
    });
    return undefined;
  });
