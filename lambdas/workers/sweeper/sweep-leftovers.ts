import type { Leftovers } from '../../data/conversion/leftover-repository.ts';
import { planLeftovers } from '../../domain/conversion/leftovers.ts';
import { mediaPrefix } from '../../domain/media/layout.ts';
import type { SweeperDeps } from './deps.ts';

/**
 * Removes renditions that nobody needs any more: of attempts that were restarted, that failed before another, or whose
 * file was replaced. What is needed is read from the content each time, so that doing it twice, or stopping half-way,
 * does no harm.
 */
export const sweepLeftovers = async (deps: SweeperDeps, due: Leftovers): Promise<void> => {
  const { content_id: contentId } = due;
  const facts = (await deps.content.get(contentId, { consistent: true })) ?? (await deps.uploads.get(contentId));
  if (!facts) return deps.leftovers.settle(due);
  const now = deps.now();
  const { remove, again } = planLeftovers(facts, await deps.attempts.list(contentId), now);
  for (const attempt of remove) {
    // A superseded attempt's job was canceled when the next began; should that have failed, it must not write behind
    // this.
    if (attempt.job_id !== undefined && attempt.finished_at === undefined)
      await deps.converter.cancelJob(attempt.job_id);
    await deps.removeRenditions(`${mediaPrefix(contentId, attempt.media_version)}/`);
    const noted = await deps.conversions.saveAttempt(attempt, { ...attempt, removed_at: new Date(now).toISOString() });
    if (!noted) throw new Error('The attempt changed while its renditions were removed');
  }
  if (remove.length > 0) deps.logger.info('Leftover renditions removed', { contentId, attempts: remove.length });
  await (again === undefined ? deps.leftovers.settle(due) : deps.leftovers.postpone(due, again));
};
