/** The player of the page. A separate chunk, so that lists do not wait for it. */
import type { QueryClient } from '@tanstack/react-query';
import { recordPosition, recordStart } from '../../../features/history/api.ts';
import { playbackCalls } from '../../../features/player/core/api.ts';
import { createContinuation, type Continuation } from '../../../features/player/resume/continue.ts';
import { loadMediaEngine, prefetchEngine } from '../../../features/player/engine/load-engine.ts';
import { createPlayer, type Player } from '../../../features/player/core/player.ts';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import type { Clock } from '../../../lib/clock.ts';

export interface ListenerPlayerParts {
  readonly api: ApiClient;
  readonly queries: QueryClient;
  readonly clock: Clock;
  /** Synchronizes positions and the queue of the signed-in user; undefined while no user is signed in. */
  readonly continuation: () => Continuation | undefined;
}

/** Creates the player. */
export const createListenerPlayer = ({ api, queries, clock, continuation }: ListenerPlayerParts): Player =>
  createPlayer({
    ...playbackCalls(api),
    clock,
    loadEngine: loadMediaEngine,
    recordStart: (contentId) => recordStart(api, queries, contentId),
    // Without a saved position, playback starts at the beginning.
    startPositionOf: async (item, following) =>
      (await continuation()
        ?.startPositionOf(item, following)
        .catch(() => undefined)) ?? { at: 0 },
  });

/** Synchronizes positions and the queue of one user across devices. */
export const continuationOf = (api: ApiClient, queries: QueryClient, clock: Clock, userId: string): Continuation =>
  createContinuation({
    api,
    clock,
    userId,
    onPosition: (contentId, position) => recordPosition(queries, contentId, position),
  });

export { prefetchEngine };
