import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOutletContext } from 'react-router';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useClock } from '../../core/clock-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import type { Continuation } from '../../features/player/resume/continue.ts';
import { createLazyPlayer, type LazyPlayer } from '../../features/player/core/lazy-player.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import type { Clock } from '../../lib/clock.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { listenerTexts } from './texts.ts';

const loadParts = () => import('./listener-player.ts');

/** Downloads all that plays, for a first play that waits for its media only. */
export const prefetchPlayer = async (): Promise<void> => (await loadParts()).prefetchEngine();

/** The door to the player, and what lets it go on elsewhere; both are fetched when they are first needed. */
const createLazyListenerPlayer = (api: ApiClient, queries: QueryClient, clock: Clock, onUnavailable: () => void) => {
  let userId: string | undefined;
  let continuation: Continuation | undefined;
  const door = createLazyPlayer({
    load: async () => {
      const { continuationOf, createListenerPlayer } = await loadParts();
      const current = () =>
        userId === undefined ? undefined : (continuation ??= continuationOf(api, queries, clock, userId));
      return createListenerPlayer({ api, queries, clock, continuation: current });
    },
    onUnavailable,
  });
  /** Takes up what the person's player held, and keeps what it will hold, until the answer is called. */
  const connect = (id: string): (() => void) => {
    userId = id;
    continuation = undefined;
    const life = new AbortController();
    const start = async () => {
      const [player, { continuationOf }] = await Promise.all([door.open(), loadParts()]);
      if (life.signal.aborted) return;
      continuation ??= continuationOf(api, queries, clock, id);
      life.signal.addEventListener('abort', continuation.follow(player));
      await continuation.restore(player);
    };
    // Lists work without it; what could not be fetched is tried again with the first play.
    const cancel = whenIdle(() => void start().catch(() => undefined));
    return () => {
      cancel();
      life.abort();
      userId = undefined;
    };
  };
  return { door, connect };
};

/** Makes the door to the player of the listener's screens; it lives as long as their frame. */
export const useListenerPlayer = (): LazyPlayer => {
  const api = useApi();
  const queries = useQueryClient();
  const clock = useClock();
  const { show } = useToast();
  const userId = useAuth().me?.id;
  const [{ door, connect }] = useState(() =>
    createLazyListenerPlayer(api, queries, clock, () =>
      show({
        title: listenerTexts.playerUnavailable,
        description: listenerTexts.playerUnavailableText,
        variant: 'destructive',
      }),
    ),
  );
  useEffect(() => (userId === undefined ? undefined : connect(userId)), [connect, userId]);
  useEffect(() => door.dispose, [door]);
  return door;
};

/** What the frame hands to its screens. */
export interface ListenerOutlet {
  readonly player: LazyPlayer;
}

/** The player, in a screen of the listener's area. */
export const usePlayer = (): LazyPlayer => useOutletContext<ListenerOutlet>().player;
