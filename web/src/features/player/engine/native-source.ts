import type { OpenSource } from './media-engine.ts';

/** The browser's own HLS, for browsers without Media Source Extensions (older iOS). */
export const openNativeSource: OpenSource = (element, { url, startAt }) => {
  const stopping = new AbortController();
  const open = (seconds: number) => {
    element.src = url;
    if (seconds > 0) {
      element.addEventListener('loadedmetadata', () => {
        element.currentTime = seconds;
      }, { once: true, signal: stopping.signal });
    }
  };
  open(startAt);
  return {
    resume: () => {
      const wasPlaying = !element.paused;
      open(element.currentTime);
      // A refusal comes back as an event of the element.
      if (wasPlaying) element.play().catch(() => undefined);
    },
    destroy: () => {
      stopping.abort();
      element.removeAttribute('src');
      element.load();
    },
  };
};
