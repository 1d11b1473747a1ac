import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Playlist, PlaylistEntry } from '../../../../../lambdas/contract/listening/library.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { entriesQuery, invalidateLibrary, playlistQuery } from '../api.ts';
import { moved, targetIndex, type Target } from '../rules.ts';
import { playlistTexts } from './playlist-texts.ts';

interface Page {
  readonly items: PlaylistEntry[];
  readonly next_cursor: string | null;
}

/** The pages with other entries. All of them are put on the first page, since page boundaries do not matter here. */
const withItems = <P>(data: InfiniteData<Page, P>, items: readonly PlaylistEntry[]): InfiniteData<Page, P> => ({
  ...data,
  pages: data.pages.map((page, index) => ({ ...page, items: index === 0 ? [...items] : [] })),
});

/** All entries of a playlist, and the owner's changes. Each change shows at once, and is saved after earlier ones. */
export const useEntries = (playlistId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    useInfiniteQuery(entriesQuery(api, playlistId));
  const saving = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);

  useEffect(() => {
    // A playlist is played and reordered as a whole. It has at most a thousand entries.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false });
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);

  const change = useCallback(
    (next: (items: readonly PlaylistEntry[]) => readonly PlaylistEntry[], save: () => Promise<void>) => {
      const { queryKey } = entriesQuery(api, playlistId);
      const run = async (): Promise<void> => {
        try {
          await save();
        } catch (reason) {
          const conflict = reason instanceof ApiError && reason.code === 'version_conflict';
          show({
            title: conflict ? playlistTexts.conflict : playlistTexts.changeFailed,
            description: conflict
              ? playlistTexts.conflictText
              : reason instanceof Error
                ? reason.message
                : String(reason),
            variant: 'destructive',
          });
          await invalidateLibrary(queries);
        }
        waiting.current -= 1;
        // Reloads only after the last save: an earlier response would miss the changes that are not saved yet.
        if (waiting.current === 0) await invalidateLibrary(queries);
      };
      waiting.current += 1;
      void queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (all) => all && withItems(all, next(all.pages.flatMap((page) => page.items))));
      saving.current = saving.current.then(run);
    },
    [api, playlistId, queries, show],
  );

  /**
   * Moves an entry. Returns its new index, undefined if it stays where it is. Indexes refer to the current data, which
   * may be newer than the rendered list.
   */
  const move = useCallback(
    (contentId: string, target: Target): number | undefined => {
      const before =
        queries.getQueryData(entriesQuery(api, playlistId).queryKey)?.pages.flatMap((page) => page.items) ?? [];
      const from = before.findIndex(({ content_id: id }) => id === contentId);
      const to = targetIndex(from, target, before.length);
      if (to === undefined) return undefined;
      const after = moved(before, from, to)[to - 1]?.content_id ?? null;
      change(
        (all) => moved(all, from, to),
        async () => {
          const { queryKey } = playlistQuery(api, playlistId);
          const { revision = 1 } = queries.getQueryData(queryKey) ?? {};
          const now: Playlist = await api.call('library.move-entry', {
            params: { id: playlistId, contentId },
            body: { revision, after },
          });
          await queries.cancelQueries({ queryKey });
          queries.setQueryData(queryKey, (playlist) => playlist && { ...playlist, ...now });
        },
      );
      return to;
    },
    [api, change, playlistId, queries],
  );

  /** Removes an entry. */
  const removeEntry = useCallback(
    (contentId: string) =>
      change(
        (all) => all.filter(({ content_id: id }) => id !== contentId),
        async () => {
          await api.call('library.remove-entry', { params: { id: playlistId, contentId } });
          await queries.invalidateQueries({ queryKey: playlistQuery(api, playlistId).queryKey });
        },
      ),
    [api, change, playlistId, queries],
  );

  return {
    items,
    complete: data !== undefined && !hasNextPage,
    error: items === undefined ? error : null,
    retry: () => void refetch(),
    move,
    removeEntry,
  };
};
