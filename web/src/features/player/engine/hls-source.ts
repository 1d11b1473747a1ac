/** Adaptive HLS by hls.js. Loaded with the first play and never before. */
import Hls, { ErrorDetails, ErrorTypes, Events, type ErrorData } from 'hls.js';
import { tabStore } from '../../../lib/storage.ts';
import type { MediaFault, OpenSource } from './media-engine.ts';

/** Address of hls.js's worker; the build writes it in. */
declare const HLS_WORKER_URL: string;

const BANDWIDTH_KEY = 'soundstage.bandwidth';
/** Bits per second from which the first rendition is chosen when nothing was measured in this tab. */
const FIRST_BANDWIDTH_ESTIMATE = 500_000;
const FORBIDDEN = 403;

const storedBandwidth = (): number => {
  const stored = Number(tabStore.get(BANDWIDTH_KEY));
  return Number.isFinite(stored) && stored > 0 ? stored : FIRST_BANDWIDTH_ESTIMATE;
};

/** Codecs that this browser has no decoder for: reloading cannot mend them. */
const unsupported: ReadonlySet<string> = new Set([
  ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR,
  ErrorDetails.BUFFER_INCOMPATIBLE_CODECS_ERROR,
  ErrorDetails.BUFFER_ADD_CODEC_ERROR,
]);
const UNSUPPORTED_SOURCE = 4;

/** What an error means to the player; undefined when hls.js goes on by itself. */
const faultOf = ({ type, details, fatal, response }: ErrorData): MediaFault | undefined => {
  if (response?.code === FORBIDDEN) return { kind: 'forbidden' };
  if (!fatal) return undefined;
  if (unsupported.has(details)) return { kind: 'element', code: UNSUPPORTED_SOURCE };
  return type === ErrorTypes.NETWORK_ERROR ? { kind: 'network' } : { kind: 'decode' };
};

/** Whether this browser can be fed by hls.js. */
export const isHlsSupported = (): boolean => Hls.isSupported();

/** Feeds the element through Media Source Extensions. */
export const openHlsSource: OpenSource = (element, { url, startAt, onFault }) => {
  const hls = new Hls({
    workerPath: HLS_WORKER_URL,
    startPosition: startAt > 0 ? startAt : -1,
    startFragPrefetch: true,
    capLevelToPlayerSize: true,
    capLevelOnFPSDrop: true,
    // Seconds. The default of the back buffer is endless, which costs memory.
    backBufferLength: 30,
    maxBufferLength: 30,
    maxMaxBufferLength: 60,
    abrEwmaDefaultEstimate: storedBandwidth(),
  });
  let manifestRead = false;
  hls.on(Events.MANIFEST_PARSED, () => {
    manifestRead = true;
  });
  hls.on(Events.ERROR, (_, data) => {
    const fault = faultOf(data);
    if (fault) onFault(fault);
  });
  hls.attachMedia(element);
  hls.loadSource(url);
  return {
    resume: () => {
      if (manifestRead) hls.startLoad();
      else hls.loadSource(url);
    },
    destroy: () => {
      tabStore.set(BANDWIDTH_KEY, String(Math.round(hls.bandwidthEstimate)));
      hls.destroy();
    },
  };
};
