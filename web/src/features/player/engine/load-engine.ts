import { createMediaEngine, type EngineEvents, type MediaEngine } from './media-engine.ts';
import { openNativeSource } from './native-source.ts';

const loadHls = () => Promise.all([import('./hls-source.ts'), import('./warm-media.ts')]);

/** Downloads hls.js ahead of the first play. A failure is ignored, because the play tries again. */
export const prefetchEngine = (): void => void loadHls().catch(() => undefined);

/** Downloads hls.js and creates the engine of this page. Rejects when the download fails. */
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
  // Chromium also reports native HLS support, but stalls with it: hls.js comes first wherever it runs.
  const source = isHlsSupported() ? createHlsSource(warm) : { openSource: openNativeSource, prepare: () => undefined };
  return createMediaEngine({
    element: document.createElement('video'),
    parking,
    ...source,
    events,
  });
};
