import { lastDay, type SiteWindow } from '../../domain/delivery/site-window.ts';
import type { WatchState } from '../../domain/delivery/watch-state.ts';
import type { MonitorDeps } from './deps.ts';

/** What the worker stored, and the sums of the last day of the logs. */
export interface Evidence {
  readonly state: WatchState;
  readonly day: SiteWindow;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Reads the evidence: two reads, however many titles and viewers there are. */
export const readEvidence = async ({
  reader,
  now: readNow,
}: Pick<MonitorDeps, 'reader' | 'now'>): Promise<Evidence> => {
  const now = readNow();
  const [state, hours] = await Promise.all([reader.state(), reader.newestHours(now)]);
  return { state, day: lastDay(hours, now), now };
};
