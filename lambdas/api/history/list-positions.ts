import { endpoints } from '../../contract/index.ts';
import { isCleared, isUnfinished } from '../../domain/history/position.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './deps.ts';

/** Lists the signed-in user's playback positions in unfinished items. */
export const listPositions = ({ positions, state, now }: HistoryDeps) =>
  route(endpoints['history.list-positions'], async ({ actor }) => {
    const [all, { cleared_at: clearedAt }] = await Promise.all([
      positions.list(actor.userId, Date.parse(now())),
      state.read(actor.userId, { consistent: false }),
    ]);
    return {
      status: 200,
      body: { items: all.filter((position) => isUnfinished(position) && !isCleared(position, clearedAt)) },
    };
  });
