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

/** Dashboard metrics. */
export const PlatformStats = z.object({
  users: Count,
  music: Count,
  video: Count,
  content: Count,
  /** When the counts were read. They reflect a change within seconds. */
  measured_at: Timestamp,
});
export type PlatformStats = z.infer<typeof PlatformStats>;

export const dashboardEndpoints = {
  'dashboard.get-stats': endpoint({
    method: 'GET',
    path: '/api/admin/stats',
    auth: 'admin',
    summary: 'Returns the number of users and content items, and how many were added this month and last month.',
    responses: { 200: PlatformStats },
    errors: [],
  }),
};
