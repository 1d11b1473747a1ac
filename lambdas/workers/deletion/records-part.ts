import type { Content } from '../../domain/content/content.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import type { DeletionDeps, PartRemoval } from './deps.ts';

/**
 * Removes the table's records of a content item. The content item itself is removed last, so that an unfinished removal
 * can be continued.
 */
export const recordsPart = (
  deps: DeletionDeps,
  contentId: string,
  content: Content | undefined,
  attempts: readonly Attempt[],
): PartRemoval => [
  'records',
  async () => {
    // First, because other workers bring the lists to the records, which go now.
    await deps.titles.removeAll(contentId);
    for (const attempt of attempts) await deps.attempts.remove(attempt);
    await deps.steps.removeAll(contentId);
    await deps.safety.removeAll(contentId);
    for (const upload of await deps.uploads.list(contentId)) {
      // A canceled upload that has no content item is kept for a while, so that canceling it again succeeds.
      if (content || upload.replacement || upload.state !== 'aborted') await deps.uploads.remove(upload);
    }
    await deps.transcripts.removeAll(contentId);
    await deps.results.removeAll(contentId);
    await deps.corrections.removeAll(contentId);
    await deps.statistics.removeAll(contentId);
    // Logs that arrive later add days again, which expire, and no month.
    await deps.delivery.removeAll(contentId);
    await deps.leftovers.remove(contentId);
    await deps.conversions.removeContent(contentId);
  },
];
