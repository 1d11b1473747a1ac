import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './deps.ts';

/**
 * Takes a content out of the signed-in person's history; where it was left would still say that it was watched, so it
 * goes too.
 */
export const deleteEntry = ({ history, positions }: HistoryDeps) =>
  route(endpoints['history.delete-entry'], async ({ actor, params }) => {
    await Promise.all([
      history.remove(actor.userId, params.contentId),
      positions.remove(actor.userId, params.contentId),
    ]);
    return { status: 204 };
  });
