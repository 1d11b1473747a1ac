const DAY_MS = 86_400_000;
/** Days in which the daily cleanup visits every user once. */
const CYCLE = 28;

/** Whether the daily cleanup visits a user on the day of `at` (milliseconds): one of 28, by the user's id. */
export const visitedOn =
  (at: number) =>
  (userId: string): boolean =>
    parseInt(userId.slice(0, 8), 16) % CYCLE === Math.floor(at / DAY_MS) % CYCLE;
