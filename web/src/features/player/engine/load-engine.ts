import { createMediaEngine, type EngineEvents, type MediaEngine, type MediaEngineParts } from './media-engine.ts';
import { openNativeSource } from './native-source.ts';

const loadHls = () => Promise.all([import('./hls-source.ts'), import('./warm-media.ts')]);

/** Downloads hls.js ahead of the first play. A failure is ignored, because the play tries again. */
export const prefetchEngine = (): void => void loadHls().catch(() => undefined);

const createEngine = (source: Pick<MediaEngineParts, 'openSource' | 'prepare'>, events: EngineEvents): MediaEngine => {
  const parking = document.createElement('div');
  parking.hidden = true;
  document.body.append(parking);
  return createMediaEngine({ element: document.createElement('video'), parking, ...source, events });
};

const nativeSource = { openSource: openNativeSource, prepare: () => undefined };

/** Creates an engine that plays files as the browser does, without hls.js. */
export const createFileEngine = (events: EngineEvents): MediaEngine => createEngine(nativeSource, events);

/** Downloads hls.js and creates the engine of this page. Rejects when the download fails. */
export const loadMediaEngine = async (events: EngineEvents): Promise<MediaEngine> => {
  const [{ createHlsSource, isHlsSupported }, { createWarmMedia }] = await loadHls();
  const warm = createWarmMedia({
    fetch: (...request) => fetch(...request),
    now: () => performance.now(),
    base: location.href,
  });
  // Chromium also reports native HLS support, but stalls with it: hls.js comes first wherever it runs.
  return createEngine(isHlsSupported() ? createHlsSource(warm) : nativeSource, events);
};
