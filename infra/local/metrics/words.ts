import type { AlarmDefinition } from './definition.ts';
import type { Comparison } from './evaluation.ts';

const COMPARED: Readonly<Record<Comparison, string>> = {
  GreaterThanOrEqualToThreshold: 'is at least',
  GreaterThanThreshold: 'is above',
  LessThanThreshold: 'is below',
  LessThanOrEqualToThreshold: 'is at most',
};

const periodText = (ms: number): string => {
  const minutes = ms / 60_000;
  if (minutes % 60 === 0) return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
};

/** What an alarm watches, e.g. `Maximum of IteratorAge`. */
const subject = ({ watched }: AlarmDefinition): string => {
  if (watched.kind === 'metric') return `${watched.statistic.name} of ${watched.metric.name}`;
  const count = watched.terms.length;
  return `Sum of ${watched.label}${count > 1 ? ` over ${count} metrics` : ''}`;
};

/** An alarm's condition in words, e.g. `Sum of 5xx is at least 3 in 5 minutes`. */
export const conditionInWords = (alarm: AlarmDefinition): string => {
  const { comparison, threshold, periods, datapoints } = alarm.condition;
  const period = periodText(alarm.watched.periodMs);
  const span =
    periods === 1
      ? `in ${period}`
      : datapoints === periods
        ? `in ${periods} consecutive periods of ${period}`
        : `in ${datapoints} of ${periods} periods of ${period}`;
  return `${subject(alarm)} ${COMPARED[comparison]} ${threshold.toLocaleString('en-US')} ${span}`;
};
