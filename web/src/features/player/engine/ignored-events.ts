import type { EngineEvents } from './media-engine.ts';

const ignore = (): void => undefined;

/** For players that show a title without controls: they override the events that they need. */
export const ignoredEvents: EngineEvents = {
  onPlaying: ignore,
  onPause: ignore,
  onWaiting: ignore,
  onEnded: ignore,
  onPosition: ignore,
  onQualities: ignore,
  onHeight: ignore,
  onCues: ignore,
  onPicture: ignore,
  onFault: ignore,
};
