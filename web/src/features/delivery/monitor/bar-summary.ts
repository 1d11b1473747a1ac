import { monitorTexts as texts } from './texts.ts';

/** Describes values by hour, of which some can be unknown. */
export type Summary = (values: readonly (number | null)[], format: (value: number) => string) => string;

const ofKnown =
  (summary: (known: readonly number[], format: (value: number) => string) => string): Summary =>
  (values, format) => {
    const known = values.flatMap((value) => value ?? []);
    return known.length === 0 ? texts.noData : summary(known, format);
  };

/** The values by hour of a row of bars in words. */
export const summaryOf = {
  /** Total and maximum, of values that can be added up. */
  counts: ofKnown((known, format) =>
    texts.summary.count(format(known.reduce((sum, value) => sum + value, 0)), format(Math.max(...known))),
  ),
  /** Minimum and maximum, of others. */
  range: ofKnown((known, format) => texts.summary.range(format(Math.min(...known)), format(Math.max(...known)))),
} as const;
