import { endpoints } from '../../contract/index.ts';
import { monthBefore, monthOf, statsOf } from '../../domain/counts/counted.ts';
import { route } from '../../http/route.ts';
import type { DashboardDeps } from './deps.ts';

/** Returns the numbers of the dashboard from counters. */
export const getStats = ({ counts, now }: DashboardDeps) =>
  route(endpoints['dashboard.get-stats'], async () => {
    const measured_at = now();
    const month = monthOf(measured_at);
    const {
      total,
      months: [current, previous],
    } = await counts.read([month, monthBefore(month)]);
    return { status: 200, body: { ...statsOf(total, current, previous), measured_at } };
  });
