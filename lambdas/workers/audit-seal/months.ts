import * as z from 'zod/mini';

const Wanted = z.object({ month: z.string().check(z.regex(/^\d{4}-\d\d$/)) });

/**
 * The months that a run looks through: this one and the one before, where an act that began before midnight may still
 * arrive; or the one that was asked for.
 */
export const monthsOf = (event: unknown, now: number): readonly string[] => {
  const wanted = Wanted.safeParse(event);
  if (wanted.success) return [wanted.data.month];
  const today = new Date(now);
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1));
  return [before, today].map((time) => time.toISOString().slice(0, '2026-11'.length));
};
