import { useEffect, useRef, type RefObject } from 'react';
import { useApi } from '../../../core/api/api-context.tsx';
import { ignoredEvents } from '../../../features/player/engine/ignored-events.ts';
import { loadMediaEngine } from '../../../features/player/engine/load-engine.ts';
import type { MediaEngine } from '../../../features/player/engine/media-engine.ts';

/** Plays a title in `slot` from any millisecond, while its transcript is edited. Nothing is counted or recorded. */
export const useSegmentPlayer = (contentId: string, slot: RefObject<HTMLElement | null>) => {
  const api = useApi();
  const engine = useRef<Promise<MediaEngine> | null>(null);
  useEffect(
    () => () => {
      void engine.current?.then((loaded) => loaded.destroy());
      engine.current = null;
    },
    [contentId],
  );
  return async (ms: number): Promise<void> => {
    const { url, preload } = await api.call('playback.get-media-url', { body: { contentId } });
    engine.current ??= loadMediaEngine(ignoredEvents);
    const loaded = await engine.current;
    if (slot.current) loaded.showIn(slot.current);
    loaded.load(url, ms / 1000, preload);
    await loaded.play();
  };
};
