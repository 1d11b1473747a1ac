import type { Leftovers } from '../../data/conversion/leftover-repository.ts';
import { attemptId, type Attempt } from '../../domain/conversion/attempt.ts';
import { leftoversDue, planLeftovers } from '../../domain/conversion/leftovers.ts';
import { analysisPrefix, mediaPrefix } from '../../domain/media/layout.ts';
import type { SweeperDeps } from './deps.ts';

/** Records that the renditions of an attempt are removed. Of a file that was replaced or rejected, nothing is kept. */
const settleAttempt = async (
  { attempts, steps, conversions, now }: SweeperDeps,
  attempt: Attempt,
  keptKeys: readonly (string | undefined)[],
): Promise<void> => {
  if (!keptKeys.includes(attempt.source_key)) {
    await steps.removeOf(attempt);
    await attempts.remove(attempt);
    return;
  }
  const saved = await conversions.saveAttempt(attempt, { ...attempt, removed_at: new Date(now()).toISOString() });
  if (!saved) throw new Error('The attempt changed while its renditions were removed');
};

/**
 * Removes renditions that are no longer needed: of attempts that were restarted or superseded after a failure, or whose
 * file was replaced or rejected. It reads the content item each time to decide, so it can be repeated or stopped
 * halfway. It removes nothing during a legal hold.
 */
export const sweepLeftovers = async (deps: SweeperDeps, due: Leftovers): Promise<void> => {
  const { content_id: contentId } = due;
  const content = await deps.content.get(contentId, { consistent: true });
  const facts = content ?? (await deps.uploads.get(contentId));
  if (!facts) return deps.leftovers.settle(due);
  // Checked again until the legal hold is released.
  if (content?.held_since !== undefined) return deps.leftovers.postpone(due, leftoversDue(deps.now()));
  const attempts = await deps.attempts.list(contentId);
  const { remove, again } = planLeftovers(facts, attempts, deps.now());
  const current = attempts.find((attempt) => attemptId(attempt) === facts.current_attempt);
  const own = content ? content.source_key : current?.source_key;
  const keptKeys = [own, current?.source_key, content?.waiting_file?.source_key];
  for (const attempt of remove) {
    // The job of a superseded attempt was canceled when the next attempt started. If that failed, it must not write
    // new files after this removal.
    if (attempt.job_id !== undefined && attempt.finished_at === undefined)
      await deps.converter.cancelJob(attempt.job_id);
    await deps.removeRenditions(`${mediaPrefix(contentId, attempt.media_version)}/`);
    await deps.removeRenditions(`${analysisPrefix(contentId)}/${attempt.media_version}/`);
    await settleAttempt(deps, attempt, keptKeys);
  }
  if (remove.length > 0) deps.logger.info('Leftover renditions removed', { contentId, attempts: remove.length });
  await (again === undefined ? deps.leftovers.settle(due) : deps.leftovers.postpone(due, again));
};
