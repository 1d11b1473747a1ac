import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../shared.ts';

/** How many there are of something, and how many were added. */
const Count = z.object({
  total: z.number(),
  /** Added since the first of this calendar month, UTC; what was deleted since is among them. */
  this_month: z.number(),
  /** Added in the month before; null when nothing was, so that there is nothing to compare with. */
  last_month: z.nullable(z.number()),
});

/** The numbers of the dashboard. */
export const PlatformStats = z.object({
  users: Count,
  music: Count,
  video: Count,
  content: Count,
  /** When they were read. They follow a change within seconds. */
  measured_at: Timestamp,
});
export type PlatformStats = z.infer<typeof PlatformStats>;

export const dashboardEndpoints = {
  'dashboard.get-stats': endpoint({
    method: 'GET',
    path: '/api/admin/stats',
    auth: 'admin',
    summary: 'How many people and contents there are, and how many were added this month and the month before.',
    responses: { 200: PlatformStats },
    errors: [],
  }),
};
