import type { Delivered, DeliveryReport } from '../../../contract/delivery/plays.ts';
import { SEGMENT_SECONDS } from '../../media/ladder.ts';
import { DELIVERY_GIGABYTE } from '../../media/prices.ts';
import { DELIVERY_PRICES } from '../prices.ts';
import { firstByteOf, hitRatioOf } from '../site-window.ts';
import type { DeliverySums } from '../sums.ts';

const GIGABYTE = 1024 ** 3;
const HOUR_SECONDS = 3600;

/** What the CDN sent, with its list price; null without a request. */
export const deliveredOf = (sums: DeliverySums | undefined): Delivered => {
  if (!sums || sums.requests === 0) return null;
  const { requests, bytes, client_errors, server_errors, audio_segments: segments } = sums;
  const usd = (bytes / GIGABYTE) * DELIVERY_GIGABYTE + requests * DELIVERY_PRICES.request;
  const hours = Number(((segments * SEGMENT_SECONDS) / HOUR_SECONDS).toFixed(3));
  return { requests, bytes, hours, client_errors, server_errors, cost_usd: Number(usd.toFixed(6)) };
};

/** A share (0 to 1) of one in percent. */
const shareOf = (percent: number): number => Number((percent / 100).toFixed(4));

/** The same with how well it was sent, which is null with too few requests as it is for the site. */
export const deliveryReport = (sums: DeliverySums): DeliveryReport => {
  const sent = deliveredOf(sums);
  if (!sent) return null;
  const [hits, p50, p95] = [hitRatioOf(sums), firstByteOf(sums, 0.5), firstByteOf(sums, 0.95)];
  return {
    ...sent,
    aborted: sums.aborted,
    hit_ratio: hits === null ? null : shareOf(hits),
    response_ms: p50 === null || p95 === null ? null : { p50, p95 },
  };
};
