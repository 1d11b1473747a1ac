import type { Leftovers } from '../../data/conversion/leftover-repository.ts';
import { planLeftovers } from '../../domain/conversion/leftovers.ts';
import { analysisPrefix, mediaPrefix } from '../../domain/media/layout.ts';
import type { SweeperDeps } from './deps.ts';

/**
 * Removes renditions that are no longer needed: of attempts that were restarted or superseded after a failure, or whose
 * file was replaced. It reads the content item each time to decide, so it can be repeated or stopped halfway.
 */
export const sweepLeftovers = async (deps: SweeperDeps, due: Leftovers): Promise<void> => {
  const { content_id: contentId } = due;
  const facts = (await deps.content.get(contentId, { consistent: true })) ?? (await deps.uploads.get(contentId));
  if (!facts) return deps.leftovers.settle(due);
  const now = deps.now();
  const { remove, again } = planLeftovers(facts, await deps.attempts.list(contentId), now);
  for (const attempt of remove) {
    // The job of a superseded attempt was canceled when the next attempt started. If that failed, it must not write
    // new files after this removal.
    if (attempt.job_id !== undefined && attempt.finished_at === undefined)
      await deps.converter.cancelJob(attempt.job_id);
    await deps.removeRenditions(`${mediaPrefix(contentId, attempt.media_version)}/`);
    await deps.removeRenditions(`${analysisPrefix(contentId)}/${attempt.media_version}/`);
    const saved = await deps.conversions.saveAttempt(attempt, { ...attempt, removed_at: new Date(now).toISOString() });
    if (!saved) throw new Error('The attempt changed while its renditions were removed');
  }
  if (remove.length > 0) deps.logger.info('Leftover renditions removed', { contentId, attempts: remove.length });
  await (again === undefined ? deps.leftovers.settle(due) : deps.leftovers.postpone(due, again));
};
