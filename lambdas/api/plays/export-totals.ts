import { endpoints } from '../../contract/index.ts';
import { playsCsv } from '../../domain/delivery/plays/plays-csv.ts';
import { route } from '../../http/route.ts';
import type { PlaysDeps } from './deps.ts';
import { daysOf, readDays, readDeliveredMonths, SITE } from './periods.ts';

/** Returns the days and months of all titles together as CSV. */
export const exportTotals = (deps: PlaysDeps) =>
  route(endpoints['plays.export-totals'], async ({ query }) => {
    const [days, months, delivered] = await Promise.all([
      readDays(deps, SITE, daysOf(deps, query.days)),
      deps.statistics.months(SITE),
      readDeliveredMonths(deps),
    ]);
    return { status: 200, body: { file_name: 'plays.csv', csv: playsCsv(days, months, delivered) } };
  });
