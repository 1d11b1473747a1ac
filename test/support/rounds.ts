/** Whether `npm run soak` runs. `npm test` runs fewer rounds of random tests and a selection of exhaustive ones. */
export const isSoak = process.env['SOUNDSTAGE_SOAK'] === '1';

/** Prints how many of all cases run. */
const print = (what: string, count: number, full: number): void =>
  console.info(`${what}: ${count} of ${full}${count < full ? ' (npm run soak runs all)' : ''}`);

/** The number of rounds of a random test: `full` in `npm run soak`, otherwise `quick`. Prints both. */
export const rounds = (what: string, { quick, full }: { readonly quick: number; readonly full: number }): number => {
  const count = isSoak ? full : quick;
  print(what, count, full);
  return count;
};

/**
 * Selects cases of an exhaustive test: all of them in `npm run soak`, otherwise every `share`th of each kind, and at
 * least one: exactly one for an infinite `share`. Each kind starts one case later than the kind before, so that kinds
 * with the same inputs together get all of them. The selection is the same in every run. Prints both counts.
 */
export const sampleOf = <T>(
  what: string,
  cases: readonly T[],
  { share, kindOf }: { readonly share: number; readonly kindOf: (one: T) => unknown },
): readonly T[] => {
  const kinds = Map.groupBy(cases, kindOf);
  const selected = isSoak
    ? cases
    : [...kinds.values()].flatMap((all, shift) => {
        const start = Math.min(shift % share, all.length - 1);
        return all.filter((_, index) => index === start || (index > start && (index - start) % share === 0));
      });
  print(`${what}, ${kinds.size} kinds`, selected.length, cases.length);
  return selected;
};
