import type { SecurityOverview } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import { eventName } from '../../../core/security/texts.ts';
import { formatCount } from '../../../lib/format.ts';
import { Table } from '../../../ui/layout/lists/table.tsx';
import { BarCell } from '../../../ui/plots/bar-cell.tsx';
import plot from '../../../ui/plots/plot.module.css';
import { overviewTexts } from '../texts.ts';

const texts = overviewTexts.plots;

/** Events by kind: a table with a bar in each row. */
export const KindPlot = ({ kinds }: Pick<SecurityOverview, 'kinds'>) => {
  const most = Math.max(1, ...kinds.map(({ count }) => count));
  return (
    <figure className={plot['figure']} aria-labelledby="security-kinds">
      <figcaption>
        <h2 id="security-kinds">{texts.kind}</h2>
      </figcaption>
      {kinds.length === 0 ? (
        <p>{texts.empty}</p>
      ) : (
        <Table caption={texts.kind} heads={[{ label: texts.kindHead }, { label: texts.events }]} quiet>
          {kinds.map(({ event_type: kind, count }) => (
            <tr key={kind}>
              <th scope="row">{eventName(kind)}</th>
              <BarCell text={formatCount(count)} share={count / most} />
            </tr>
          ))}
        </Table>
      )}
    </figure>
  );
};
