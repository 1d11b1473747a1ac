import type { SweeperDeps } from './deps.ts';

/**
 * Requests a removal again that should be finished by now: its event was lost, or it failed for longer than its queue
 * retries.
 */
export const sweepRemoval = async (deps: SweeperDeps, contentId: string): Promise<void> => {
  await deps.events.publish('ContentDeleted.v1', { contentId });
  await deps.removals.postpone(contentId, new Date(deps.now()).toISOString());
  deps.logger.warn('Unfinished removal requested again', { contentId });
};
