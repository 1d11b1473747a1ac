/** Resuming on another device: saves playback positions and the queue. Loaded lazily, since nothing waits for it. */
import type { EndpointInput } from '../../../../../lambdas/contract/endpoint.ts';
import type { Endpoints } from '../../../../../lambdas/contract/index.ts';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { deviceStore } from '../../../lib/storage.ts';
import { thisDevice } from './device.ts';
import { createLocalPositions } from './local-positions.ts';
import { createPositionTracker, type PositionTracker, type ItemPosition } from './position-tracker.ts';
import type { Player } from '../core/player.ts';
import { createQueueTracker, type QueueTracker } from './saved-queue.ts';
import type { WriteAnswer } from '../core/versioned-writer.ts';

export interface ContinueParts {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly userId: string;
  /** Reports the current position in an item; null if no position is kept. */
  readonly onPosition: (contentId: string, position: ItemPosition | null) => void;
}

/** Positions and queue of one page. */
export interface Continuation {
  readonly startPositionOf: PositionTracker['startPositionOf'];
  readonly restore: QueueTracker['restore'];
  /** Saves everything now, such as before the user signs out. Resolves once that is done. */
  readonly leave: () => Promise<unknown>;
  /**
   * Follows a player until the returned function is called, which ends saving and restoring. Saves everything when the
   * page is hidden or closed.
   */
  readonly follow: (player: Player) => () => void;
}

/** Reads the response to a write: whether it was saved, and the version that is stored now. */
const answerOf = (saved: boolean, stored: { readonly version: number } | null): WriteAnswer => ({
  kind: saved ? 'saved' : 'stale',
  version: stored?.version ?? 0,
});

/** Creates the continuation of one page over the API. */
export const createContinuation = ({ api, clock, userId, onPosition }: ContinueParts): Continuation => {
  const shared = { clock, device: thisDevice(), writer: crypto.randomUUID() };
  const { device } = shared;
  const positions = createPositionTracker({
    ...shared,
    local: createLocalPositions(deviceStore, userId),
    load: async (contentId) => (await api.call('history.get-position', { params: { contentId } })).position,
    save: async (contentId, { seconds, duration }, stamp, keepalive) => {
      const body = { position_seconds: seconds, duration_seconds: duration, device, ...stamp };
      const answer = await api.call('history.save-position', { params: { contentId }, body }, { keepalive });
      return answer ? answerOf(answer.saved, answer.position) : { kind: 'off' };
    },
    onPosition,
  });
  const queue = createQueueTracker({
    ...shared,
    load: (from) => api.call('history.get-queue', { query: from === undefined ? {} : { from } }),
    save: async (content, stamp, keepalive) => {
      const body: EndpointInput<Endpoints['history.save-queue']>['body'] = { ...content, device, ...stamp };
      const answer = await api.call('history.save-queue', { body }, { keepalive });
      return answer ? answerOf(answer.saved, answer.queue) : { kind: 'off' };
    },
    startPositionOf: positions.startPositionOf,
  });
  const leave = () => Promise.all([positions.leave(), queue.leave()]);
  return {
    startPositionOf: positions.startPositionOf,
    restore: queue.restore,
    leave,
    follow: (player) => {
      const onVisibility = () => {
        if (document.visibilityState === 'hidden') void leave();
      };
      document.addEventListener('visibilitychange', onVisibility);
      const onHide = () => void leave();
      window.addEventListener('pagehide', onHide);
      const stops = [positions.follow(player), queue.follow(player)];
      return () => {
        document.removeEventListener('visibilitychange', onVisibility);
        window.removeEventListener('pagehide', onHide);
        for (const stop of stops) stop();
      };
    },
  };
};
