/** Adaptive HLS with hls.js. */
import Hls, {
  ErrorDetails,
  ErrorTypes,
  Events,
  XhrLoader,
  type ErrorData,
  type FragmentLoaderContext,
  type HlsConfig,
  type Level,
  type Loader,
  type PlaylistLoaderContext,
} from 'hls.js';
import type { Preload } from '../../../../../lambdas/contract/media/playback.ts';
import { tabStore } from '../../../lib/storage.ts';
import type { MediaFault, OpenSource } from './media-engine.ts';
import { firstPaths, firstRung } from './first-files.ts';
import { promptAudio } from './prompt-audio.ts';
import { createStartPosition } from './start-position.ts';
import { warmLoader } from './warm-loader.ts';
import type { WarmMedia } from './warm-media.ts';

const BANDWIDTH_KEY = 'soundstage.bandwidth';
/** Assumed bandwidth, in bits per second, until this tab has measured one. */
const FIRST_BANDWIDTH_ESTIMATE = 500_000;
const FORBIDDEN = 403;

const storedBandwidth = (): number => {
  const stored = Number(tabStore.get(BANDWIDTH_KEY));
  return Number.isFinite(stored) && stored > 0 ? stored : FIRST_BANDWIDTH_ESTIMATE;
};

/** Errors of codecs that this browser can't decode: a reload does not help. */
const unsupported: ReadonlySet<string> = new Set([
  ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR,
  ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR,
  ErrorDetails.BUFFER_ADD_CODEC_ERROR,
]);
const UNSUPPORTED_SOURCE = 4;

/** The fault that an error means for the player; undefined if hls.js recovers on its own. */
const faultOf = ({ type, details, fatal, response }: ErrorData): MediaFault | undefined => {
  if (response?.code === FORBIDDEN) return { kind: 'forbidden' };
  if (!fatal) return undefined;
  if (unsupported.has(details)) return { kind: 'element', code: UNSUPPORTED_SOURCE };
  return type === ErrorTypes.NETWORK_ERROR ? { kind: 'network' } : { kind: 'decode' };
};

/** The level with which hls.js chooses by bandwidth. */
const AUTOMATIC = -1;

/** The shorter side in pixels, which names a quality; 0 for audio. */
const heightOf = ({ width, height }: Level): number => Math.min(width, height);

/** Index of the best level with a height; -1 if there is none. */
const levelOf = ({ levels }: Hls, height: number): number =>
  levels.findLastIndex((level) => heightOf(level) === height);

/** Whether hls.js supports this browser. */
export const isHlsSupported = (): boolean => Hls.isSupported();

type Cold<T extends FragmentLoaderContext | PlaylistLoaderContext> = new (config: HlsConfig) => Loader<T>;

/** A URL whose first files are already downloading, and the bandwidth by which they were chosen. */
interface Prepared {
  readonly url: string;
  readonly estimate: number;
}

const openHls =
  (warm: WarmMedia, prepared: Prepared | null): OpenSource =>
  (element, { url, startAt, preload, height, onFault, onQualities, onHeight }) => {
    // Starts with the files that are downloading, even if the connection looks better by now.
    const estimate = prepared?.url === url ? prepared.estimate : storedBandwidth();
    // Only the playlists show which rendition has a chosen height.
    const known = height === null ? preload : null;
    warm.only(known ? firstPaths(url, known, estimate, startAt) : []);
    const hls = new Hls({
      // The segments need no conversion: a worker would only be another download before the first frame.
      enableWorker: false,
      startPosition: startAt > 0 ? startAt : -1,
      startFragPrefetch: true,
      // The test would load the first segment twice.
      testBandwidth: false,
      lowLatencyMode: false,
      // Appends segments while they arrive, since the loader delivers them in parts.
      progressive: true,
      fLoader: warmLoader(warm, XhrLoader as unknown as Cold<FragmentLoaderContext>),
      pLoader: warmLoader(warm, XhrLoader as unknown as Cold<PlaylistLoaderContext>),
      ...promptAudio,
      capLevelToPlayerSize: true,
      capLevelOnFPSDrop: true,
      // Seconds. The default back buffer is unlimited, which costs memory.
      backBufferLength: 30,
      maxBufferLength: 30,
      maxMaxBufferLength: 60,
      abrEwmaDefaultEstimate: estimate,
    });
    let manifestRead = false;
    hls.on(Events.MANIFEST_PARSED, () => {
      manifestRead = true;
      onQualities([...new Set(hls.levels.map(heightOf))].filter((side) => side > 0).sort((a, b) => b - a));
      const first = known && firstRung(known, estimate)?.playlist;
      const level =
        height === null
          ? hls.levels.findIndex(({ uri }) => new URL(uri, location.href).pathname === first)
          : levelOf(hls, height);
      if (level < 0) return;
      hls.startLevel = level;
      if (height !== null) hls.loadLevel = level;
    });
    hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
      const shown = hls.levels[level];
      if (shown && heightOf(shown) > 0) onHeight(heightOf(shown));
    });
    hls.on(Events.ERROR, (_, data) => {
      const fault = faultOf(data);
      if (fault) onFault(fault);
    });
    // hls.js seeks a moment after the first data arrived. Until then, the beginning of its segment would be heard.
    const start = createStartPosition(element, startAt, (seconds) => {
      hls.config.startPosition = seconds;
      if (manifestRead) hls.startLoad(seconds);
    });
    hls.attachMedia(element);
    hls.loadSource(url);
    return {
      position: start.position,
      seek: start.seek,
      resume: () => {
        if (manifestRead) hls.startLoad();
        else hls.loadSource(url);
      },
      setHeight: (chosen) => {
        const level = chosen === null ? AUTOMATIC : levelOf(hls, chosen);
        if (chosen === null) hls.loadLevel = level;
        else if (level >= 0) hls.nextLevel = level;
      },
      destroy: () => {
        tabStore.set(BANDWIDTH_KEY, String(Math.round(hls.bandwidthEstimate)));
        start.end();
        hls.destroy();
      },
    };
  };

/**
 * Creates the source that feeds the element through Media Source Extensions. It uses files that are already
 * downloading; `prepare` starts to download those for a start at 0.
 */
export const createHlsSource = (
  warm: WarmMedia,
): { readonly openSource: OpenSource; readonly prepare: (url: string, preload: Preload) => void } => {
  let prepared: Prepared | null = null;
  return {
    prepare: (url, preload) => {
      prepared = { url, estimate: storedBandwidth() };
      warm.begin(firstPaths(url, preload, prepared.estimate, 0));
    },
    openSource: (element, options) => {
      const before = prepared;
      prepared = null;
      return openHls(warm, before)(element, options);
    },
  };
};
