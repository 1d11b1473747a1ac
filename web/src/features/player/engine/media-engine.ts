/** The media element of the application. Only this folder knows that there is one, and hls.js beside it. */
import type { Preload } from '../../../../../lambdas/contract/media/playback.ts';
import { createElementExtras, type ElementExtras } from './element-extras.ts';

/** Why playing does not go on. `element` carries the code of `MediaError`. */
export type MediaFault =
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'network' }
  | { readonly kind: 'decode' }
  | { readonly kind: 'element'; readonly code: number };

/** Seconds, as the element reports them; `duration` is 0 while unknown. */
export interface MediaPosition {
  readonly time: number;
  readonly duration: number;
  /** End of what has arrived around `time`. */
  readonly buffered: number;
}

/** What the engine tells whoever drives it. */
export interface EngineEvents {
  /** Frames or samples are really moving. */
  readonly onPlaying: () => void;
  readonly onPause: () => void;
  /** Playing waits for data. */
  readonly onWaiting: () => void;
  readonly onEnded: () => void;
  readonly onPosition: (position: MediaPosition) => void;
  readonly onFault: (fault: MediaFault) => void;
  /**
   * The heights in which what was loaded can be seen, in pixels of the shorter side, greatest first. Empty where the
   * browser chooses.
   */
  readonly onQualities: (heights: readonly number[]) => void;
  /** The height that is shown from now on. */
  readonly onHeight: (height: number) => void;
  /** The lines of the captions at this moment. */
  readonly onCues: (lines: readonly string[]) => void;
  /** The picture went into a window of its own, or came back. */
  readonly onPicture: (outside: boolean) => void;
}

/** One source that feeds the element: hls.js, or the browser's own HLS. */
export interface MediaSource {
  /** Goes on loading after an error, with renewed cookies, at the present position. */
  readonly resume: () => void;
  /** Shows this height only; null leaves the choice to the measured bandwidth. */
  readonly setHeight?: (height: number | null) => void;
  readonly destroy: () => void;
}

export interface SourceOptions {
  readonly url: string;
  /** Seconds from which to load. */
  readonly startAt: number;
  /** What is fetched at once, beside `url`; null when it is not known. */
  readonly preload: Preload | null;
  readonly onFault: (fault: MediaFault) => void;
  /** The height to begin with; null leaves the choice to the measured bandwidth. */
  readonly height: number | null;
  readonly onQualities: (heights: readonly number[]) => void;
  readonly onHeight: (height: number) => void;
}

export type OpenSource = (element: HTMLVideoElement, options: SourceOptions) => MediaSource;

/** Drives one media element that lives as long as the engine, wherever it is shown. */
export interface MediaEngine extends ElementExtras {
  /** Replaces what is loaded. `preload` says what is needed first, where that is known. */
  readonly load: (url: string, startAt: number, preload?: Preload | null) => void;
  /** Fetches what will be needed first when `url` is loaded later; what plays goes on. */
  readonly prepare: (url: string, preload: Preload) => void;
  /** Goes on loading what is loaded, after its cookies were renewed. */
  readonly resumeLoading: () => void;
  /** Answers false where the browser wants the person to press a button first. */
  readonly play: () => Promise<boolean>;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  readonly setVolume: (volume: number) => void;
  /** Shows this height only, of what is loaded later too; null leaves the choice to the measured bandwidth. */
  readonly setHeight: (height: number | null) => void;
  /** Shows the picture in `slot`; the answer takes it out again, unless it is shown elsewhere by then. */
  readonly showIn: (slot: HTMLElement) => () => void;
  /** Empties the element; the engine can load again. */
  readonly unload: () => void;
  readonly destroy: () => void;
}

export interface MediaEngineParts {
  readonly element: HTMLVideoElement;
  /** Where the element stays while no slot shows it. An element outside of the document would be paused. */
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

const bufferedAround = ({ buffered, currentTime }: HTMLVideoElement): number => {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.5 && buffered.end(index) >= currentTime) return buffered.end(index);
  }
  return currentTime;
};

/** Makes the engine over `element`. */
export const createMediaEngine = ({ element, parking, openSource, prepare, events }: MediaEngineParts): MediaEngine => {
  let source: MediaSource | null = null;
  let height: number | null = null;

  element.playsInline = true;
  parking.append(element);

  const position = () =>
    events.onPosition({
      time: element.currentTime,
      duration: Number.isFinite(element.duration) ? element.duration : 0,
      buffered: bufferedAround(element),
    });
  /** What an empty element does is of no interest: it is still coming to rest. */
  const loaded = (tell: () => void) => () => {
    if (source) tell();
  };
  const on = (names: readonly string[], tell: () => void) => {
    for (const name of names) element.addEventListener(name, loaded(tell));
  };
  on(['playing'], events.onPlaying);
  on(['pause'], () => {
    // An element also pauses when it ends, and that is told by itself.
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
        // Any other refusal is an interruption by a new load or a pause, or an error that the element reports itself.
        return !(error instanceof DOMException && error.name === 'NotAllowedError');
      }
    },
    pause: () => element.pause(),
    seek: (seconds) => {
      element.currentTime = seconds;
    },
    setVolume: (volume) => {
      element.volume = volume;
      element.muted = volume === 0;
    },
    setHeight: (wanted) => {
      height = wanted;
      source?.setHeight?.(wanted);
    },
    showIn: (slot) => {
      slot.append(element);
      return () => {
        if (element.parentElement === slot) parking.append(element);
      };
    },
    unload,
    destroy: () => {
      unload();
      element.remove();
      parking.remove();
    },
  };
};
