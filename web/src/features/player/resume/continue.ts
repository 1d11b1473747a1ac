/**
 * Going on elsewhere: where somebody is in what plays, and what the player holds. Fetched by itself, since nothing
 * waits for it.
 */
import type { EndpointInput } from '../../../../../lambdas/contract/endpoint.ts';
import type { Endpoints } from '../../../../../lambdas/contract/index.ts';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { deviceStore } from '../../../lib/storage.ts';
import { thisDevice } from './device.ts';
import { createLocalPositions } from './local-positions.ts';
import { createPositionTracker, type PositionTracker, type Spot } from './position-tracker.ts';
import type { Player } from '../core/player.ts';
import { createQueueKeeper, type QueueKeeper } from './saved-queue.ts';
import type { WriteAnswer } from '../core/versioned-writer.ts';

export interface ContinueParts {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly userId: string;
  /** The person is there in a content now; null: nothing is kept of it. */
  readonly onSpot: (contentId: string, spot: Spot | null) => void;
}

/** Both keepers of one loaded page. */
export interface Continuation {
  readonly startPositionOf: PositionTracker['startPositionOf'];
  readonly restore: QueueKeeper['restore'];
  /** Follows a player, and writes what waits when the page is hidden or left. The answer ends it. */
  readonly follow: (player: Player) => () => void;
}

/** The version in an answer to a write: of what was saved, or of what stands there instead. */
const answerOf = (
  answer: { readonly version: number } | { readonly current: { readonly version: number } | null } | undefined,
): WriteAnswer => {
  if (answer === undefined) return { kind: 'off' };
  return 'version' in answer
    ? { kind: 'saved', version: answer.version }
    : { kind: 'stale', version: answer.current?.version ?? 0 };
};

/** Makes them, over the API. */
export const createContinuation = ({ api, clock, userId, onSpot }: ContinueParts): Continuation => {
  const shared = { clock, device: thisDevice(), writer: crypto.randomUUID() };
  const { device } = shared;
  const positions = createPositionTracker({
    ...shared,
    own: createLocalPositions(deviceStore, userId),
    load: async (contentId) => (await api.call('history.get-position', { params: { contentId } })).position,
    save: async (contentId, { seconds, duration }, stamp, keepalive) => {
      const body = { position_seconds: seconds, duration_seconds: duration, device, ...stamp };
      const answer = await api.call('history.save-position', { params: { contentId }, body }, { keepalive });
      return answerOf(answer && 'position' in answer ? answer.position : answer);
    },
    onSpot,
  });
  const queue = createQueueKeeper({
    ...shared,
    load: (from) => api.call('history.get-queue', { query: from === undefined ? {} : { from } }),
    save: async (content, stamp, keepalive) => {
      const body: EndpointInput<Endpoints['history.save-queue']>['body'] = { ...content, device, ...stamp };
      const answer = await api.call('history.save-queue', { body }, { keepalive });
      return answerOf(answer && 'queue' in answer ? answer.queue : answer);
    },
    startPositionOf: positions.startPositionOf,
  });
  const leave = () => {
    positions.leave();
    queue.leave();
  };
  return {
    startPositionOf: positions.startPositionOf,
    restore: queue.restore,
    follow: (player) => {
      const onVisibility = () => {
        if (document.visibilityState === 'hidden') leave();
      };
      document.addEventListener('visibilitychange', onVisibility);
      window.addEventListener('pagehide', leave);
      const stop = [positions.follow(player), queue.follow(player)];
      return () => {
        document.removeEventListener('visibilitychange', onVisibility);
        window.removeEventListener('pagehide', leave);
        for (const end of stop) end();
      };
    },
  };
};
