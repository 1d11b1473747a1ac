import {
  CDN_RULES,
  HEALTH_POINTS,
  MINIMUM_REQUESTS,
  type OptimizerRule,
} from '../../contract/delivery/monitor-rules.ts';
import type { Optimization, Saving } from '../../contract/delivery/monitor.ts';
import { ADDITIONAL_METRICS, DELIVERY_PRICES } from './prices.ts';
import { cacheableOf, countOf, firstByteOf, hitRatioOf, type SiteWindow } from './site-window.ts';
import type { WatchState } from './watch-state.ts';

/** What the rules read: the last day of the logs, and what the worker knows. */
export interface OptimizerInput {
  readonly day: SiteWindow;
  readonly state: Pick<WatchState, 'distribution' | 'media'>;
}

/** Shares in percent above which a rule applies. */
export const OPTIMIZER_LIMITS = {
  /** Requests that the origin only confirms: immutable files need none of them. */
  revalidations: 10,
  clientErrors: 5,
  canceled: 10,
  /** Bytes outside the regions of the price class. */
  farBytes: 20,
} as const;

const DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Countries that price class 100 serves from nearby: North America and Europe with Israel (CloudFront developer guide,
 * "Choosing the price class"). ISO 3166-1 alpha-2.
 */
const NEAR = new Set(
  (
    'US CA MX AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IL IS IT LI LT LU LV MC MT NL NO PL PT RO RS SE ' +
    'SI SK SM UA VA AD AL BA GI ME MK MD XK'
  ).split(' '),
);

/** What a rule finds: its numbers and what it would save, `fine`, or `unknown` with too few observations. */
type Finding = { readonly numbers: Readonly<Record<string, number>>; readonly saving: Partial<Saving> } | Rest;
type Rest = 'fine' | 'unknown';

interface Rule {
  readonly phase: number;
  /** Whether its numbers are of the window of the logs. */
  readonly fromLogs: boolean;
  readonly find: (input: OptimizerInput, perMonth: (number: number) => number) => Finding;
}

const share = (part: number, whole: number): number => (part / whole) * 100;

const raiseHitRatio: Rule = {
  phase: 2,
  fromLogs: true,
  find({ day: { sums } }, perMonth) {
    const ratio = hitRatioOf(sums);
    if (ratio === null) return 'unknown';
    const target = CDN_RULES['cache-hit-ratio'].threshold;
    if (ratio >= target) return 'fine';
    const cacheable = cacheableOf(sums);
    const avoided = perMonth((cacheable * (target - ratio)) / 100);
    return {
      numbers: { hit_ratio: ratio, target, cacheable, misses: sums.misses },
      saving: { requests_month: avoided, usd_month: avoided * DELIVERY_PRICES.originGet },
    };
  },
};

const avoidRevalidations: Rule = {
  phase: 2,
  fromLogs: true,
  find({ day: { sums } }, perMonth) {
    const cacheable = cacheableOf(sums);
    if (cacheable < MINIMUM_REQUESTS) return 'unknown';
    const revalidated = share(sums.refreshed, cacheable);
    if (revalidated <= OPTIMIZER_LIMITS.revalidations) return 'fine';
    const avoided = perMonth(sums.refreshed);
    return {
      numbers: { revalidated, limit: OPTIMIZER_LIMITS.revalidations, refreshed: sums.refreshed, cacheable },
      saving: { requests_month: avoided, usd_month: avoided * DELIVERY_PRICES.originGet },
    };
  },
};

/** A rule about requests that need not be made at all. */
const avoidRequests = (phase: number, name: 'client_errors' | 'aborted', limit: number): Rule => ({
  phase,
  fromLogs: true,
  find({ day: { sums } }, perMonth) {
    if (sums.requests < MINIMUM_REQUESTS) return 'unknown';
    const part = share(sums[name], sums.requests);
    if (part <= limit) return 'fine';
    const avoided = perMonth(sums[name]);
    return {
      numbers: { share: part, limit, [name]: sums[name], requests: sums.requests },
      saving: { requests_month: avoided, usd_month: avoided * DELIVERY_PRICES.request },
    };
  },
});

const speedUpFirstByte: Rule = {
  phase: 3,
  fromLogs: true,
  find({ day: { sums } }) {
    const p95 = firstByteOf(sums, 0.95);
    if (p95 === null) return 'unknown';
    const limit = CDN_RULES['response-time'].threshold;
    if (p95 <= limit) return 'fine';
    const numbers = { p50: firstByteOf(sums, 0.5) ?? 0, p95, limit, n: countOf(sums.first_byte) };
    return { numbers, saving: { milliseconds: p95 - limit } };
  },
};

