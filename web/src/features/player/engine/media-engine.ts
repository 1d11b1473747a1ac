/** The media element of the application. Only this folder knows that there is one, and hls.js beside it. */

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
}

/** One source that feeds the element: hls.js, or the browser's own HLS. */
export interface MediaSource {
  /** Goes on loading after an error, with renewed cookies, at the present position. */
  readonly resume: () => void;
  readonly destroy: () => void;
}

export interface SourceOptions {
  readonly url: string;
  /** Seconds from which to load. */
  readonly startAt: number;
  readonly onFault: (fault: MediaFault) => void;
}

export type OpenSource = (element: HTMLVideoElement, options: SourceOptions) => MediaSource;

/** Drives one media element that lives as long as the engine, wherever it is shown. */
export interface MediaEngine {
  /** Replaces what is loaded. */
  readonly load: (url: string, startAt: number) => void;
  /** Goes on loading what is loaded, after its cookies were renewed. */
  readonly resumeLoading: () => void;
  /** Answers false where the browser wants the person to press a button first. */
  readonly play: () => Promise<boolean>;
  readonly pause: () => void;
  readonly seek: (seconds: number) => void;
  readonly setVolume: (volume: number) => void;
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
export const createMediaEngine = ({ element, parking, openSource, events }: MediaEngineParts): MediaEngine => {
  let source: MediaSource | null = null;

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
    load: (url, startAt) => {
      close();
      source = openSource(element, { url, startAt, onFault: (fault) => events.onFault(fault) });
    },
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
