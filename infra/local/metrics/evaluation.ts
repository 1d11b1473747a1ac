/** States of an alarm. */
export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA';

/** How an alarm compares its value with the threshold. */
export const comparisons = {
  GreaterThanOrEqualToThreshold: {
    words: 'greater than or equal to',
    breaches: (value: number, threshold: number) => value >= threshold,
  },
  GreaterThanThreshold: { words: 'greater than', breaches: (value: number, threshold: number) => value > threshold },
  LessThanThreshold: { words: 'less than', breaches: (value: number, threshold: number) => value < threshold },
  LessThanOrEqualToThreshold: {
    words: 'less than or equal to',
    breaches: (value: number, threshold: number) => value <= threshold,
  },
} as const;

/** See `comparisons`. */
export type Comparison = keyof typeof comparisons;

/** What a missing value counts as. */
export type MissingData = 'missing' | 'ignore' | 'breaching' | 'notBreaching';

/** When an alarm is in ALARM: `datapoints` of `periods` values breach the threshold. */
export interface Condition {
  readonly comparison: Comparison;
  readonly threshold: number;
  readonly periods: number;
  readonly datapoints: number;
  readonly missing: MissingData;
}

/** A value and the start of its period, epoch milliseconds. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

/** The result of an evaluation, with the reason in CloudWatch's words. Without a state, the alarm keeps its own. */
export type Evaluation = { readonly state: AlarmState; readonly reason: string } | undefined;

/**
 * Number of periods that an evaluation reads: more than it needs, so that it can skip missing values. AWS documents
 * only the example of 5 for 3 periods.
 */
export const evaluationRange = ({ periods }: Pick<Condition, 'periods'>): number => periods + 2;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const timeText = (at: number): string => {
  const date = new Date(at);
  const day = [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear() % 100].map(twoDigits).join('/');
  return `${day} ${[date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(':')}`;
};

const numberText = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

const TREATED: Readonly<Record<MissingData, string>> = {
  breaching: 'Breaching',
  notBreaching: 'NonBreaching',
  missing: 'Missing',
  ignore: 'Ignored',
};

/** Why points cause a state, in CloudWatch's words. */
const crossed = (condition: Condition, state: AlarmState, points: readonly Point[], filled: number): string => {
  const { comparison, threshold, periods, datapoints, missing } = condition;
  const treated =
    filled > 0 ? `${plural(filled, 'missing datapoint')} ${filled === 1 ? 'was' : 'were'} treated as ` : '';
  const treatedAs = treated && `${treated}[${TREATED[missing]}]`;
  if (points.length === 0)
    return `Threshold Crossed: no datapoints were received for ${plural(periods, 'period')} and ${treatedAs}.`;
  const relevant = points.filter(
    ({ value }) => comparisons[comparison].breaches(value, threshold) === (state === 'ALARM'),
  );
  const shown = relevant.length > 0 ? relevant : points;
  const list = shown.map(({ at, value }) => `${numberText(value)} (${timeText(at)})`).join(', ');
  const verb = shown.length === 1 ? 'was' : 'were';
  const not = comparisons[comparison].breaches(shown[0]?.value ?? 0, threshold) ? '' : 'not ';
  const count =
    datapoints === periods
      ? plural(shown.length, 'datapoint')
      : `${shown.length} out of the last ${plural(periods, 'datapoint')}`;
  const extra = treatedAs && ` and ${treatedAs}`;
  return (
    `Threshold Crossed: ${count} [${list}] ${verb} ${not}${comparisons[comparison].words} the threshold ` +
    `(${numberText(threshold)})${extra}.`
  );
};

/**
 * Evaluates an alarm after CloudWatch's rules for missing data. `points` are the values in the evaluation range,
 * newest first; undefined is a missing one.
 *
 * See "Configuring how CloudWatch alarms treat missing data" in the CloudWatch User Guide.
 */
export const evaluate = (condition: Condition, points: readonly (Point | undefined)[]): Evaluation => {
  const { comparison, threshold, periods, datapoints, missing } = condition;
  const isBreaching = ({ value }: Point): boolean => comparisons[comparison].breaches(value, threshold);
  const existing = points.filter((point) => point !== undefined);
  // Real values come first, also older ones than the periods that the alarm needs.
  const used = existing.slice(0, periods);
  const absent = periods - used.length;
  const breaching = used.filter(isBreaching).length;
  const result = (state: AlarmState, filled = absent): Evaluation => ({
    state,
    reason: crossed(condition, state, used, filled),
  });

  if (breaching >= datapoints) return result('ALARM', 0);
  if (absent === 0) return result('OK', 0);
  if (missing === 'breaching') return result(breaching + absent >= datapoints ? 'ALARM' : 'OK');
  if (missing === 'notBreaching') return result('OK');
  if (used.length === 0) {
    if (missing === 'ignore') return undefined;
    const reason = `Insufficient Data: ${plural(periods, 'datapoint')} ${periods === 1 ? 'was' : 'were'} unknown.`;
    return { state: 'INSUFFICIENT_DATA', reason };
  }
  if (breaching < used.length) return result('OK', 0);
  if (missing === 'ignore') return undefined;
  // Only breaching values: they count once the oldest one is as old as the alarm needs breaching values.
  const oldest = points.findLastIndex((point) => point !== undefined);
  return result(oldest + 1 >= datapoints ? 'ALARM' : 'OK', 0);
};
