import {
  HEALTH_LABELS,
  HEALTH_POINTS,
  type HealthPart,
} from '../../../../../lambdas/contract/delivery/monitor-rules.ts';
import type { CdnHealth } from '../../../../../lambdas/contract/delivery/monitor.ts';
import { formatCount } from '../../../lib/format.ts';
import { Table } from '../../../ui/layout/lists/table.tsx';
import plot from '../../../ui/plots/plot.module.css';
import { HealthBadge } from '../health-badge.tsx';
import { formatNumber, formatShare } from './format.ts';
import styles from './monitor.module.css';
import { healthTexts as texts, monitorTexts } from './texts.ts';

const formats: Readonly<Record<HealthPart, (value: number) => string>> = {
  hits: formatShare,
  errors: formatShare,
  media: formatCount,
  current: formatCount,
};

/** The health score with its label, its definition, and the parts that it consists of. */
export const HealthScore = ({ health: { healthScore, label, parts } }: { readonly health: CdnHealth }) => (
  <>
    <p className={plot['score']}>
      {healthScore === null ? monitorTexts.noData : texts.value(formatNumber(healthScore))}{' '}
      <HealthBadge label={label} />
    </p>
    <p>{texts.definition(HEALTH_POINTS, HEALTH_LABELS[0].from, HEALTH_LABELS[1].from)}</p>
    <p>{texts.windows}</p>
    {healthScore === null && <p>{texts.missing}</p>}
    <Table
      caption={texts.table}
      heads={[texts.part, texts.measured, texts.points].map((name) => ({ label: name }))}
      quiet
      className={styles['points']}
    >
      {parts.map(({ part, value, points, most }) => (
        <tr key={part}>
          <th scope="row">{texts.parts[part]}</th>
          <td>{value === null ? monitorTexts.noData : formats[part](value)}</td>
          <td>{points === null ? monitorTexts.noData : texts.pointsOf(formatNumber(points), most)}</td>
        </tr>
      ))}
    </Table>
  </>
);
