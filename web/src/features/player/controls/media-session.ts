import type { Player } from '../core/player.ts';
import { adjacentIndex } from '../core/queue.ts';
import { artistOf, SKIP_SECONDS } from '../core/rules.ts';

const THUMBNAIL_SIZE = '320x180';

/** Connects media keys, headset buttons and the lock screen, until the returned function is called. */
export const connectMediaSession = (
  player: Player,
  session: MediaSession | undefined = navigator.mediaSession,
): (() => void) => {
  if (!session) return () => undefined;
  const handle = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // This browser does not support the action; the others still work.
    }
  };

  let shown: string | null = null;
  let knownRate = player.state.get().rate;
  const onState = () => {
    const state = player.state.get();
    const { item, playing, rate } = state;
    session.playbackState = item === null ? 'none' : playing ? 'playing' : 'paused';
    handle('previoustrack', adjacentIndex(state, -1) !== undefined ? player.previous : null);
    handle('nexttrack', adjacentIndex(state, 1) !== undefined ? player.next : null);
    if (rate !== knownRate) onPosition();
    knownRate = rate;
    if (shown === (item?.id ?? null)) return;
    shown = item?.id ?? null;
    session.metadata = item
      ? new MediaMetadata({
          title: item.title,
          artist: artistOf(item),
          artwork: [
            item.thumbnail_url === null
              ? { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }
              : { src: item.thumbnail_url, sizes: THUMBNAIL_SIZE, type: 'image/jpeg' },
          ],
        })
      : null;
  };
  const onPosition = () => {
    const { time, duration } = player.position.get();
    if (duration > 0)
      session.setPositionState?.({
        duration,
        position: Math.min(time, duration),
        playbackRate: player.state.get().rate,
      });
  };

  handle('play', player.resume);
  handle('pause', player.pause);
  handle('stop', player.cancel);
  handle('seekbackward', ({ seekOffset }) => player.skip(-(seekOffset ?? SKIP_SECONDS)));
  handle('seekforward', ({ seekOffset }) => player.skip(seekOffset ?? SKIP_SECONDS));
  handle('seekto', ({ seekTime }) => {
    if (seekTime !== undefined) player.seek(seekTime);
  });
  const stops = [player.state.subscribe(onState), player.position.subscribe(onPosition)];
  onState();

  return () => {
    for (const stop of stops) stop();
    for (const action of [
      'play',
      'pause',
      'stop',
      'seekbackward',
      'seekforward',
      'seekto',
      'previoustrack',
      'nexttrack',
    ] as const)
      handle(action, null);
    session.metadata = null;
    session.playbackState = 'none';
  };
};
