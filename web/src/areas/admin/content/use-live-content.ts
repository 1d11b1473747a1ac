import { useQueryClient } from '@tanstack/react-query';
import { liveTopics } from '../../../../../lambdas/contract/live/live-topics.ts';
import { invalidateContent } from '../../../core/api/invalidate-content.ts';
import { useLiveTopic } from '../../../core/live/live-context.tsx';

/**
 * Reloads content items whenever some change. Returns whether changes arrive live; while they do not, lists must poll.
 * Once for the screen: with a subscription of each list, every change would load all lists several times.
 */
export const useLiveContent = (): boolean => {
  const queries = useQueryClient();
  return useLiveTopic(liveTopics.content, () => void invalidateContent(queries));
};
