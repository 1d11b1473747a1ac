/** The media element of the application. Only this folder uses the element and hls.js. */
import type { Preload } from '../../../../../lambdas/contract/media/playback.ts';
import { createElementExtras, type ElementEvents, type ElementExtras } from './element-extras.ts';
import { shareSound } from './sound-owner.ts';

/** Why playing stopped. `element` carries the code of `MediaError`. */
export type MediaFault =
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'network' }
  | { readonly kind: 'decode' }
  | { readonly kind: 'element'; readonly code: number };

/** Seconds, as reported by the element; `duration` is 0 while unknown. */
export interface MediaPosition {
  readonly time: number;
  readonly duration: number;
  /** End of the buffered range around `time`. */
  readonly buffered: number;
}

/** Events of the engine. */
export interface EngineEvents extends ElementEvents {
  /** Frames or samples are actually playing. */
  readonly onPlaying: () => void;
  readonly onPause: () => void;
  /** Playing waits for data. */
  readonly onWaiting: () => void;
  readonly onEnded: () => void;
  readonly onPosition: (position: MediaPosition) => void;
  readonly onFault: (fault: MediaFault) => void;
  /** Available heights, in pixels of the shorter side, greatest first. Empty where the browser chooses. */
  readonly onQualities: (heights: readonly number[]) => void;
  /** The height that is shown from now on. */
  readonly onHeight: (height: number) => void;
}

/** One source that feeds the element: hls.js, or the browser's own HLS. */
export interface MediaSource {
  /** Where it plays, in seconds; where it will start, until the element has reached that. */
  readonly position: () => number;
  /** Continues, or starts, at another position. */
  readonly seek: (seconds: number) => void;
  /** Resumes loading after an error, with renewed cookies, at the current position. */
  readonly resume: () => void;
  /** Shows only this height; null chooses by bandwidth. */
  readonly setHeight?: (height: number | null) => void;
  readonly destroy: () => void;
}

export interface SourceOptions {
  readonly url: string;
  /** Seconds from which to load. */
  readonly startAt: number;
  /** Files to load at once, in addition to `url`; null if they are not known. */
  readonly preload: Preload | null;
  readonly onFault: (fault: MediaFault) => void;
  /** The height to start with; null chooses by bandwidth. */
  readonly height: number | null;
  readonly onQualities: (heights: readonly number[]) => void;
  readonly onHeight: (height: number) => void;
}

export type OpenSource = (element: HTMLVideoElement, options: SourceOptions) => MediaSource;

/** Controls one media element, which exists as long as the engine, wherever it is shown. */
export interface MediaEngine extends ElementExtras {
  /** Loads other media. `preload`: the files that are needed first, if they are known. */
  readonly load: (url: string, startAt: number, preload?: Preload | null) => void;
  /** Downloads the first files of `url`, which is loaded later. The current media keeps playing. */
  readonly prepare: (url: string, preload: Preload) => void;
  /** Resumes loading after the cookies were renewed. */
  readonly resumeLoading: () => void;
  /** Returns false if the browser requires a user gesture first. */
  readonly play: () => Promise<boolean>;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  readonly setVolume: (volume: number) => void;
  /** Shows only this height, also of media that is loaded later; null chooses by bandwidth. */
  readonly setHeight: (height: number | null) => void;
  /** Shows the picture in `slot`. Returns a function that removes it, unless it was moved to another slot. */
  readonly showIn: (slot: HTMLElement) => () => void;
  /** Empties the element; the engine can load again. */
  readonly unload: () => void;
  readonly destroy: () => void;
}

export interface MediaEngineParts {
  readonly element: HTMLVideoElement;
  /** Contains the element while no slot shows it: an element outside of the document would be paused. */
  readonly parking: HTMLElement;
  readonly openSource: OpenSource;
  readonly prepare: MediaEngine['prepare'];
  readonly events: EngineEvents;
}

const DECODE_ERROR = 3;
const NETWORK_ERROR = 2;

const faultOf = (code: number): MediaFault => {
  if (code === DECODE_ERROR) return { kind: 'decode' };
  if (code === NETWORK_ERROR) return { kind: 'network' };
  return { kind: 'element', code };
};

const bufferedAround = ({ buffered }: HTMLVideoElement, time: number): number => {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= time + 0.5 && buffered.end(index) >= time) return buffered.end(index);
  }
  return time;
};

/** Creates an engine for `element`. */
export const createMediaEngine = ({ element, parking, openSource, prepare, events }: MediaEngineParts): MediaEngine => {
  let source: MediaSource | null = null;
  let height: number | null = null;

  const sound = shareSound(() => element.pause());
  element.playsInline = true;
  parking.append(element);

  const position = () => {
    if (!source) return;
    const time = source.position();
    const duration = Number.isFinite(element.duration) ? element.duration : 0;
    events.onPosition({ time, duration, buffered: bufferedAround(element, time) });
  };
  /** Ignores events while nothing is loaded: they belong to the previous media. */
  const on = (names: readonly string[], listener: () => void) => {
    for (const name of names)
      element.addEventListener(name, () => {
        if (source) listener();
      });
  };
  on(['play'], sound.claim);
  on(['playing'], events.onPlaying);
  on(['pause'], () => {
    // An element also pauses when it ends, which has its own event.
    if (!element.ended) events.onPause();
  });
  on(['waiting'], events.onWaiting);
  on(['ended'], events.onEnded);
  on(['timeupdate', 'durationchange', 'progress', 'seeking', 'seeked'], position);
  on(['error'], () => {
    if (element.error) events.onFault(faultOf(element.error.code));
  });

  const close = () => {
    const closing = source;
    source = null;
    closing?.destroy();
  };

  const unload = () => {
    close();
    element.pause();
    element.removeAttribute('src');
    element.load();
  };

  return {
    ...createElementExtras(element, events),
    load: (url, startAt, preload = null) => {
      close();
      source = openSource(element, {
        url,
        startAt,
        preload,
        height,
        onFault: events.onFault,
        onQualities: events.onQualities,
        onHeight: events.onHeight,
      });
    },
    prepare,
    resumeLoading: () => source?.resume(),
    play: async () => {
      try {
        await element.play();
        return true;
      } catch (error) {
        // Any other rejection is an interruption by a load or a pause, or an error that the element reports itself.
        return !(error instanceof DOMException && error.name === 'NotAllowedError');
      }
    },
    pause: () => element.pause(),
    seek: (seconds) => source?.seek(seconds),
    setVolume: (volume) => {
      element.volume = volume;
      element.muted = volume === 0;
    },
    setHeight: (chosen) => {
      height = chosen;
      source?.setHeight?.(chosen);
    },
    showIn: (slot) => {
      slot.append(element);
      return () => {
        if (element.parentElement === slot) parking.append(element);
      };
    },
    unload,
    destroy: () => {
      sound.leave();
      unload();
      element.remove();
      parking.remove();
    },
  };
};
