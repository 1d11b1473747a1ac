import type { TitlePlays } from '../../../../../../lambdas/contract/delivery/plays.ts';
import { Facts } from '../../../../ui/layout/lists/facts.tsx';
import { deliveryRows, type DeliveryFormats } from '../../statistics/delivery-rows.ts';
import { formatBytes, formatMs, formatShare } from '../format.ts';
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
      <Facts
        facts={[
          ...deliveryRows(delivered, formats).map(({ name, value, meaning }) => [name, value, meaning] as const),
          [texts.sent, formatBytes(delivered.bytes), texts.late],
        ]}
      />
    ) : (
      <p>{monitorTexts.noData}</p>
    )}
  </>
);
