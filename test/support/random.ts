import { isSoak } from './rounds.ts';

/** The seed of `npm test`: the same tests in every run, so that a failure has its cause in the change. */
const FIXED_SEED = 20_261_124;

/**
 * The seed in `SEED`; otherwise a new one in `npm run soak`, which looks for cases that nobody thought of, and always
 * the same in `npm test`. Tests print it so that a failure can be reproduced.
 */
export const newSeed = (): number =>
  Number(process.env['SEED'] ?? (isSoak ? Math.floor(Math.random() * 2 ** 31) : FIXED_SEED));

/** A generator of numbers in [0, 1) determined by the seed (Mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
};
