import type { WholeDays } from '../../contract/delivery/plays.ts';
import { endpoints } from '../../contract/index.ts';
import { retentionDays } from '../../contract/retention.ts';
import { sumOfPeriods, type PeriodFigures } from '../../data/delivery/play-statistics-reader.ts';
import { monthOf } from '../../domain/counts/counted.ts';
import { deliveredOf } from '../../domain/delivery/plays/delivered.ts';
import { numbersOf, periodNumbers } from '../../domain/delivery/plays/play-numbers.ts';
import { route } from '../../http/route.ts';
import type { PlaysDeps } from './deps.ts';
import { daysOf, periodOf, readDays, readDeliveredMonths, SITE } from './periods.ts';
import { topTitles } from './top-titles.ts';

const wholeDays = (days: readonly PeriodFigures[]): WholeDays => ({
  from: days[0]?.period ?? '',
  to: days.at(-1)?.period ?? '',
  plays: sumOfPeriods(days)['plays'] ?? 0,
});

/** The change of plays. `days` ends with today, which is not compared; before it are twice `count` days. */
const changeOf = (days: readonly PeriodFigures[], count: number) => ({
  last: wholeDays(days.slice(count, -1)),
  before: wholeDays(days.slice(0, count)),
});

/** Returns the plays of all titles by day, and compares the days before today with as many days before them. */
export const getTotals = (deps: PlaysDeps) =>
  route(endpoints['plays.get-totals'], async ({ query }) => {
    const compared = 2 * query.days + 1;
    // The table deletes expired days late, so some of them would count.
    const isKept = compared <= retentionDays('delivery');
    const range = daysOf(deps, isKept ? compared : query.days);
    const shown = range.slice(-query.days);
    const [period, all, months, top, delivered] = await Promise.all([
      periodOf(deps, shown),
      readDays(deps, SITE, range),
      deps.statistics.months(SITE),
      topTitles(deps, shown.at(-1) ?? ''),
      readDeliveredMonths(deps),
    ]);
    const days = all.slice(-query.days);
    return {
      status: 200,
      body: {
        ...period,
        numbers: numbersOf(sumOfPeriods(days)),
        change: isKept ? changeOf(all, query.days) : null,
        delivered_month: deliveredOf(delivered.get(monthOf(period.to))),
        days: days.map((day) => periodNumbers(day.period, day.figures)),
        months: months.map((month) => periodNumbers(month.period, month.figures, delivered.get(month.period))),
        top,
      },
    };
  });
