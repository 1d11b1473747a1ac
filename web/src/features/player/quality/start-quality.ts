/** Reports how well titles play. A separate chunk: only users who allow it load it. */
import { WHERE_PATH } from '../../../../../lambdas/contract/delivery/where.ts';
import type { Device } from '../../../../../lambdas/contract/delivery/play-kinds.ts';
import { RECORD_QUALITY } from '../../../../../lambdas/contract/delivery/quality-rules.ts';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { isTransientFailure } from '../../../lib/api/api-error.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../lib/store.ts';
import { followQuality, type MeasuredPlayer, type Quality } from './follow-quality.ts';

/** The player of the page; null until it is loaded. */
export type PlayerOfPage = Pick<Store<MeasuredPlayer | null>, 'get' | 'subscribe'>;

const endpoint = { ...RECORD_QUALITY, responses: { 204: null } };

/** CSS pixels of the shorter side of a screen from which a touch device is a tablet. */
const TABLET_SIDE = 600;

const deviceOf = (): Device => {
  if (/\b(?:smart-?tv|tv|web0s|tizen)\b/i.test(navigator.userAgent)) return 'tv';
  if (!matchMedia('(pointer: coarse)').matches) return 'desktop';
  return Math.min(screen.width, screen.height) < TABLET_SIDE ? 'phone' : 'tablet';
};

/** hls.js plays wherever it can, and it needs one of these. */
const engineOf = () => ('MediaSource' in window || 'ManagedMediaSource' in window ? 'hls' : 'native');

/** Where the browser is, by the delivery; null if it does not know. */
const countryOf = async (): Promise<string | null> => {
  const response = await fetch(WHERE_PATH);
  const text = await response.text();
  return response.ok && /^[A-Z]{2}$/.test(text) ? text : null;
};

/** Starts to measure and to report. Returns a function that stops this. */
export const startQuality = (api: ApiClient, clock: Clock, players: PlayerOfPage): (() => void) => {
  let quality: Quality | undefined;
  const source = { device: deviceOf(), engine: engineOf() } as const;
  let country: string | null = null;
  // Without it, what is reported belongs to no country.
  void countryOf().then(
    (found) => (country = found),
    () => undefined,
  );
  const follow = (): void => {
    const player = players.get();
    if (!player) return;
    quality ??= followQuality({
      clock,
      player,
      send: (id, seq, measures) =>
        api
          .call(
            'playback.record-quality',
            { params: { id }, body: { ...source, country, seq, measures } },
            {
              keepalive: true,
              endpoint,
            },
          )
          .catch((error: unknown) => {
            // What the server rejects is not sent again.
            if (isTransientFailure(error)) throw error;
          }),
    });
  };
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') quality?.hidden();
  };
  const onClosed = (): void => quality?.closed();
  const stop = players.subscribe(follow);
  follow();
  document.addEventListener('visibilitychange', onHidden);
  window.addEventListener('pagehide', onClosed);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', onHidden);
    window.removeEventListener('pagehide', onClosed);
    quality?.stop();
  };
};
