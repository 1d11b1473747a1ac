import { createStore } from '../../../lib/store.ts';
import type { MediaPosition } from '../engine/media-engine.ts';
import { createLazyEngine } from './lazy-engine.ts';
import { createMediaAccess } from './media-access.ts';
import { createNextUp } from './next-up.ts';
import { fail, load, NO_POSITION, refresh, startPositionOf, type Playback } from './playback.ts';
import { playbackEvents } from './playback-events.ts';
import { createExtras } from './player-extras.ts';
import type { PlayerPorts } from './player-ports.ts';
import { emptyPlayer, type PlayerState } from './player-state.ts';
import { createPreferences } from './preferences.ts';
import { createRecovery } from './recovery.ts';
import { createRenewal } from './renewal.ts';
import { createViewTimer } from './view-timer.ts';

/** Creates the parts of an empty player and connects them. */
export const createPlayback = (ports: PlayerPorts): Playback => {
  const { clock } = ports;
  const preferences = ports.preferences ?? createPreferences();
  const state = createStore<PlayerState>(
    emptyPlayer({
      volume: 1,
      repeat: 'off',
      rate: preferences.get().rate,
      chosenHeight: null,
      supportsPictureInPicture: false,
    }),
  );
  const position = createStore<MediaPosition>(NO_POSITION);
  const patch = (next: Partial<PlayerState>) => state.set({ ...state.get(), ...next });
  const access = createMediaAccess(ports);
  const engine = createLazyEngine(
    () => ports.loadEngine(playbackEvents(playback)),
    (ready) => {
      ready.setVolume(state.get().volume);
      extras.engineReady(ready);
    },
  );
  const extras = createExtras({ clock, state, patch, preferences, engine: engine.get, details: ports.details });
  const playback: Playback = {
    ports,
    state,
    position,
    patch,
    engine,
    access,
    extras,
    views: createViewTimer(clock),
    renewal: createRenewal({ clock, isPlaying: () => state.get().playing, renew: () => refresh(playback) }),
    recovery: createRecovery({
      clock,
      renew: () => playback.renewal.now(),
      resumeLoading: () => engine.get()?.resumeLoading(),
      reload: (fromStart) => {
        if (playback.run) load(playback, playback.run.url, fromStart ? 0 : position.get().time, null);
      },
      fail: (failure) => fail(playback, failure),
    }),
    nextUp: createNextUp({
      clock,
      access: createMediaAccess({ ...ports, mediaUrl: (id) => ports.mediaUrl(id, undefined, true) }),
      engine: engine.get,
      startPositionOf: (item) => startPositionOf(playback, item, true),
    }),
    run: null,
    source: [],
    restedAt: 0,
  };
  return playback;
};
