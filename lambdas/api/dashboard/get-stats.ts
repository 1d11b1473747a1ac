import { endpoints } from '../../contract/index.ts';
import { planFigures } from '../../domain/billing/plan-figures.ts';
import { monthBefore, monthOf, statsOf } from '../../domain/counts/counted.ts';
import { route } from '../../http/route.ts';
import type { DashboardDeps } from './deps.ts';

/** Returns the numbers of the dashboard from counters. */
export const getStats = ({ counts, plans, now }: DashboardDeps) =>
  route(endpoints['dashboard.get-stats'], async () => {
    const measured_at = now();
    const month = monthOf(measured_at);
    const [
      {
        total,
        months: [current, previous],
      },
      planCounts,
    ] = await Promise.all([counts.read([month, monthBefore(month)]), plans.read()]);
    const stats = statsOf(total, current, previous);
    return { status: 200, body: { ...stats, plans: planFigures(planCounts, stats.users.total), measured_at } };
  });
