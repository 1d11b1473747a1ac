/**
 * Numbers of plays by name, which can be added to each other: those of one beat, of a day, of a month. A number that is
 * not there is 0. The names:
 * - `plays`: all plays that were started, whether they are measured or not.
 * - `measured`: plays whose browser reports their quality. All the following are about these.
 * - `starts`: those whose first frame or sound moved. `exits`: those that were left before.
 * - `finishes`: those that reached 95 % of the title.
 * - `watched_s`: seconds of playback. `stalls`, `stalled_ms`: waiting for data without a seek.
 * - `switches_up`, `switches_down`: changes of the picture. `height.<pixels>`: seconds of playback by height.
 * - `failure.<reason>`: plays in which the player gave up at least once, by the reason of the first time.
 * - `engine.<name>`: plays by what plays the media.
 * - `startup.<bucket>`, `stall.<bucket>`: histograms (`histogram.ts`) of starts and of stalls.
 * - `part.<0 to 100>`: the retention curve as differences: how many more passes play this part than the one before.
 * - `device.<kind>.<name>` and `country.<code>.<name>`: `starts` and `watched_s` by device and country.
 */
export type Figures = Readonly<Record<string, number>>;

/** Figures without those that are 0. */
export const withoutZeros = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== 0));

/** Adds figures to a sum, in place. */
export const addInto = (sum: Record<string, number>, figures: Figures): void => {
  for (const [name, value] of Object.entries(figures)) sum[name] = (sum[name] ?? 0) + value;
};

/** The sum of figures. Zeros are left out. */
export const addFigures = (...all: readonly Figures[]): Figures => {
  const sum: Record<string, number> = {};
  for (const figures of all) addInto(sum, figures);
  return withoutZeros(sum);
};

/** The figures whose names begin with `prefix.`, by the rest of their names. */
export const figuresUnder = (figures: Figures, prefix: string): Figures =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) =>
      name.startsWith(`${prefix}.`) ? [[name.slice(prefix.length + 1), value] as const] : [],
    ),
  );

/** Figures with names that begin with `prefix.`. */
export const prefixed = (prefix: string, figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}.${name}`, value]));
