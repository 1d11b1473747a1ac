import type { PlatformStats } from '../../../lambdas/contract/admin/dashboard.ts';

const count = (total: number, this_month = 0, last_month: number | null = null) => ({ total, this_month, last_month });

/** Totals of the dashboard. */
export const platformStats: PlatformStats = {
  users: count(1234, 23, 20),
  music: count(8, 1, 2),
  video: count(4, 4),
  content: count(12, 5, 2),
  plans: {
    users: { free: 1200, premium: 30, creator: 3, business: 1 },
    paying: { premium: 20, creator: 2, business: 0 },
    mrr: 69_978,
  },
  measured_at: '2026-11-21T10:00:00.000Z',
};
