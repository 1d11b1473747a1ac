import { MIN_MEASURED_PLAYS } from '../../../contract/delivery/play-definitions.ts';
import type { PeriodNumbers, PlayNumbers } from '../../../contract/delivery/plays.ts';
import { playsOfParts } from './curve.ts';
import { deliveredOf } from './delivered.ts';
import { figuresUnder, type Figures } from './figures.ts';
import { quantileOf } from '../histogram.ts';
import type { DeliverySums } from '../sums.ts';

const HOUR_SECONDS = 3600;

/** A rounded number: more digits would pretend an accuracy that the numbers do not have. */
const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));
const hoursOf = (seconds: number): number => rounded(seconds / HOUR_SECONDS);
const shareOf = (part: number, whole: number): number | null => (whole > 0 ? rounded(part / whole, 4) : null);

const percentilesOf = (figures: Figures, name: string): PlayNumbers['startup_ms'] => {
  const histogram = figuresUnder(figures, name);
  const [p50, p95] = [quantileOf(histogram, 0.5), quantileOf(histogram, 0.95)];
  return p50 === null || p95 === null ? null : { p50, p95 };
};

const sumOf = (figures: Figures): number => Object.values(figures).reduce((sum, value) => sum + value, 0);

/** Whether figures come from enough plays to be shown. */
const isEnough = ({ measured = 0 }: Figures): boolean => measured >= MIN_MEASURED_PLAYS;

/** How many plays figures come from. */
const countsOf = ({ plays = 0, measured = 0, starts = 0 }: Figures) => ({ plays, measured_plays: measured, starts });

const NO_NUMBERS = {
  hours: null,
  finish_rate: null,
  exit_rate: null,
  failure_rate: null,
  failures: null,
  startup_ms: null,
  stall_ms: null,
  stall_ratio: null,
  switches: null,
  definition: null,
} as const;

/** The numbers of figures, as `PLAY_DEFINITIONS` defines them. */
export const numbersOf = (figures: Figures): PlayNumbers => {
  const counts = countsOf(figures);
  if (!isEnough(figures)) return { ...counts, ...NO_NUMBERS };
  const { starts, measured_plays: measured } = counts;
  const { watched_s = 0, stalled_ms = 0, finishes = 0, exits = 0, switches_up = 0, switches_down = 0 } = figures;
  const failures = figuresUnder(figures, 'failure');
  const heights = figuresUnder(figures, 'height');
  const shown = sumOf(heights);
  return {
    ...counts,
    hours: hoursOf(watched_s),
    finish_rate: shareOf(finishes, starts),
    exit_rate: shareOf(exits, measured),
    failure_rate: shareOf(sumOf(failures), measured),
    failures,
    startup_ms: percentilesOf(figures, 'startup'),
    stall_ms: percentilesOf(figures, 'stall'),
    stall_ratio: shareOf(stalled_ms, stalled_ms + watched_s * 1000),
    switches: watched_s > 0 ? rounded((switches_up + switches_down) / (watched_s / HOUR_SECONDS), 2) : null,
    definition:
      shown > 0
        ? Object.fromEntries(Object.entries(heights).map(([height, seconds]) => [height, rounded(seconds / shown, 4)]))
        : null,
  };
};

/** The numbers of a day or month, for a chart or table. */
export const periodNumbers = (period: string, figures: Figures, sums?: DeliverySums): PeriodNumbers => {
  const { hours, finish_rate } = numbersOf(figures);
  return { period, ...countsOf(figures), hours, finish_rate, delivered: deliveredOf(sums) };
};

/** How often each hundredth of a title was played for each start; null with too few plays. */
export const retentionOf = (figures: Figures): number[] | null => {
  const { starts = 0 } = figures;
  if (!isEnough(figures) || starts === 0) return null;
  return playsOfParts(figures).map((times) => rounded(times / starts, 4));
};

/** Starts and hours by device or country. */
export interface SourceNumbers {
  readonly name: string;
  readonly starts: number;
  readonly hours: number;
}

/**
 * Starts and hours by device or country, most starts first; null with too few plays, or if there is none. Those with
 * too few starts of their own are together in `other`, which is left out as long as it has too few too: it could be one
 * person.
 */
export const bySource = (figures: Figures, source: 'device' | 'country'): SourceNumbers[] | null => {
  const found = figuresUnder(figures, source);
  const names = new Set(Object.keys(found).map((name) => name.slice(0, name.indexOf('.'))));
  if (!isEnough(figures)) return null;
  const all = [...names].map((name) => ({
    name,
    starts: found[`${name}.starts`] ?? 0,
    watched: found[`${name}.watched_s`] ?? 0,
  }));
  const hasEnough = ({ starts }: { readonly starts: number }): boolean => starts >= MIN_MEASURED_PLAYS;
  const rest = all.filter((each) => !hasEnough(each));
  const other = {
    name: 'other',
    starts: rest.reduce((sum, { starts }) => sum + starts, 0),
    watched: rest.reduce((sum, { watched }) => sum + watched, 0),
  };
  const shown = [...all.sort((a, b) => b.starts - a.starts), other].filter(hasEnough);
  return shown.length === 0 ? null : shown.map(({ watched, ...each }) => ({ ...each, hours: hoursOf(watched) }));
};
