import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import type { StepView } from '../../../../../lambdas/contract/media/steps.ts';
import { liveTopics } from '../../../../../lambdas/contract/live/live-topics.ts';
import type { LiveTopics } from '../../../core/live/live-hub.ts';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { Clock } from '../../../lib/clock.ts';

/** Polling interval in milliseconds (specification, section 9: 3 s in a panel). */
const POLL_MS = 3_000;

/** Reads something of a content item repeatedly until `onRead` returns false. Calls `onMissing` if it can't be read. */
type Follow<T> = (contentId: string, onRead: (value: T) => boolean, onMissing: () => void) => void;

export interface ConversionWatch {
  readonly follow: Follow<ContentView>;
  /** Follows the processing steps of a content item. */
  readonly followSteps: Follow<readonly StepView[]>;
}

export interface ConversionWatchOptions {
  readonly api: ApiClient;
  readonly clock: Clock;
  readonly live: LiveTopics;
}

/** Reads on every live event, or polls while the live channel is down. */
const createFollow =
  <T extends object>(
    { clock, live }: Pick<ConversionWatchOptions, 'clock' | 'live'>,
    call: (contentId: string) => Promise<T>,
    /** The caller has not read it yet. */
    isUnread: boolean,
  ): Follow<T> =>
  (contentId, onRead, onMissing) => {
    const read = async (): Promise<T | 'missing' | 'unknown'> => {
      try {
        return await call(contentId);
      } catch (error) {
        const isTransient =
          error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
        return isTransient ? 'unknown' : 'missing';
      }
    };
    let stopTimer = () => {};
    let isReading = false;
    /** A change arrived while a read was in flight, so its result may be out of date. */
    let readAgain = false;
    let failed = false;
    let ended = false;

    const schedule = () => {
      stopTimer();
      if (!ended && !isReading && (failed || !live.isLive(liveTopics.content))) stopTimer = clock.after(POLL_MS, check);
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
      void read().then((result) => {
        isReading = false;
        if (result === 'missing') onMissing();
        failed = result === 'unknown';
        if (result === 'missing' || (result !== 'unknown' && !onRead(result))) return end();
        if (readAgain) check();
        else schedule();
      });
    };

    const stopListening = live.subscribe(liveTopics.content, check);
    const stopWatching = live.watch(schedule);
    // The events of changes since the caller's last read may already have been delivered.
    if (isUnread || live.isLive(liveTopics.content)) check();
    else schedule();
  };

/** Creates the conversion watch of a page. */
export const createConversionWatch = ({ api, ...options }: ConversionWatchOptions): ConversionWatch => ({
  follow: createFollow(options, (id) => api.call('catalog.get-content', { params: { id } }), false),
  followSteps: createFollow(
    options,
    async (id) => (await api.call('conversion.list-steps', { params: { id } })).steps as readonly StepView[],
    true,
  ),
});
