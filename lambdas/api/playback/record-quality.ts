import { endpoints } from '../../contract/index.ts';
import { canFollow, NOTHING_MEASURED, type PlayQuality } from '../../domain/delivery/plays/beat.ts';
import { beatRow } from '../../domain/delivery/plays/rows.ts';
import { windowOf } from '../../domain/delivery/plays/windows.ts';
import type { Play } from '../../domain/playback/view-rule.ts';
import { coversQuality, withConsent } from '../../domain/privacy/consented.ts';
import { route, type RouteRequest } from '../../http/route.ts';
import type { PlaybackDeps } from './deps.ts';
import { isMeasured } from './ensure-play.ts';

type Endpoint = (typeof endpoints)['playback.record-quality'];
type Beat = RouteRequest<Endpoint>['body'];

/** The quality of a play after a beat at `now` (milliseconds); undefined for one that cannot follow what is stored. */
const qualityAfter = (play: Play, { seq, measures }: Beat, now: number): PlayQuality | undefined => {
  const { quality, started_at, duration = null } = play;
  const before = quality?.last ?? NOTHING_MEASURED;
  const known = { elapsedMs: now - Date.parse(started_at), duration };
  const follows = seq > (quality?.seq ?? 0) && canFollow(before, measures, known);
  return follows ? { seq, window: windowOf(now), last: measures, before, isFirst: quality === undefined } : undefined;
};

/** Stores what is new in a beat. One that arrives again stores its row again, in case the first call did not. */
const store = async (deps: PlaybackDeps, { actor, params: { id }, body }: RouteRequest<Endpoint>): Promise<void> => {
  const now = deps.now();
  const play = await deps.plays.get(actor.userId, id, now, { consistent: true });
  if (!play || play.forgotten) return;
  const isRepeated = play.quality?.seq === body.seq;
  const quality = isRepeated ? play.quality : qualityAfter(play, body, now);
  const sent = withConsent(actor, 'playback', () => quality);
  if (!sent) return;
  if (!isRepeated && !(await deps.rows.saveQuality(sent, id, play.quality?.seq ?? 0))) return;
  const row = withConsent(actor, 'playback', () => beatRow(play, sent.value, body));
  if (row) await deps.rows.putBeat(row);
};

/** Stores how well a play of the signed-in user is going, if they consent to that. The response never says whether. */
export const recordQuality = (deps: PlaybackDeps) =>
  route(endpoints['playback.record-quality'], async (request) => {
    const { actor, params } = request;
    if (coversQuality(actor.consentNotice) && isMeasured(deps, params.id, actor.role)) await store(deps, request);
    return { status: 204 };
  });
