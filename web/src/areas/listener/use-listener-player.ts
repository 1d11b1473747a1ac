import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOutletContext } from 'react-router';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useClock } from '../../core/clock-context.tsx';
import { noteSpot, recordStart } from '../../features/history/api.ts';
import { playbackCalls } from '../../features/player/api.ts';
import type { Continuation } from '../../features/player/continue.ts';
import { loadMediaEngine } from '../../features/player/engine/load-engine.ts';
import { createPlayer, type Player } from '../../features/player/player.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import type { Clock } from '../../lib/clock.ts';
import { whenIdle } from '../../lib/when-idle.ts';

/** The player, and what lets it go on elsewhere, which is fetched when it is first needed. */
const createListenerPlayer = (api: ApiClient, queries: QueryClient, clock: Clock) => {
  let userId: string | undefined;
  let continuation: Promise<Continuation> | undefined;
  const open = async (id: string): Promise<Continuation> => {
    const { createContinuation } = await import('../../features/player/continue.ts');
    return createContinuation({ api, clock, userId: id, onSpot: (contentId, spot) => noteSpot(queries, contentId, spot) });
  };
  const opened = (): Promise<Continuation> | undefined => (userId === undefined ? undefined : (continuation ??= open(userId)));
  const player = createPlayer({
    ...playbackCalls(api),
    clock,
    loadEngine: loadMediaEngine,
    recordStart: (contentId) => recordStart(api, queries, contentId),
    // Without it everything begins at its start.
    placeOf: async (item, following) => opened()?.then((found) => found.placeOf(item, following)).catch(() => ({ at: 0 })) ?? { at: 0 },
  });
  /** Takes up what the person's player held, and keeps what it will hold, until the answer is called. */
  const connect = (id: string): (() => void) => {
    userId = id;
    continuation = undefined;
    const life = new AbortController();
    const start = async () => {
      const found = await opened();
      if (life.signal.aborted || !found) return;
      life.signal.addEventListener('abort', found.follow(player));
      await found.restore(player);
    };
    // The player works without it; what could not be fetched is tried again with the next page.
    const cancel = whenIdle(() => void start().catch(() => undefined));
    return () => {
      cancel();
      life.abort();
    };
  };
  return { player, connect };
};

/** Makes the player of the listener's screens; it lives as long as their frame. */
export const useListenerPlayer = (): Player => {
  const api = useApi();
  const queries = useQueryClient();
  const clock = useClock();
  const userId = useAuth().me?.id;
  const [{ player, connect }] = useState(() => createListenerPlayer(api, queries, clock));
  useEffect(() => (userId === undefined ? undefined : connect(userId)), [connect, userId]);
  useEffect(() => player.dispose, [player]);
  return player;
};

/** What the frame hands to its screens. */
export interface ListenerOutlet {
  readonly player: Player;
}

/** The player, in a screen of the listener's area. */
export const usePlayer = (): Player => useOutletContext<ListenerOutlet>().player;
