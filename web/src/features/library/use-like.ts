import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { likedIdsQuery, likesQuery } from './api.ts';
import { libraryTexts } from './texts.ts';

/**
 * Whether the user likes an item (undefined until that is known), and a function to change it. A change shows at once,
 * and is undone if the server rejects it. A press before the state is known likes the item.
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
        // Load the likes first: otherwise the new one would look like the only one.
        if (!known && (await queries.ensureQueryData(ids)).has(contentId)) return;
        // A pending response does not contain this change.
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
