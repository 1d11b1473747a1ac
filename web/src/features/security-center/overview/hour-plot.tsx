import type { HourOfEvents } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import { SEVERITIES, type SeverityName } from '../../../../../lambdas/contract/admin/security-kinds.ts';
import { formatCount, formatHour, formatZonedTime } from '../../../lib/format.ts';
import { Table } from '../../../ui/layout/lists/table.tsx';
import { BarRows, type BarRow, type BarTone } from '../../../ui/plots/bar-rows.tsx';
import { PlotDetails } from '../../../ui/plots/plot-details.tsx';
import plot from '../../../ui/plots/plot.module.css';
import { overviewTexts, securityCenterTexts } from '../texts.ts';
import styles from './overview.module.css';
import { countIn, totalIn } from './plot-rules.ts';

const texts = overviewTexts.plots;
const { severities } = securityCenterTexts;

/** The worst first. */
const WORST_FIRST: readonly SeverityName[] = [...SEVERITIES].reverse();

const tones: Readonly<Record<SeverityName, BarTone>> = {
  critical: 'danger',
  high: 'danger',
  medium: 'warning',
  low: 'quiet',
  info: 'quiet',
};
/** One event must stay visible next to an hour with very many. */
const LEAST_HEIGHT = 2;

/** The events of one severity by hour. */
const rowOf = (severity: SeverityName, hours: readonly HourOfEvents[]): BarRow => {
  const counts = hours.map((hour) => countIn(hour, severity));
  const total = counts.reduce((sum, count) => sum + count, 0);
  return {
    name: severities[severity],
    summary: texts.row(formatCount(total), formatCount(Math.max(0, ...counts))),
    values: counts,
    format: formatCount,
    tone: tones[severity],
  };
};

const HourTable = ({ hours }: { readonly hours: readonly HourOfEvents[] }) => (
  <PlotDetails summary={texts.table}>
    <div className={plot['scroll']}>
      <Table
        caption={texts.severity}
        heads={[texts.hour, ...WORST_FIRST.map((severity) => severities[severity]), texts.total].map((label) => ({
          label,
        }))}
        quiet
      >
        {hours.map((hour) => (
          <tr key={hour.hour}>
            <th scope="row" className={styles['hour']}>
              {formatHour(hour.hour)}
            </th>
            {WORST_FIRST.map((severity) => (
              <td key={severity}>{formatCount(countIn(hour, severity))}</td>
            ))}
            <td>{formatCount(totalIn(hour))}</td>
          </tr>
        ))}
      </Table>
    </div>
  </PlotDetails>
);

/** Events by hour and severity: a row of bars for each severity, and the same numbers as a table. */
export const HourPlot = ({ hours }: { readonly hours: readonly HourOfEvents[] }) => (
  <figure className={plot['figure']} aria-labelledby="security-hours">
    <figcaption>
      <h2 id="security-hours">{texts.severity}</h2>
      <p>{texts.scale}</p>
    </figcaption>
    <BarRows
      times={hours.map(({ hour }) => formatZonedTime(hour))}
      rows={WORST_FIRST.map((severity) => rowOf(severity, hours))}
      leastHeight={LEAST_HEIGHT}
    />
    <HourTable hours={hours} />
  </figure>
);
