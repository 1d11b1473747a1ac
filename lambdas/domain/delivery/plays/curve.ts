import { PARTS } from '../../../contract/delivery/quality-rules.ts';
import { figuresUnder, prefixed, withoutZeros, type Figures } from './figures.ts';

/** The first and the last part of a title that played without a jump. */
export type Pass = readonly [number, number];

/** Passes as differences: +1 at the first part of each, −1 behind its last one. */
export const curveOf = (passes: readonly Pass[]): Figures => {
  const differences: Record<string, number> = {};
  const add = (part: number, by: number): void => {
    differences[String(part)] = (differences[String(part)] ?? 0) + by;
  };
  for (const [first, last] of passes) {
    add(first, 1);
    add(last + 1, -1);
  }
  return prefixed('part', withoutZeros(differences));
};

/** How often each of the hundred parts played: the prefix sums of the differences in figures. */
export const playsOfParts = (figures: Figures): readonly number[] => {
  const differences = figuresUnder(figures, 'part');
  let sum = 0;
  return Array.from({ length: PARTS }, (_, part) => (sum += differences[String(part)] ?? 0));
};
