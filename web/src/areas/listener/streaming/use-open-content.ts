import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '../../../core/api/api-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { contentQuery } from '../../../features/catalog/api.ts';
import type { PlayableItem } from '../../../features/player/core/rules.ts';
import { listenerTexts } from '../texts.ts';
import { usePlayer } from '../player/use-listener-player.ts';

/**
 * Plays a content item by its id: within the list if the list contains it, otherwise fetched and on its own. `startAt`:
 * seconds from the start, by default where the user left it.
 */
export const useOpenContent = (
  list: readonly PlayableItem[],
  tracked: boolean,
): ((contentId: string, startAt?: number) => void) => {
  const api = useApi();
  const queries = useQueryClient();
  const player = usePlayer();
  const { show } = useToast();
  return useCallback(
    (contentId, startAt) => {
      const listed = list.find(({ id }) => id === contentId);
      if (listed) return player.play(listed, { list, tracked, startAt });
      const fetched = queries.fetchQuery(contentQuery(api, contentId));
      player
        .playFetched(fetched.then((content) => [content, { list: [content], tracked, startAt }]))
        .catch((error: unknown) =>
          show({
            title: listenerTexts.contentUnavailable,
            description: error instanceof Error ? error.message : String(error),
            variant: 'destructive',
          }),
        );
    },
    [api, list, player, queries, show, tracked],
  );
};
