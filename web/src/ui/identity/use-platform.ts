import { useSyncExternalStore } from 'react';
import { platform, type Platform } from '../../lib/platform.ts';

/** The current name and description of the platform. */
export const usePlatform = (): Platform => useSyncExternalStore(platform.subscribe, platform.get);
