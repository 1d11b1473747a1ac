import * as z from 'zod/mini';

const MonthRequest = z.object({ month: z.string().check(z.regex(/^\d{4}-\d\d$/)) });

/**
 * The months to seal: the requested one, or the current and the previous month, because an entry that began before
 * midnight can arrive after it.
 */
export const monthsOf = (event: unknown, now: number): readonly string[] => {
  const request = MonthRequest.safeParse(event);
  if (request.success) return [request.data.month];
  const today = new Date(now);
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1));
  return [before, today].map((time) => time.toISOString().slice(0, '2026-11'.length));
};
