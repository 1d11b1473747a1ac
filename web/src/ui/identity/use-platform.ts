import { useSyncExternalStore } from 'react';
import { platform, type Platform } from '../../lib/platform.ts';

/** What this platform is called at present. */
export const usePlatform = (): Platform => useSyncExternalStore(platform.subscribe, platform.get);
