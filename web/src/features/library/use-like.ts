import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { likedIdsQuery, likesQuery } from './api.ts';
import { libraryTexts } from './texts.ts';

/** Whether the person likes a content, and a way to change that: it shows at once, and is taken back when the server refuses. */
export const useLike = (contentId: string): { readonly liked: boolean; readonly toggle: () => void } => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const ids = likedIdsQuery(api);
  const { data: liked = false } = useQuery({ ...ids, select: (all) => all.has(contentId) });

  const toggle = useCallback(() => {
    const { queryKey } = likedIdsQuery(api);
    const set = (like: boolean) =>
      queries.setQueryData(queryKey, (all) => {
        const next = new Set(all);
        if (like) next.add(contentId);
        else next.delete(contentId);
        return next;
      });
    const like = !(queries.getQueryData(queryKey)?.has(contentId) ?? false);
    const save = async (): Promise<void> => {
      // An answer that is on its way knows nothing of this yet.
      void queries.cancelQueries({ queryKey });
      set(like);
      try {
        await api.call(like ? 'library.like-content' : 'library.unlike-content', { params: { contentId } });
      } catch (error) {
        set(!like);
        show({ title: like ? libraryTexts.likeFailed : libraryTexts.unlikeFailed, description: error instanceof Error ? error.message : String(error), variant: 'destructive' });
      }
      await queries.invalidateQueries({ queryKey: likesQuery(api).queryKey });
    };
    void save();
  }, [api, contentId, queries, show]);

  return { liked, toggle };
};
