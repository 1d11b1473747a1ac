import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useOutletContext } from 'react-router';
import { useApi } from '../../../core/api/api-context.tsx';
import { useAuth } from '../../../core/auth/auth-context.tsx';
import { useClock } from '../../../core/clock-context.tsx';
import { useSessionSignals } from '../../../core/sessions/session-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import type { Continuation } from '../../../features/player/resume/continue.ts';
import { createLazyPlayer, type LazyPlayer } from '../../../features/player/core/lazy-player.ts';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { whenIdle } from '../../../lib/when-idle.ts';
import { listenerTexts } from '../texts.ts';

const loadParts = () => import('./listener-player.ts');

/** Downloads the playback code in advance, so that the first playback waits only for its media. */
export const prefetchPlayer = async (): Promise<void> => (await loadParts()).prefetchEngine();

/** Creates the lazy player and its synchronization across devices. Both are downloaded when first needed. */
const createLazyListenerPlayer = (api: ApiClient, queries: QueryClient, clock: Clock, onUnavailable: () => void) => {
  let userId: string | undefined;
  let continuation: Continuation | undefined;
  const lazyPlayer = createLazyPlayer({
    load: async () => {
      const { continuationOf, createListenerPlayer } = await loadParts();
      const current = () =>
        userId === undefined ? undefined : (continuation ??= continuationOf(api, queries, clock, userId));
      return createListenerPlayer({ api, queries, clock, continuation: current });
    },
    onUnavailable,
    now: clock.now,
  });
  /** Restores the user's queue and positions, and saves them from then on. Returns a function that stops this. */
  const connect = (id: string): (() => void) => {
    userId = id;
    continuation = undefined;
    const connection = new AbortController();
    const start = async () => {
      const [player, { continuationOf }] = await Promise.all([lazyPlayer.open(), loadParts()]);
      if (connection.signal.aborted) return;
      continuation ??= continuationOf(api, queries, clock, id);
      connection.signal.addEventListener('abort', continuation.follow(player));
      await continuation.restore(player);
    };
    // Lists work without the player, so ignore failures: the first playback tries again.
    const cancel = whenIdle(() => void start().catch(() => undefined));
    return () => {
      cancel();
      connection.abort();
      userId = undefined;
    };
  };
  /** Pauses, and saves where the user is. */
  const leave = async () => {
    lazyPlayer.player.get()?.pause();
    await continuation?.leave();
  };
  return { lazyPlayer, connect, leave };
};

/** The outlet context of the root layout, which the listener's layout passes to its screens. */
export interface ListenerOutlet {
  readonly player: LazyPlayer;
  /** Restores the signed-in user's queue and positions, and saves them until the user signs out. */
  readonly restoreQueue: () => void;
}

/** Creates the lazy player of the page. It continues from screen to screen, and stops when the user signs out. */
export const useListenerPlayer = (): ListenerOutlet => {
  const api = useApi();
  const queries = useQueryClient();
  const clock = useClock();
  const { show } = useToast();
  const { me, status } = useAuth();
  const userId = me?.id;
  const [wanted, setWanted] = useState(false);
  const signals = useSessionSignals();
  const [{ lazyPlayer, connect, leave }] = useState(() =>
    createLazyListenerPlayer(api, queries, clock, () =>
      show({
        title: listenerTexts.playerUnavailable,
        description: listenerTexts.playerUnavailableText,
        variant: 'destructive',
      }),
    ),
  );
  useEffect(() => (wanted && userId !== undefined ? connect(userId) : undefined), [connect, userId, wanted]);
  useEffect(() => signals.beforeLeaving(leave), [signals, leave]);
  useEffect(() => {
    if (status === 'signed-out') lazyPlayer.cancel();
  }, [status, lazyPlayer]);
  useEffect(() => lazyPlayer.dispose, [lazyPlayer]);
  return useMemo(() => ({ player: lazyPlayer, restoreQueue: () => setWanted(true) }), [lazyPlayer]);
};

/** The player, for screens of the listener's area. */
export const usePlayer = (): LazyPlayer => useOutletContext<ListenerOutlet>().player;
