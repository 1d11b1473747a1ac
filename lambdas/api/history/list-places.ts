import { endpoints } from '../../contract/index.ts';
import { isCleared, isUnfinished } from '../../domain/history/place.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './routes.ts';

/** Where the signed-in person left contents that are not finished. */
export const listPlaces = ({ places, state, now }: HistoryDeps) =>
  route(endpoints['history.list-places'], async ({ actor }) => {
    const [all, { cleared_at: clearedAt }] = await Promise.all([
      places.list(actor.userId, Date.parse(now())),
      state.read(actor.userId, { consistent: false }),
    ]);
    return { status: 200, body: { items: all.filter((place) => isUnfinished(place) && !isCleared(place, clearedAt)) } };
  });
