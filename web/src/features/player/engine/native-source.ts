import type { OpenSource } from './media-engine.ts';

/** The browser's own HLS, for browsers without Media Source Extensions (older iOS). */
export const openNativeSource: OpenSource = (element, { url, startAt }) => {
  let seekOnce: (() => void) | null = null;
  const forgetSeek = () => {
    if (seekOnce) element.removeEventListener('loadedmetadata', seekOnce);
    seekOnce = null;
  };
  const open = (seconds: number) => {
    forgetSeek();
    element.src = url;
    if (seconds <= 0) return;
    seekOnce = () => {
      forgetSeek();
      element.currentTime = seconds;
    };
    element.addEventListener('loadedmetadata', seekOnce);
  };
  open(startAt);
  return {
    resume: () => {
      const wasPlaying = !element.paused;
      open(element.currentTime);
      // The element reports a failure as an event.
      if (wasPlaying) element.play().catch(() => undefined);
    },
    destroy: () => {
      forgetSeek();
      element.removeAttribute('src');
      element.load();
    },
  };
};
