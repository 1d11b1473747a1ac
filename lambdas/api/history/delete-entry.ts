import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './deps.ts';

/**
 * Removes a content item from the signed-in user's history, with its playback position, which would also show that the
 * user watched the item.
 */
export const deleteEntry = ({ history, positions }: HistoryDeps) =>
  route(endpoints['history.delete-entry'], async ({ actor, params }) => {
    await Promise.all([
      history.remove(actor.userId, params.contentId),
      positions.remove(actor.userId, params.contentId),
    ]);
    return { status: 204 };
  });
