import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import type { LiveTopics } from '../../core/live/live-hub.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Clock } from '../../lib/clock.ts';

/** Milliseconds between two looks at a conversion (specification, section 9: 3 s in a panel). */
const LOOK_EVERY_MS = 3_000;

export interface ConversionWatch {
  /** Looks at a content until `onContent` answers false. `onGone`: it was deleted, or may no longer be read. */
  readonly follow: (contentId: string, onContent: (content: ContentView) => boolean, onGone: () => void) => void;
}

export interface ConversionWatchOptions {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly live: LiveTopics;
}

/**
 * Makes the watch of a page. It looks when the server tells of a change, and every three seconds while the server does
 * not.
 */
export const createConversionWatch = ({ api, clock, live }: ConversionWatchOptions): ConversionWatch => {
  const look = async (contentId: string): Promise<ContentView | 'gone' | 'unknown'> => {
    try {
      return await api.call('catalog.get-content', { params: { id: contentId } });
    } catch (error) {
      const passes = error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
      return passes ? 'unknown' : 'gone';
    }
  };
  return {
    follow: (contentId, onContent, onGone) => {
      let stopPause = () => {};
      let looking = false;
      /** Something changed while the last look was under way: it may have come too early. */
      let again = false;
      let failed = false;
      let over = false;

      const plan = () => {
        stopPause();
        if (!over && !looking && (failed || !live.isLive(liveTopics.content)))
          stopPause = clock.after(LOOK_EVERY_MS, see);
      };
      const end = () => {
        over = true;
        plan();
        stopListening();
        stopWatching();
      };
      const see = () => {
        stopPause();
        again = looking;
        if (over || looking) return;
        looking = true;
        void look(contentId).then((found) => {
          looking = false;
          if (found === 'gone') onGone();
          failed = found === 'unknown';
          if (found === 'gone' || (found !== 'unknown' && !onContent(found))) return end();
          if (again) see();
          else plan();
        });
      };

      const stopListening = live.subscribe(liveTopics.content, see);
      const stopWatching = live.watch(plan);
      // While it is live, what changed since the caller's last reading may have been told already.
      if (live.isLive(liveTopics.content)) see();
      else plan();
    },
  };
};
