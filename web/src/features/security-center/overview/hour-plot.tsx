import type { HourOfEvents } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import { SEVERITIES, type SeverityName } from '../../../../../lambdas/contract/admin/security-kinds.ts';
import { classNames } from '../../../lib/class-names.ts';
import { formatCount, formatHour, formatZonedTime } from '../../../lib/format.ts';
import { Table } from '../../../ui/layout/lists/table.tsx';
import { overviewTexts, securityCenterTexts } from '../texts.ts';
import styles from './overview.module.css';
import { countIn, totalIn } from './plot-rules.ts';

const texts = overviewTexts.plots;
const { severities } = securityCenterTexts;

/** The worst first. */
const WORST_FIRST: readonly SeverityName[] = [...SEVERITIES].reverse();

/** Units of the drawing, which is stretched to the width of the screen. */
const STEP = 10;
const BAR = 8;
const HEIGHT = 24;
/** The height of one event in an hour with very many: it must not vanish. */
const LEAST_HEIGHT = 2;

/** The events of one severity: a bar for each hour, on a scale of its own. */
const SeverityRow = ({
  severity,
  hours,
}: {
  readonly severity: SeverityName;
  readonly hours: readonly HourOfEvents[];
}) => {
  const counts = hours.map((hour) => countIn(hour, severity));
  const most = Math.max(1, ...counts);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const summary = texts.row(formatCount(total), formatCount(Math.max(0, ...counts)));
  return (
    <div className={styles['severity']}>
      <p>
        <strong>{severities[severity]}</strong> <span>{summary}</span>
      </p>
      <svg
        viewBox={`0 0 ${Math.max(1, hours.length) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${severities[severity]}: ${summary}`}
        className={styles[severity]}
      >
        {counts.map((count, index) => {
          const height = count === 0 ? 0 : Math.max(LEAST_HEIGHT, (count / most) * HEIGHT);
          return (
            <rect key={hours[index]?.hour} x={index * STEP} y={HEIGHT - height} width={BAR} height={height}>
              <title>{`${formatZonedTime(hours[index]?.hour ?? '')}: ${formatCount(count)}`}</title>
            </rect>
          );
        })}
      </svg>
    </div>
  );
};

const HourTable = ({ hours }: { readonly hours: readonly HourOfEvents[] }) => (
  <details className={classNames(styles['details'], styles['hours'])}>
    <summary>{texts.table}</summary>
    <div className={styles['frame']}>
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
  </details>
);

/** Events by hour and severity: a row of bars for each severity, and the same numbers as a table. */
export const HourPlot = ({ hours }: { readonly hours: readonly HourOfEvents[] }) => (
  <figure className={styles['figure']} aria-labelledby="security-hours">
    <figcaption>
      <h2 id="security-hours">{texts.severity}</h2>
      <p>{texts.scale}</p>
    </figcaption>
    {WORST_FIRST.map((severity) => (
      <SeverityRow key={severity} severity={severity} hours={hours} />
    ))}
    <p className={styles['ends']} aria-hidden>
      {[hours[0], hours.at(-1)].map((hour, index) => (
        <span key={index}>{hour && formatZonedTime(hour.hour)}</span>
      ))}
    </p>
    <HourTable hours={hours} />
  </figure>
);
