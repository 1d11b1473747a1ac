import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './deps.ts';

/** Pauses or resumes the signed-in user's history. */
export const updateSettings = ({ state, now }: HistoryDeps) =>
  route(endpoints['history.update-settings'], async ({ actor, body }) => {
    await state.setPaused(actor.userId, body.paused, now());
    const { paused_at: pausedAt } = await state.read(actor.userId);
    return { status: 200, body: { paused: pausedAt !== null, paused_at: pausedAt } };
  });
