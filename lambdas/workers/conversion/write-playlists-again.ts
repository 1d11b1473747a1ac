import { endPlaylists } from '../../domain/conversion/attempt.ts';
import type { ConversionDeps } from './follow-job.ts';
import type { JobReport } from './message.ts';
import { writeManifests } from './write-manifests.ts';

/**
 * Writes the playlists of a finished attempt again, from the renditions that are stored. Nothing is converted. An event that comes twice, or for
 * an attempt whose playlists nobody waits for, changes nothing.
 */
export const writePlaylistsAgain = async (deps: Pick<ConversionDeps, 'attempts' | 'conversions' | 'renditions' | 'logger' | 'now'>, ids: JobReport['ids']): Promise<void> => {
  for (;;) {
    const attempt = await deps.attempts.get(ids);
    if (attempt?.state !== 'completed' || attempt.playlists?.state !== 'running') return;
    const missing = await writeManifests(deps.renditions, attempt);
    if (!(await deps.conversions.saveAttempt(attempt, endPlaylists(attempt, missing, deps.now())))) continue;
    deps.logger.info('Playlists written again', { contentId: ids.content_id, attempt: ids.attempt, result: missing === undefined ? 'written' : 'missing' });
    return;
  }
};
