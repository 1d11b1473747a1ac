const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The day of a time in the user's time zone, as a date field has it: `2026-03-04`. */
export const dayOf = (time: number): string => {
  const date = new Date(time);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
};

/** The end of a day in the user's time zone, ISO 8601; null for an empty field. */
export const endOfDay = (day: string): string | null => {
  if (day === '') return null;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + 1).toISOString();
};

/** The last day of a plan that ends at this time, in the user's time zone, as a date field has it. */
export const lastDayOf = (until: string): string => dayOf(Date.parse(until) - 1);
