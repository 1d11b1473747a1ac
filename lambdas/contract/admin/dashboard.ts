import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../shared.ts';

/** A total, and how much was added recently. */
const Count = z.object({
  total: z.number(),
  /** Added since the first day of this month (UTC), including what was deleted since. */
  this_month: z.number(),
  /** Added in the previous month. Null when nothing was added, so that there is nothing to compare with. */
  last_month: z.nullable(z.number()),
});

/** A number for each plan that costs money. */
const byPaidPlan = { premium: z.number(), creator: z.number(), business: z.number() };

/** How many users have each plan, and what subscriptions bring in. */
const PlanStats = z.object({
  /** Users by the plan that applies to them, wherever it comes from. Every other user is on the free plan. */
  users: z.object({ free: z.number(), ...byPaidPlan }),
  /** Paid subscriptions by plan: active ones, and those whose payment is overdue. Trials are not included. */
  paying: z.object(byPaidPlan),
  /** Monthly recurring revenue in US cents: the list prices of the paid subscriptions, without tax and discounts. */
  mrr: z.number(),
});

/** Dashboard metrics. */
export const PlatformStats = z.object({
  users: Count,
  music: Count,
  video: Count,
  content: Count,
  plans: PlanStats,
  /** When the counts were read. They reflect a change within seconds. */
  measured_at: Timestamp,
});
export type PlatformStats = z.infer<typeof PlatformStats>;

export const dashboardEndpoints = {
  'dashboard.get-stats': endpoint({
    method: 'GET',
    path: '/api/admin/stats',
    auth: 'admin',
    summary:
      'Returns the number of users and content items, how many were added this month and last month, users by plan, ' +
      'and the monthly recurring revenue.',
    responses: { 200: PlatformStats },
    errors: [],
  }),
};
