import { useNow } from '../../core/use-now.ts';

/** Milliseconds between two updates of the ages on the screen. */
const UPDATE_MS = 10_000;

/** The time for the ages of what a screen shows. They grow while the screen is open, also when no new value comes. */
export const useAgeTime = (): number => useNow(UPDATE_MS, true);
