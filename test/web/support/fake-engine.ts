import type { EngineEvents, MediaEngine, MediaFault } from '../../../web/src/features/player/engine/media-engine.ts';

/** A media engine that a test drives by hand; `log` records its playback commands. */
export interface FakeEngine extends MediaEngine {
  readonly log: string[];
  /** Records the other commands: rate, height, captions, picture-in-picture. */
  readonly extras: string[];
  readonly events: EngineEvents;
  /** Simulates a browser that blocks autoplay. */
  blocksAutoplay: boolean;
  slot: HTMLElement | null;
  /** Simulates playback at `time` of `duration` seconds. */
  roll: (time: number, duration?: number) => void;
  break: (fault: MediaFault) => void;
}

/** Creates the engine for the events of a player. */
export const createFakeEngine = (events: EngineEvents): FakeEngine => {
  const log: string[] = [];
  const extras: string[] = [];
  const engine: FakeEngine = {
    log,
    extras,
    supportsPictureInPicture: true,
    setRate: (rate) => void extras.push(`rate ${rate}`),
    setHeight: (height) => void extras.push(`height ${height}`),
    showCaptions: (source) => void extras.push(`captions ${source?.url ?? 'none'}`),
    togglePicture: () => void extras.push('picture'),
    events,
    blocksAutoplay: false,
    slot: null,
    load: (url, startAt) => void log.push(`load ${url} ${startAt}`),
    prepare: (url) => void log.push(`prepare ${url}`),
    resumeLoading: () => void log.push('resume'),
    play: async () => {
      log.push('play');
      return !engine.blocksAutoplay;
    },
    pause: () => {
      log.push('pause');
      events.onPause();
    },
    seek: (seconds) => void log.push(`seek ${seconds}`),
    setVolume: (volume) => void log.push(`volume ${volume}`),
    showIn: (slot) => {
      engine.slot = slot;
      return () => {
        if (engine.slot === slot) engine.slot = null;
      };
    },
    unload: () => void log.push('unload'),
    destroy: () => void log.push('destroy'),
    roll: (time, duration = 125) => {
      events.onPosition({ time, duration, buffered: time });
      events.onPlaying();
    },
    break: (fault) => events.onFault(fault),
  };
  return engine;
};
