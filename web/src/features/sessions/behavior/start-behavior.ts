/** Counts what the user does, for behavioral security analysis. A separate chunk: only users who allow it load it. */
import { RECORD_PATTERN } from '../../../../../lambdas/contract/security/behavior-rules.ts';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import type { Clock } from '../../../lib/clock.ts';
import { deviceStore } from '../../../lib/storage.ts';
import type { Store } from '../../../lib/store.ts';
import { createCollector } from './collector.ts';
import { followPage } from './follow-page.ts';
import { followPlayer, type WatchedPlayer } from './follow-player.ts';
import { createUnsentPatterns } from './unsent.ts';

/** The server's analysis is not shown to the user, so the response is not read. */
const endpoint = { ...RECORD_PATTERN, responses: { 201: null } };

/** The player of the page; null until it is loaded. */
export type PlayerOfPage = Pick<Store<WatchedPlayer | null>, 'get' | 'subscribe'>;

export interface BehaviorParts {
  readonly api: ApiClient;
  readonly clock: Clock;
  /** The signed-in user, who allows it. */
  readonly userId: string;
  readonly player: PlayerOfPage;
}

/** The collection of one user's behavior. */
export interface Behavior {
  /** Another screen was opened. */
  readonly pageOpened: () => void;
  /** Stops, and drops all that was not sent. */
  readonly stop: () => void;
}

/** Starts to count on the screen that is open. */
export const startBehavior = ({ api, clock, userId, player }: BehaviorParts): Behavior => {
  let stopPlayer: (() => void) | undefined;
  const stop = (): void => {
    for (const each of stops) each();
    stopPlayer?.();
    collector.stop();
  };
  const collector = createCollector({
    clock,
    onDenied: stop,
    unsent: createUnsentPatterns(deviceStore, userId),
    newPage: () => crypto.randomUUID().replaceAll('-', ''),
    send: ({ page, seq, data }, keepalive) =>
      api.call(
        'behavior.record-pattern',
        { body: { pattern_type: 'streaming', pattern_data: data, page, seq } },
        { keepalive, endpoint },
      ),
  });
  const { counting } = collector;
  const follow = (): void => {
    const opened = player.get();
    if (opened) stopPlayer ??= followPlayer(opened, counting);
  };
  const stops = [followPage(clock, counting, collector.leave), player.subscribe(follow)];
  follow();
  counting().count('page_views');
  return { pageOpened: () => counting().count('page_views'), stop };
};
