import { endpoints } from '../../contract/index.ts';
import { isCleared, toPlace } from '../../domain/history/place.ts';
import { route } from '../../http/route.ts';
import type { HistoryDeps } from './routes.ts';

/** Where the signed-in person left a content. */
export const getPlace = ({ places, state, now }: HistoryDeps) =>
  route(endpoints['history.get-place'], async ({ actor, params }) => {
    const [place, { cleared_at: clearedAt }] = await Promise.all([
      places.get(actor.userId, params.contentId, Date.parse(now())),
      state.read(actor.userId, { consistent: false }),
    ]);
    return { status: 200, body: { place: place && !isCleared(place, clearedAt) ? toPlace(place) : null } };
  });
