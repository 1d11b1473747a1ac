import type { SweeperDeps } from './deps.ts';

/**
 * Asks again for a removal that should be finished: its event was lost, or it failed for longer than its queue keeps
 * trying.
 */
export const sweepRemoval = async (deps: SweeperDeps, contentId: string): Promise<void> => {
  await deps.events.publish('ContentDeleted.v1', { contentId });
  await deps.removals.postpone(contentId, new Date(deps.now()).toISOString());
  deps.logger.warn('Unfinished removal asked for again', { contentId });
};
