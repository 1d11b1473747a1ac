import type { TitlePlays } from '../../../../../../lambdas/contract/delivery/plays.ts';
import { deliveryRows, type DeliveryFormats } from '../../statistics/delivery-rows.ts';
import { formatBytes, formatMs, formatShare } from '../format.ts';
import styles from '../monitor.module.css';
import { monitorTexts } from '../texts.ts';
import { diagnosticsTexts } from './texts.ts';

const texts = diagnosticsTexts.delivery;

const formats: DeliveryFormats = {
  share: formatShare,
  percentiles: ({ p50, p95 }) => diagnosticsTexts.quality.percentiles(formatMs(p50), formatMs(p95)),
};

/** How well the CDN delivers a title. */
export const TitleDelivery = ({ delivered }: Pick<TitlePlays, 'delivered'>) => (
  <>
    <h4>{texts.title}</h4>
    {delivered ? (
      <dl className={styles['facts']}>
        {[
          ...deliveryRows(delivered, formats),
          { name: texts.sent, value: formatBytes(delivered.bytes), meaning: texts.late },
        ].map(({ name, value, meaning }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              <small>{meaning}</small>
            </dd>
          </div>
        ))}
      </dl>
    ) : (
      <p>{monitorTexts.noData}</p>
    )}
  </>
);
