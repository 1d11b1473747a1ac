/** Milliseconds before the first retry. */
const FIRST_MS = 2_000;
/** Milliseconds after which no pause grows further. */
const LONGEST_MS = 30_000;

/**
 * Milliseconds to wait after a number of consecutive failures, at least one. The pause doubles with each failure. Up to
 * half of it is random, so that the clients of a service that failed do not all return at the same moment.
 */
export const backoffMs = (failures: number, random: () => number = Math.random): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)) * (0.5 + random() / 2);
