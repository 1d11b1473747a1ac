import { createMediaEngine, type EngineEvents, type MediaEngine } from './media-engine.ts';
import { openNativeSource } from './native-source.ts';

/** Fetches hls.js and makes the engine of this page. Rejects when the download fails. */
export const loadMediaEngine = async (events: EngineEvents): Promise<MediaEngine> => {
  const { isHlsSupported, openHlsSource } = await import('./hls-source.ts');
  const parking = document.createElement('div');
  parking.hidden = true;
  document.body.append(parking);
  return createMediaEngine({
    element: document.createElement('video'),
    parking,
    // Chromium claims native HLS too and stalls with it, so hls.js comes first wherever it can run.
    openSource: isHlsSupported() ? openHlsSource : openNativeSource,
    events,
  });
};
