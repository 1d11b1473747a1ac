import type {
  CdnOverview,
  DeliveryFigure,
  Optimization,
  Saving,
} from '../../../../../../lambdas/contract/delivery/monitor.ts';
import { formatCost, formatCount, formatMegabytes, formatZonedTime } from '../../../../lib/format.ts';
import { panelTexts } from '../texts.ts';
import { aiCdnTexts, optimizerTexts } from './texts.ts';

/** A number with at most two decimals. */
export const decimal = (value: number): string => formatCount(Math.round(value * 100) / 100);

/** A share from 0 to 100. */
const percent = (value: number): string => `${value.toFixed(1)} %`;
const milliseconds = (value: number): string => `${formatCount(Math.round(value))} ms`;

/** A window in the reader's time zone. */
export const windowText = (from: string | null, to: string | null): string =>
  from === null || to === null ? panelTexts.noData : panelTexts.between(formatZonedTime(from), formatZonedTime(to));

/** A rate with what it was computed from, its window and its source. */
export const figureText = ({ value, n, minimum, definition, from, to, source }: DeliveryFigure): string => {
  const { health } = aiCdnTexts;
  if (value === null) return health.tooFew(formatCount(n), formatCount(minimum));
  const window = `${windowText(from, to)} (${aiCdnTexts.sources[source]})`;
  return `${health.measured(percent(value), formatCount(n), definition)} ${window}`;
};

/** How each number of an optimization is written. All others are counts. */
const formats: Readonly<Record<string, (value: number) => string>> = {
  hit_ratio: percent,
  target: percent,
  revalidated: percent,
  share: percent,
  far_share: percent,
  limit: percent,
  p50: milliseconds,
  p95: milliseconds,
  far_bytes: formatMegabytes,
  bytes: formatMegabytes,
  usd_each: formatCost,
};

/** The numbers that an optimization comes from, by name. */
export const numbersOf = ({
  rule,
  numbers,
}: Pick<Optimization, 'rule' | 'numbers'>): readonly (readonly [string, string])[] =>
  Object.entries(numbers).map(([name, value]) => {
    const format = name === 'limit' && rule === 'speed-up-first-byte' ? milliseconds : (formats[name] ?? formatCount);
    return [optimizerTexts.numbers[name] ?? name, format(value)];
  });

/** What an optimization saves, as a text. */
export const savingText = (saving: Saving): string => {
  const { savings } = optimizerTexts;
  const parts = [
    saving.usd_month === null ? undefined : savings.usd_month(formatCost(saving.usd_month)),
    saving.requests_month === null ? undefined : savings.requests_month(formatCount(Math.round(saving.requests_month))),
    saving.milliseconds === null ? undefined : savings.milliseconds(formatCount(Math.round(saving.milliseconds))),
    saving.health_points === null ? undefined : savings.health_points(decimal(saving.health_points)),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? optimizerTexts.noSaving : parts.join(', ');
};

const asShare = (value: number | null): number | null => (value === null ? null : value / 100);

/** The CDN analytics of the specification, from what the screen shows. `last`: when the optimizer last ran. */
export const analyticsOf = ({ figures, media }: CdnOverview, last: string | null) => ({
  totalRequests: figures.requests.value,
  cacheHitRatio: asShare(figures.hit_ratio.value),
  averageResponseTime: figures.response_mean.value,
  bandwidthUsage: figures.bytes.value,
  errorRate: asShare(figures.error_rate.value),
  contentWithoutCDN: media?.without_media ?? null,
  temporaryUrlsActive: media?.outdated_media ?? null,
  lastOptimization: last,
});
