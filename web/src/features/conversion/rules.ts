import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';

type Conversion = Pick<
  ContentView,
  'conversion_status' | 'conversion_progress' | 'conversion_started_at' | 'conversion_deadline_at' | 'created_at'
>;

/** Polling interval of running conversions, in milliseconds (specification, section 9: 2 s on the content page). */
export const CONVERSION_POLL_MS = 2_000;
/** The same with live updates: only an interruption changes a state without an update. */
export const INTERRUPTION_POLL_MS = 30_000;
/** Polling interval of the panel with all conversions, in milliseconds (specification, section 9). */
export const PANEL_POLL_MS = 3_000;
/** Milliseconds that a conversion can be pending before a restart is offered (specification, section 9). */
const PENDING_LIMIT_MS = 30_000;
const MINUTE_MS = 60_000;

/** Whether the conversion is running or pending. */
export const isConverting = ({ conversion_status: status }: Pick<Conversion, 'conversion_status'>): boolean =>
  status === 'pending' || status === 'processing';

/**
 * Whether a restart is offered for an unfinished conversion: it is past its deadline, or has been pending for 30 s
 * without a job. `now` is in milliseconds since the epoch.
 */
export const isStuck = (conversion: Conversion, now: number): boolean => {
  if (!isConverting(conversion)) return false;
  const { conversion_deadline_at: deadline, conversion_started_at: started, created_at: created } = conversion;
  if (deadline !== null && now > Date.parse(deadline)) return true;
  return conversion.conversion_status === 'pending' && now - Date.parse(started ?? created) > PENDING_LIMIT_MS;
};

/** Estimated minutes left, rounded up, from the progress and the elapsed time; null if there is no estimate. */
export const minutesLeft = (
  { conversion_progress: progress, conversion_started_at: started }: Conversion,
  now: number,
): number | null => {
  const elapsed = started === null ? 0 : now - Date.parse(started);
  if (progress <= 0 || progress >= 100 || elapsed <= 0) return null;
  return Math.max(1, Math.ceil((elapsed * (100 - progress)) / progress / MINUTE_MS));
};
