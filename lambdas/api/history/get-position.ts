import { endpoints } from '../../contract/index.ts';
import { isCleared, toPosition } from '../../domain/history/position.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './deps.ts';

/** Returns the signed-in user's playback position in a content item. */
export const getPosition = ({ positions, state, now }: HistoryDeps) =>
  route(endpoints['history.get-position'], async ({ actor, params }) => {
    const [position, { cleared_at: clearedAt }] = await Promise.all([
      positions.get(actor.userId, params.contentId, Date.parse(now())),
      state.read(actor.userId, { consistent: false }),
    ]);
    return {
      status: 200,
      body: { position: position && !isCleared(position, clearedAt) ? toPosition(position) : null },
    };
  });
