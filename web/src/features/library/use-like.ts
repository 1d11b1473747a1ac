import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { likedIdsQuery, likesQuery } from './api.ts';
import { libraryTexts } from './texts.ts';

/**
 * Whether the person likes a content, undefined until that is known, and a way to change it: it shows at once, and is
 * taken back when the server refuses. A press before it is known asks to like.
 */
export const useLike = (contentId: string): { readonly liked: boolean | undefined; readonly toggle: () => void } => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { data: liked } = useQuery({ ...likedIdsQuery(api), select: (all) => all.has(contentId) });

  const toggle = useCallback(() => {
    const ids = likedIdsQuery(api);
    const { queryKey } = ids;
    const known = queries.getQueryData(queryKey);
    const like = !known?.has(contentId);
    const set = (liking: boolean) =>
      queries.setQueryData(queryKey, (all) => {
        const next = new Set(all);
        if (liking) next.add(contentId);
        else next.delete(contentId);
        return next;
      });
    const save = async (): Promise<void> => {
      try {
        // Written into nothing it would stand for all that is liked.
        if (!known && (await queries.ensureQueryData(ids)).has(contentId)) return;
        // An answer that is on its way knows nothing of this yet.
        void queries.cancelQueries({ queryKey });
        set(like);
        await api.call(like ? 'library.like-content' : 'library.unlike-content', { params: { contentId } });
      } catch (error) {
        if (queries.getQueryData(queryKey)) set(!like);
        show({
          title: like ? libraryTexts.likeFailed : libraryTexts.unlikeFailed,
          description: error instanceof Error ? error.message : String(error),
          variant: 'destructive',
        });
      }
      await queries.invalidateQueries({ queryKey: likesQuery(api).queryKey });
    };
    void save();
  }, [api, contentId, queries, show]);

  return { liked, toggle };
};
