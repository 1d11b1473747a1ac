import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './deps.ts';

/**
 * Empties the history of the signed-in person, however long it is. The reader of the table's stream lets the items
 * themselves be removed.
 */
export const clearHistory = ({ state, now }: HistoryDeps) =>
  route(endpoints['history.clear-history'], async ({ actor }) => {
    await state.clear(actor.userId, now());
    return { status: 202 };
  });
