import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';

/**
 * A person who asked their browser to save data downloads the player with the first play, and everything else when it
 * is asked for.
 */
const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/**
 * Downloads the player and what else comes later while the page rests, when everything that it shows is there: then a
 * play waits for its media only. Each of `load` fetches a part.
 */
export const PlayerPrefetch = ({ load }: { readonly load: readonly (() => Promise<unknown>)[] }) => {
  const quiet = useIsFetching() === 0;
  useEffect(() => {
    if (!quiet || savesData()) return undefined;
    // A failure is of no interest: the play tries again.
    return whenIdle(() => load.forEach((part) => void part().catch(() => undefined)));
  }, [quiet, load]);
  return null;
};
