const HOUR_MS = 3_600_000;
const START = Date.now() - HOUR_MS;

/**
 * A time an hour before the tests began, or `after` milliseconds later (ISO 8601), for stored items that expire some
 * time after theirs: with a fixed date, the tests would fail from one day on.
 */
export const recently = (after = 0): string => new Date(START + after).toISOString();
