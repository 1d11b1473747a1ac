import { useQueryClient } from '@tanstack/react-query';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useLiveRefresh } from '../../core/live/live-context.tsx';
import { invalidateLibrary } from './api.ts';

/** Reloads likes and playlists when the user changes them on another device. */
export const useLibraryRefresh = (): void => {
  const queries = useQueryClient();
  const { me } = useAuth();
  useLiveRefresh(me ? liveTopics.library(me.id) : null, () => void invalidateLibrary(queries));
};
