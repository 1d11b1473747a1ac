import type { Page } from 'playwright-core';
import { LIVE_FLOOR_SECONDS, LiveMessage } from '../../../lambdas/contract/live/live-messages.ts';

/** The changes of the user that a page's live channel reported. */
export interface UserChanges {
  /**
   * Milliseconds since `from` (`performance.now()`), or since the channel was allowed to report the newest change: it
   * reports none within LIVE_FLOOR_SECONDS of the one before.
   */
  readonly sinceAllowed: (from: number) => number;
}

/** Records, from the page's next load on, when its live channel reports that something of the user changed. */
export const recordUserChanges = (page: Page): UserChanges => {
  const times: number[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = LiveMessage.parse(JSON.parse(String(payload)));
      if (message.type === 'changed' && message.topic.startsWith('user:')) times.push(performance.now());
    }),
  );
  return {
    sinceAllowed: (from) => performance.now() - Math.max(from, (times.at(-2) ?? 0) + LIVE_FLOOR_SECONDS * 1_000),
  };
};
