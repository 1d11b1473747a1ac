import { MINIMUM_REQUESTS } from '../../../../../lambdas/contract/delivery/monitor-rules.ts';
import { PLAY_DEFINITIONS } from '../../../../../lambdas/contract/delivery/play-definitions.ts';
import type { DeliveryReport } from '../../../../../lambdas/contract/delivery/plays.ts';
import { formatCount } from '../../../lib/format.ts';
import { statisticsTexts } from './texts.ts';

const texts = statisticsTexts.delivery;

type Sent = NonNullable<DeliveryReport>;

/** How a screen shows numbers. */
export interface DeliveryFormats {
  /** A share from 0 to 1. */
  readonly share: (share: number) => string;
  readonly percentiles: (milliseconds: NonNullable<Sent['response_ms']>) => string;
}

/** A number with its name and what it means. */
export interface DeliveryRow {
  readonly name: string;
  readonly meaning: string;
  readonly value: string;
}

const orTooFew = <Value>(value: Value | null, format: (value: Value) => string): string =>
  value === null ? texts.tooFew(MINIMUM_REQUESTS) : format(value);

/** How well the CDN delivered something, as rows. */
export const deliveryRows = (sent: Sent, { share, percentiles }: DeliveryFormats): readonly DeliveryRow[] => {
  const requests = formatCount(sent.requests);
  return [
    { name: texts.hits, meaning: PLAY_DEFINITIONS.hit_ratio, value: orTooFew(sent.hit_ratio, share) },
    { name: texts.response, meaning: PLAY_DEFINITIONS.response_ms, value: orTooFew(sent.response_ms, percentiles) },
    {
      name: texts.failed,
      meaning: PLAY_DEFINITIONS.delivery_errors,
      value: texts.failedOf(formatCount(sent.client_errors), formatCount(sent.server_errors), requests),
    },
    {
      name: texts.aborted,
      meaning: PLAY_DEFINITIONS.aborted,
      value: texts.abortedOf(formatCount(sent.aborted), requests),
    },
  ];
};
