import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import type { LiveTopics } from '../../core/live/live-hub.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Clock } from '../../lib/clock.ts';

/** Polling interval in milliseconds (specification, section 9: 3 s in a panel). */
const POLL_MS = 3_000;

export interface ConversionWatch {
  /**
   * Reads a content item repeatedly until `onContent` returns false. Calls `onMissing` if the item was deleted or can
   * no longer be read.
   */
  readonly follow: (contentId: string, onContent: (content: ContentView) => boolean, onMissing: () => void) => void;
}

export interface ConversionWatchOptions {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly live: LiveTopics;
}

/** Creates the conversion watch of a page. It reads on every live event, or polls while the live channel is down. */
export const createConversionWatch = ({ api, clock, live }: ConversionWatchOptions): ConversionWatch => {
  const read = async (contentId: string): Promise<ContentView | 'missing' | 'unknown'> => {
    try {
      return await api.call('catalog.get-content', { params: { id: contentId } });
    } catch (error) {
      const isTransient =
        error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
      return isTransient ? 'unknown' : 'missing';
    }
  };
  return {
    follow: (contentId, onContent, onMissing) => {
      let stopTimer = () => {};
      let isReading = false;
      /** A change arrived while a read was in flight, so its result may be out of date. */
      let readAgain = false;
      let failed = false;
      let ended = false;

      const schedule = () => {
        stopTimer();
        if (!ended && !isReading && (failed || !live.isLive(liveTopics.content)))
          stopTimer = clock.after(POLL_MS, check);
      };
      const end = () => {
        ended = true;
        schedule();
        stopListening();
        stopWatching();
      };
      const check = () => {
        stopTimer();
        readAgain = isReading;
        if (ended || isReading) return;
        isReading = true;
        void read(contentId).then((result) => {
          isReading = false;
          if (result === 'missing') onMissing();
          failed = result === 'unknown';
          if (result === 'missing' || (result !== 'unknown' && !onContent(result))) return end();
          if (readAgain) check();
          else schedule();
        });
      };

      const stopListening = live.subscribe(liveTopics.content, check);
      const stopWatching = live.watch(schedule);
      // The events of changes since the caller's last read may already have been delivered.
      if (live.isLive(liveTopics.content)) check();
      else schedule();
    },
  };
};
