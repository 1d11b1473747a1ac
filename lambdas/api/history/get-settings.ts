import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './deps.ts';

/** Returns whether the signed-in user's history is paused. */
export const getSettings = ({ state }: HistoryDeps) =>
  route(endpoints['history.get-settings'], async ({ actor }) => {
    const { paused_at: pausedAt } = await state.read(actor.userId);
    return { status: 200, body: { paused: pausedAt !== null, paused_at: pausedAt } };
  });
