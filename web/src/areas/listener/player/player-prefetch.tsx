import { useIsFetching } from '@tanstack/react-query';
import { useEffect } from 'react';
import { savesData } from '../../../lib/saves-data.ts';
import { whenIdle } from '../../../lib/when-idle.ts';

/**
 * Prefetches the player and other lazy-loaded chunks while the page is idle and has no pending requests, so that
 * playback waits only for its media. Each function in `load` downloads one part.
 */
export const PlayerPrefetch = ({ load }: { readonly load: readonly (() => Promise<unknown>)[] }) => {
  const quiet = useIsFetching() === 0;
  useEffect(() => {
    if (!quiet || savesData()) return undefined;
    // Ignore failures: playback tries again.
    return whenIdle(() => load.forEach((part) => void part().catch(() => undefined)));
  }, [quiet, load]);
  return null;
};
