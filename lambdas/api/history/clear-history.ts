import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './deps.ts';

/** Clears the signed-in user's history. The entries are hidden immediately; a worker deletes them afterwards. */
export const clearHistory = ({ state, now }: HistoryDeps) =>
  route(endpoints['history.clear-history'], async ({ actor }) => {
    await state.clear(actor.userId, now());
    return { status: 202 };
  });
