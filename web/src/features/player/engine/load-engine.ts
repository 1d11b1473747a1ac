import { createMediaEngine, type EngineEvents, type MediaEngine } from './media-engine.ts';
import { openNativeSource } from './native-source.ts';

const loadHls = () => Promise.all([import('./hls-source.ts'), import('./warm-media.ts')]);

/** Fetches hls.js, so that the first play need not wait for it. A failure is of no interest: the play tries again. */
export const prefetchEngine = (): void => void loadHls().catch(() => undefined);

/** Fetches hls.js and makes the engine of this page. Rejects when the download fails. */
export const loadMediaEngine = async (events: EngineEvents): Promise<MediaEngine> => {
  const [{ createHlsSource, isHlsSupported }, { createWarmMedia }] = await loadHls();
  const parking = document.createElement('div');
  parking.hidden = true;
  document.body.append(parking);
  const warm = createWarmMedia({
    fetch: (...request) => fetch(...request),
    now: () => performance.now(),
    base: location.href,
  });
  // Chromium claims native HLS too and stalls with it, so hls.js comes first wherever it can run.
  const source = isHlsSupported() ? createHlsSource(warm) : { openSource: openNativeSource, prepare: () => undefined };
  return createMediaEngine({
    element: document.createElement('video'),
    parking,
    ...source,
    events,
  });
};
