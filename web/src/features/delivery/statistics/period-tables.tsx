import type { PeriodNumbers, PlayNumbers } from '../../../../../lambdas/contract/delivery/plays.ts';
import { formatCount } from '../../../lib/format.ts';
import { Table } from '../../../ui/layout/lists/table.tsx';
import { BarRows } from '../../../ui/plots/bar-rows.tsx';
import { PlotDetails } from '../../../ui/plots/plot-details.tsx';
import { Part } from './part.tsx';
import { cellOf, costCell, formatDecimal, formatPeriod, formatShare, valueOf } from './rules.ts';
import styles from './statistics.module.css';
import { statisticsTexts } from './texts.ts';

const { columns, trend, months: monthTexts } = statisticsTexts;

interface PeriodTableProps {
  readonly caption: string;
  /** Head of the first column. */
  readonly unit: string;
  readonly periods: readonly PeriodNumbers[];
  /** Show what was delivered. */
  readonly withCosts: boolean;
}

const PeriodTable = ({ caption, unit, periods, withCosts }: PeriodTableProps) => (
  <div className={styles['periods']}>
    <Table
      caption={caption}
      heads={[
        unit,
        columns.plays,
        columns.measured,
        columns.starts,
        columns.hours,
        columns.finish,
        ...(withCosts ? [columns.cost] : []),
      ].map((label) => ({ label }))}
      quiet
    >
      {periods.map(({ period, plays, measured_plays: measured, starts, hours, finish_rate: finish, delivered }) => (
        <tr key={period}>
          <th scope="row">{formatPeriod(period)}</th>
          <td>{formatCount(plays)}</td>
          <td>{formatCount(measured)}</td>
          <td>{formatCount(starts)}</td>
          <td>{cellOf(hours, measured, formatDecimal)}</td>
          <td>{cellOf(finish, starts, formatShare)}</td>
          {withCosts && <td>{costCell(delivered)}</td>}
        </tr>
      ))}
    </Table>
  </div>
);

export interface DayTrendProps {
  readonly days: readonly PeriodNumbers[];
  /** Of all the days. */
  readonly numbers: PlayNumbers;
  readonly withCosts: boolean;
  readonly level?: 2 | 3;
}

/** Plays and hours by day, as bars and as a table. */
export const DayTrend = ({ days, numbers, withCosts, level = 2 }: DayTrendProps) => {
  const plays = days.map((day) => day.plays);
  const hours = days.map((day) => day.hours);
  const total = valueOf(numbers.hours, numbers.measured_plays, formatDecimal);
  // Days with too few measured plays have no hours of their own, so their sum can be less than the total.
  const known = hours.flatMap((value) => value ?? []);
  return (
    <Part title={trend.title} lead={trend.scale} level={level}>
      <BarRows
        tall
        times={days.map(({ period }) => formatPeriod(period))}
        rows={[
          {
            name: trend.plays,
            values: plays,
            format: formatCount,
            summary: trend.row(formatCount(numbers.plays), formatCount(Math.max(0, ...plays))),
          },
          {
            name: trend.hours,
            values: hours,
            format: formatDecimal,
            summary: known.length === 0 ? total : trend.row(total, formatDecimal(Math.max(...known))),
          },
        ]}
      />
      <PlotDetails summary={trend.table}>
        <PeriodTable caption={trend.title} unit={trend.day} periods={days} withCosts={withCosts} />
      </PlotDetails>
    </Part>
  );
};

/** The months that have ended, the newest first. */
export const Months = ({
  months,
  lead,
  level = 2,
}: {
  readonly months: readonly PeriodNumbers[];
  readonly lead: string;
  readonly level?: 2 | 3;
}) => (
  <Part title={monthTexts.title} lead={lead} level={level}>
    {months.length === 0 ? (
      <p>{monthTexts.none}</p>
    ) : (
      <PeriodTable caption={monthTexts.title} unit={monthTexts.month} periods={months.toReversed()} withCosts />
    )}
  </Part>
);
