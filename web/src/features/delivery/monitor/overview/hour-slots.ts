import type { DeliveryHour } from '../../../../../../lambdas/contract/delivery/monitor.ts';
import { formatUtcHour } from '../format.ts';

const HOUR_MS = 3_600_000;

/** An hour of a plot. */
export interface HourSlot {
  /** Its begin, as the screen shows it. */
  readonly label: string;
  /** Absent without logs. */
  readonly data: DeliveryHour | undefined;
}

/** Every hour between two times, so that an hour without logs is a gap in a plot. */
export const hourSlots = (items: readonly DeliveryHour[], from: string, to: string): readonly HourSlot[] => {
  const first = Math.floor(Date.parse(from) / HOUR_MS);
  const count = Math.floor(Date.parse(to) / HOUR_MS) - first + 1;
  const found = new Map(items.map((item) => [Math.floor(Date.parse(item.hour) / HOUR_MS), item]));
  return Array.from({ length: Math.max(0, count) }, (_, index) => ({
    label: formatUtcHour(new Date((first + index) * HOUR_MS).toISOString()),
    data: found.get(first + index),
  }));
};
