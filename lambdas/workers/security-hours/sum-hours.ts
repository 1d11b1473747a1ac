import type { SecurityHourRepository } from '../../data/admin/security-hour-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import { hoursUpTo, OVERVIEW_HOURS } from '../../domain/security/overview.ts';

/** Dependencies of the worker. */
export interface HoursDeps {
  readonly hours: Pick<SecurityHourRepository, 'list' | 'put' | 'sum'>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * An event is stored at most this many milliseconds after it happened: a sign-in that was not completed is noticed
 * late.
 */
const LATEST_EVENT_MS = 6 * 60_000;

/** Sums up the events of each hour of the last day that is over and has no sum yet. Can be repeated. */
export const sumHours = async ({ hours, logger, now }: HoursDeps): Promise<void> => {
  // The last hour of these is not over, or events of it may still arrive.
  const over = hoursUpTo(now() - LATEST_EVENT_MS, OVERVIEW_HOURS).slice(0, -1);
  const stored = new Set((await hours.list(over[0] ?? '', over.at(-1) ?? '')).map(({ hour }) => hour));
  const missing = over.filter((hour) => !stored.has(hour));
  for (const hour of missing) await hours.put(await hours.sum(hour));
  if (missing.length > 0) logger.info('Security events were summed up', { hours: missing.length });
};
