import { PLAY_DEFINITIONS } from '../../../../../../lambdas/contract/delivery/play-definitions.ts';
import type { PlayNumbers } from '../../../../../../lambdas/contract/delivery/plays.ts';
import { PLAY_FAILURES } from '../../../../../../lambdas/contract/delivery/play-kinds.ts';
import { PLAY_HEIGHTS } from '../../../../../../lambdas/contract/delivery/quality-rules.ts';
import { formatCount } from '../../../../lib/format.ts';
import { formatMs, formatNumber, formatShare } from '../format.ts';
import { diagnosticsTexts } from './texts.ts';

const texts = diagnosticsTexts.quality;

/** A number of plays. */
export type PlayNumber = keyof PlayNumbers;

const orNull = <Value>(value: Value | null, format: (value: Value) => string): string | null =>
  value === null ? null : format(value);

const percentiles = ({ p50, p95 }: NonNullable<PlayNumbers['startup_ms']>): string =>
  texts.percentiles(formatMs(p50), formatMs(p95));

const failures = (counts: NonNullable<PlayNumbers['failures']>): string =>
  PLAY_FAILURES.filter((reason) => counts[reason])
    .map((reason) => texts.failure(formatCount(counts[reason] ?? 0), texts.names.failures[reason]))
    .join(', ') || texts.noFailures;

/** Without an interruption, there is no length of one. */
const stalls = ({ stall_ms: lengths, stall_ratio: ratio }: PlayNumbers): string | null =>
  lengths === null && ratio === 0 ? texts.noStalls : orNull(lengths, percentiles);

const heightShares = (shares: NonNullable<PlayNumbers['definition']>): string =>
  PLAY_HEIGHTS.filter((height) => shares[height])
    .map((height) => texts.height(formatShare(shares[height] ?? 0), height))
    .join(', ');

/** What was played without a height has no picture. */
const heights = ({ definition, hours }: PlayNumbers): string | null =>
  definition === null && hours !== null && hours > 0 ? texts.noPicture : orNull(definition, heightShares);

/** Each number as a screen shows it; null when there are too few measured plays. */
export const shownNumbers = (numbers: PlayNumbers): Readonly<Record<PlayNumber, string | null>> => ({
  plays: formatCount(numbers.plays),
  measured_plays: formatCount(numbers.measured_plays),
  starts: formatCount(numbers.starts),
  hours: orNull(numbers.hours, formatNumber),
  finish_rate: orNull(numbers.finish_rate, formatShare),
  exit_rate: orNull(numbers.exit_rate, formatShare),
  failure_rate: orNull(numbers.failure_rate, formatShare),
  failures: orNull(numbers.failures, failures),
  startup_ms: orNull(numbers.startup_ms, percentiles),
  stall_ms: stalls(numbers),
  stall_ratio: orNull(numbers.stall_ratio, formatShare),
  switches: orNull(numbers.switches, formatNumber),
  definition: heights(numbers),
});

/** What a number means. */
export const meaningOf = (number: PlayNumber): string =>
  number === 'failures' ? texts.failuresMean : PLAY_DEFINITIONS[number];
