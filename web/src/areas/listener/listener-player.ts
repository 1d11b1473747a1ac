/**
 * The player of the listener's screens, with what it needs of them. A part of its own, so that lists need not wait for
 * it.
 */
import type { QueryClient } from '@tanstack/react-query';
import { recordPosition, recordStart } from '../../features/history/api.ts';
import { playbackCalls } from '../../features/player/core/api.ts';
import { createContinuation, type Continuation } from '../../features/player/resume/continue.ts';
import { loadMediaEngine, prefetchEngine } from '../../features/player/engine/load-engine.ts';
import { createPlayer, type Player } from '../../features/player/core/player.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import type { Clock } from '../../lib/clock.ts';

export interface ListenerPlayerParts {
  readonly api: ApiClient;
  readonly queries: QueryClient;
  readonly clock: Clock;
  /** Lets the player of the person go on elsewhere; undefined while nobody is signed in. */
  readonly continuation: () => Continuation | undefined;
}

/** Makes it. */
export const createListenerPlayer = ({ api, queries, clock, continuation }: ListenerPlayerParts): Player =>
  createPlayer({
    ...playbackCalls(api),
    clock,
    loadEngine: loadMediaEngine,
    recordStart: (contentId) => recordStart(api, queries, contentId),
    // Without it everything begins at its start.
    startPositionOf: async (item, following) =>
      (await continuation()
        ?.startPositionOf(item, following)
        .catch(() => undefined)) ?? { at: 0 },
  });

/** What lets the player of a person go on elsewhere. */
export const continuationOf = (api: ApiClient, queries: QueryClient, clock: Clock, userId: string): Continuation =>
  createContinuation({ api, clock, userId, onSpot: (contentId, spot) => recordPosition(queries, contentId, spot) });

export { prefetchEngine };
