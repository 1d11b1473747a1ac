import type { PeriodFigures } from '../../data/delivery/play-statistics-reader.ts';
import { sumOfPeriods } from '../../data/delivery/play-statistics-reader.ts';
import type { Subject } from '../../data/delivery/play-statistics-entities.ts';
import { sumOfAll } from '../../domain/delivery/add-sums.ts';
import type { SumSubject } from '../../domain/delivery/logs/subjects.ts';
import { deliveryReport } from '../../domain/delivery/plays/delivered.ts';
import { bySource, numbersOf, periodNumbers, retentionOf } from '../../domain/delivery/plays/play-numbers.ts';
import { playsCsv } from '../../domain/delivery/plays/plays-csv.ts';
import type { DeliverySums } from '../../domain/delivery/sums.ts';
import type { PlaysDeps } from './deps.ts';
import { daysOf, periodOf, readDays, readDelivered } from './periods.ts';

/** What a report is about: under which names plays, and what the CDN sent, are summed up. */
interface Reported {
  readonly plays: Subject;
  readonly sent: SumSubject;
}

/** One title. */
export const ofTitle = (id: string): Reported => ({ plays: { content_id: id }, sent: { contentId: id } });
/** All titles of a creator. They have sums of their own, so a report costs the same for any number of titles. */
export const ofCreator = (id: string): Reported => ({
  plays: { dimension: 'CREATOR', value: id },
  sent: { creatorId: id },
});

const readPeriods = (
  deps: PlaysDeps,
  { plays, sent }: Reported,
  range: readonly string[],
): Promise<[readonly PeriodFigures[], readonly PeriodFigures[], ReadonlyMap<string, DeliverySums>]> =>
  Promise.all([readDays(deps, plays, range), deps.statistics.months(plays), readDelivered(deps, sent, range)]);

/** All numbers of a period of so many days up to today. */
export const readReport = async (deps: PlaysDeps, reported: Reported, count: number) => {
  const range = daysOf(deps, count);
  const [period, [days, months, delivered]] = await Promise.all([
    periodOf(deps, range),
    readPeriods(deps, reported, range),
  ]);
  const figures = sumOfPeriods(days);
  return {
    ...period,
    numbers: numbersOf(figures),
    retention: retentionOf(figures),
    devices: bySource(figures, 'device'),
    countries: bySource(figures, 'country'),
    delivered: deliveryReport(sumOfAll(range.flatMap((day) => delivered.get(day) ?? []))),
    days: days.map((day) => periodNumbers(day.period, day.figures, delivered.get(day.period))),
    months: months.map((month) => periodNumbers(month.period, month.figures, delivered.get(month.period))),
  };
};

/** The days and months as CSV. */
export const readCsv = async (deps: PlaysDeps, reported: Reported, count: number): Promise<string> =>
  playsCsv(...(await readPeriods(deps, reported, daysOf(deps, count))));
