import { PLAYS_TIME_ZONE } from '../../contract/delivery/plays.ts';
import type { PeriodFigures } from '../../data/delivery/play-statistics-reader.ts';
import type { Subject } from '../../data/delivery/play-statistics-entities.ts';
import { dayOf, daysUpTo } from '../../domain/delivery/plays/windows.ts';
import type { SumSubject } from '../../domain/delivery/logs/subjects.ts';
import type { DeliverySums } from '../../domain/delivery/sums.ts';
import type { PlaysDeps } from './deps.ts';

/** The days of a period up to today (UTC), oldest first. */
export const daysOf = ({ now }: PlaysDeps, count: number): readonly string[] =>
  daysUpTo(dayOf(new Date(now()).toISOString()), count);

/** What the numbers of these days are about. */
export const periodOf = async ({ statistics }: PlaysDeps, days: readonly string[]) => ({
  from: days[0] ?? '',
  to: days.at(-1) ?? '',
  time_zone: PLAYS_TIME_ZONE,
  as_of: (await statistics.asOf()) ?? null,
});

/** The figures of each of these days. A day without plays has none. */
export const readDays = async (
  { statistics }: PlaysDeps,
  subject: Subject,
  days: readonly string[],
): Promise<readonly PeriodFigures[]> => {
  const found = await statistics.days(subject, days[0] ?? '', days.at(-1) ?? '');
  const byDay = new Map(found.map(({ period, figures }) => [period, figures]));
  return days.map((period) => ({ period, figures: byDay.get(period) ?? {} }));
};

/** What the CDN sent of a title or creator, by its months and these days. Those without logs are left out. */
export const readDelivered = async (
  { delivery }: PlaysDeps,
  subject: SumSubject,
  range: readonly string[],
): Promise<ReadonlyMap<string, DeliverySums>> => {
  const [days, months] = await Promise.all([
    delivery.days(subject, range[0] ?? '', range.at(-1) ?? ''),
    delivery.months(subject),
  ]);
  return new Map<string, DeliverySums>([
    ...days.map((sums) => [sums.day, sums] as const),
    ...months.map((sums) => [sums.month, sums] as const),
  ]);
};

/** What the CDN sent of the whole site, by month. */
export const readDeliveredMonths = async ({ delivery }: PlaysDeps): Promise<ReadonlyMap<string, DeliverySums>> =>
  new Map((await delivery.months()).map((sums) => [sums.month, sums]));

/** All plays of the site. */
export const SITE: Subject = { dimension: 'SITE', value: 'ALL' };