const fitPriceClass: Rule = {
  phase: 3,
  fromLogs: true,
  find({ day: { sums }, state: { distribution } }) {
    const bytes = countOf(sums.bytes_by_country);
    if (sums.requests < MINIMUM_REQUESTS || bytes === 0 || distribution === null) return 'unknown';
    if (distribution.price_class === '') return 'unknown';
    if (distribution.price_class !== 'PriceClass_100') return 'fine';
    const far = Object.entries(sums.bytes_by_country).reduce(
      (sum, [country, own]) => sum + (NEAR.has(country) ? 0 : own),
      0,
    );
    const farShare = share(far, bytes);
    if (farShare <= OPTIMIZER_LIMITS.farBytes) return 'fine';
    const [p50, p95] = [firstByteOf(sums, 0.5), firstByteOf(sums, 0.95)];
    return {
      numbers: { far_share: farShare, limit: OPTIMIZER_LIMITS.farBytes, far_bytes: far, bytes },
      // Viewers who are far away become at best as fast as the others: a larger class costs money instead of saving it.
      saving: { milliseconds: p50 === null || p95 === null ? null : p95 - p50 },
    };
  },
};

/** A rule about titles whose media need a conversion. */
const convertTitles = (name: 'without_media' | 'outdated_media', points: number): Rule => ({
  phase: 2,
  fromLogs: false,
  find({ state: { media } }) {
    if (media === null) return 'unknown';
    if (media[name] === 0) return 'fine';
    return { numbers: { [name]: media[name], titles: media.titles }, saving: { health_points: points / 2 } };
  },
});

const switchOffAdditionalMetrics: Rule = {
  phase: 4,
  fromLogs: false,
  find({ state: { distribution } }) {
    const on = distribution?.additional_metrics ?? null;
    if (on === null) return 'unknown';
    if (!on) return 'fine';
    return {
      numbers: { metrics: ADDITIONAL_METRICS, usd_each: DELIVERY_PRICES.metricMonth },
      saving: { usd_month: ADDITIONAL_METRICS * DELIVERY_PRICES.metricMonth },
    };
  },
};

const RULES: Readonly<Record<OptimizerRule, Rule>> = {
  'raise-hit-ratio': raiseHitRatio,
  'avoid-revalidations': avoidRevalidations,
  'avoid-client-errors': avoidRequests(3, 'client_errors', OPTIMIZER_LIMITS.clientErrors),
  'avoid-canceled-requests': avoidRequests(3, 'aborted', OPTIMIZER_LIMITS.canceled),
  'speed-up-first-byte': speedUpFirstByte,
  'fit-price-class': fitPriceClass,
  'convert-missing-media': convertTitles('without_media', HEALTH_POINTS.media),
  'renew-outdated-media': convertTitles('outdated_media', HEALTH_POINTS.current),
  'switch-off-additional-metrics': switchOffAdditionalMetrics,
};

const NOTHING: Saving = { usd_month: null, requests_month: null, milliseconds: null, health_points: null };

/** What would improve the delivery, and which rules have too few observations. */
export interface Advice {
  readonly optimizations: readonly Optimization[];
  readonly unchecked: readonly OptimizerRule[];
}

/** Checks all rules. Savings of a month assume 30 days like those of the window. */
export const optimize = (input: OptimizerInput): Advice => {
  const { from, to } = input.day;
  const days = from === null || to === null ? 1 : (Date.parse(to) - Date.parse(from)) / DAY_MS;
  const perMonth = (number: number): number => (number / days) * DAYS;
  const found = (Object.entries(RULES) as [OptimizerRule, Rule][]).map(([rule, { phase, fromLogs, find }]) => ({
    rule,
    phase,
    window: fromLogs ? { from, to } : { from: null, to: null },
    finding: find(input, perMonth),
  }));
  return {
    optimizations: found.flatMap(({ rule, phase, window, finding }) =>
      typeof finding === 'string'
        ? []
        : [{ rule, phase, numbers: finding.numbers, ...window, saving: { ...NOTHING, ...finding.saving } }],
    ),
    unchecked: found.filter(({ finding }) => finding === 'unknown').map(({ rule }) => rule),
  };
};
