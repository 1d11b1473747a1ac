import type { PlaysReport } from '../../../../../lambdas/contract/delivery/plays.ts';
import { Table } from '../../../ui/layout/lists/table.tsx';
import { deliveryRows, type DeliveryFormats } from './delivery-rows.ts';
import { Part } from './part.tsx';
import { formatSeconds, formatShare } from './rules.ts';
import styles from './statistics.module.css';
import { statisticsTexts } from './texts.ts';

const { delivery: texts, quality, costs } = statisticsTexts;

const formats: DeliveryFormats = {
  share: formatShare,
  percentiles: ({ p50, p95 }) => quality.percentiles(formatSeconds(p50), formatSeconds(p95)),
};

/** How well the CDN delivers a title or the titles of a creator. */
export const DeliveryTable = ({ delivered }: Pick<PlaysReport, 'delivered'>) => (
  <Part title={texts.title}>
    {delivered === null ? (
      <p>{costs.none}</p>
    ) : (
      <Table caption={texts.title} heads={[{ label: quality.measure }, { label: quality.value }]} quiet>
        {deliveryRows(delivered, formats).map(({ name, meaning, value }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              <span className={styles['definition']}>{meaning}</span>
            </th>
            <td>{value}</td>
          </tr>
        ))}
      </Table>
    )}
  </Part>
);
