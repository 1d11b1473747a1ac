import type { OpenSource } from './media-engine.ts';
import { createStartPosition } from './start-position.ts';

/** The browser's own HLS, for browsers without Media Source Extensions (older iOS). */
export const openNativeSource: OpenSource = (element, { url, startAt }) => {
  const start = createStartPosition(element, startAt);
  element.src = url;
  return {
    position: start.position,
    seek: start.seek,
    resume: () => {
      const wasPlaying = !element.paused;
      start.again();
      element.src = url;
      // The element reports a failure as an event.
      if (wasPlaying) element.play().catch(() => undefined);
    },
    destroy: () => {
      start.end();
      element.removeAttribute('src');
      element.load();
    },
  };
};
