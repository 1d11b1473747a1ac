const DAY = /^\d{4}-\d\d-\d\d$/;

/** The start of a day (`2026-11-03`), `days` later, in the user's time zone. Undefined if the text is not a day. */
export const startOfDay = (day: string, days: number): string | undefined => {
  if (!DAY.test(day)) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date + days);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
};

/** The day of today in UTC, for the names of files: `2026-11-03`. */
export const fileDay = (): string => new Date().toISOString().slice(0, '2026-11-03'.length);
