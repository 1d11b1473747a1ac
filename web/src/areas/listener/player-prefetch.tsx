import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { prefetchEngine } from '../../features/player/engine/load-engine.ts';
import { whenIdle } from '../../lib/when-idle.ts';

/** A person who asked their browser to save data downloads the player with the first play. */
const savesData = (): boolean => (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/** Downloads the player while the page rests, when everything that it shows is there: then a play waits for its media only. `loadScreen` fetches what shows it. */
export const PlayerPrefetch = ({ loadScreen }: { readonly loadScreen: () => Promise<unknown> }) => {
  const quiet = useIsFetching() === 0;
  useEffect(() => {
    if (!quiet || savesData()) return undefined;
    return whenIdle(() => {
      prefetchEngine();
      loadScreen().catch(() => undefined);
    });
  }, [quiet, loadScreen]);
  return null;
};
