import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Timestamp, pageOf, pageQuery } from '../shared.ts';
import {
  CDN_ALERT_RULES,
  CDN_CHECKS,
  CDN_PHASES,
  CDN_RULES,
  DELIVERY_SOURCES,
  HEALTH_LABELS,
  HEALTH_POINTS,
  OPTIMIZER_RULES,
} from './monitor-rules.ts';

const Source = z.enum(DELIVERY_SOURCES);

/** A figure about the delivery, with where it comes from. All times are UTC. */
export const DeliveryFigure = z.object({
  /** Null: there are fewer observations than `minimum`. */
  value: z.nullable(z.number()),
  unit: z.enum(['requests', 'bytes', 'bytes_per_second', 'percent', 'milliseconds']),
  /** Number of observations, and the least that is needed. */
  n: z.number(),
  minimum: z.number(),
  /** The window that was looked at; null when the source has not had any value yet. */
  from: z.nullable(Timestamp),
  to: z.nullable(Timestamp),
  source: Source,
  /** When the source was last read. Null: never. */
  as_of: z.nullable(Timestamp),
  /** What it is, as a sentence for screens. */
  definition: z.string(),
});
export type DeliveryFigure = z.infer<typeof DeliveryFigure>;

/** A source of figures. */
export const SourceState = z.object({
  source: Source,
  /** Time of its newest values. Null: it has none yet. */
  as_of: z.nullable(Timestamp),
  /** Since when it cannot be read. Null: it was read last time. */
  failed_since: z.nullable(Timestamp),
});

const HealthPartView = z.object({
  part: z.enum(Object.keys(HEALTH_POINTS) as [keyof typeof HEALTH_POINTS]),
  /** Null when what it is computed from has no value yet. */
  points: z.nullable(z.number()),
  most: z.number(),
  /** The share of hits or errors (0 to 1), or the number of titles, that the points come from. */
  value: z.nullable(z.number()),
  /** The end of what was looked at for it. Null: nothing yet. */
  as_of: z.nullable(Timestamp),
});

/** The health score of the specification, over measured numbers. */
export const CdnHealth = z.object({
  /** 0 to 100. Null while a part has no points. */
  healthScore: z.nullable(z.number()),
  label: z.nullable(z.enum(HEALTH_LABELS.map(({ label }) => label))),
  parts: z.array(HealthPartView),
});
export type CdnHealth = z.infer<typeof CdnHealth>;

/** A delivery alert with its outcome. */
export const CdnAlert = z.object({
  rule: z.enum(CDN_ALERT_RULES),
  severity: z.enum([...new Set(Object.values(CDN_RULES).map(({ severity }) => severity))]),
  created_at: Timestamp,
  /** What raised it: percent, or milliseconds. */
  value: z.number(),
  threshold: z.number(),
  n: z.number(),
  source: Source,
  from: Timestamp,
  to: Timestamp,
  /** When a check found the value in order again, and the value then. Null while the alert is open. */
  resolved_at: z.nullable(Timestamp),
  resolved_value: z.nullable(z.number()),
});
export type CdnAlert = z.infer<typeof CdnAlert>;

/** A phase of the AI CDN panel. A phase is active when the ones before it are complete. */
export const CdnPhase = z.object({
  number: z.number(),
  name: z.enum(CDN_PHASES.map(({ name }) => name)),
  status: z.enum(['pending', 'active', 'completed']),
  /** 0 to 100: the share of its checks that are met. */
  progress: z.number(),
  checks: z.array(z.object({ check: z.enum(CDN_CHECKS), met: z.boolean() })),
});
export type CdnPhase = z.infer<typeof CdnPhase>;

/** Numbers of published titles, found in a walk through all of them. */
export const PublishedMedia = z.object({
  titles: z.number(),
  without_media: z.number(),
  /** With media of a version of the product that made fewer files. */
  outdated_media: z.number(),
  /** When the walk ended. */
  as_of: Timestamp,
});

const figures = {
  requests: DeliveryFigure,
  bytes: DeliveryFigure,
  bandwidth: DeliveryFigure,
  hit_ratio: DeliveryFigure,
  error_rate: DeliveryFigure,
  client_error_rate: DeliveryFigure,
  server_error_rate: DeliveryFigure,
  availability: DeliveryFigure,
  response_mean: DeliveryFigure,
  response_p50: DeliveryFigure,
  response_p95: DeliveryFigure,
  probe_response: DeliveryFigure,
};
export type FigureName = keyof typeof figures;

/** What the overview of the CDN monitor shows. */
export const CdnOverview = z.object({
  figures: z.object(figures),
  sources: z.array(SourceState),
  health: CdnHealth,
  phases: z.array(CdnPhase),
  /** Null before the first walk ended. */
  media: z.nullable(PublishedMedia),
  /** Alerts that are not resolved. */
  open_alerts: z.array(CdnAlert),
  /** When the worker last checked the delivery. Null: never. */
  checked_at: z.nullable(Timestamp),
});
export type CdnOverview = z.infer<typeof CdnOverview>;

/** One hour of the site (UTC), for plots. Rates are null below the minimum of requests. */
export const DeliveryHour = z.object({
  hour: Timestamp,
  requests: z.number(),
  bytes: z.number(),
  hits: z.number(),
  refreshed: z.number(),
  misses: z.number(),
  client_errors: z.number(),
  server_errors: z.number(),
  hit_ratio: z.nullable(z.number()),
  error_rate: z.nullable(z.number()),
  response_p50: z.nullable(z.number()),
  response_p95: z.nullable(z.number()),
});
export type DeliveryHour = z.infer<typeof DeliveryHour>;

/** What an optimization would save, at most. Null: nothing of this kind, or not known. */
const Saving = z.object({
  usd_month: z.nullable(z.number()),
  requests_month: z.nullable(z.number()),
  milliseconds: z.nullable(z.number()),
  health_points: z.nullable(z.number()),
});
export type Saving = z.infer<typeof Saving>;

/** A rule of the optimizer that applies. */
export const Optimization = z.object({
  rule: z.enum(OPTIMIZER_RULES),
  /** The phase that it belongs to. */
  phase: z.number(),
  /** The numbers that it comes from. */
  numbers: z.record(z.string(), z.number()),
  from: z.nullable(Timestamp),
  to: z.nullable(Timestamp),
  saving: Saving,
});
export type Optimization = z.infer<typeof Optimization>;

/** Figures of the specification's CDN analytics, as a screen shows them. Ratios are 0 to 1. */
const Analytics = z.strictObject({
  totalRequests: z.optional(z.nullable(z.number())),
  cacheHitRatio: z.optional(z.nullable(z.number())),
  averageResponseTime: z.optional(z.nullable(z.number())),
  bandwidthUsage: z.optional(z.nullable(z.number())),
  errorRate: z.optional(z.nullable(z.number())),
  contentWithoutCDN: z.optional(z.nullable(z.number())),
  temporaryUrlsActive: z.optional(z.nullable(z.number())),
  lastOptimization: z.optional(z.nullable(Timestamp)),
});
export type Analytics = z.infer<typeof Analytics>;

/** Longest id of a distribution; CloudFront's have 13 or 14 characters. */
const DistributionId = z.string().check(z.regex(/^[A-Z0-9]{1,32}$/, 'Must be the id of a distribution'));

/** Most hours of a plot: a week. */
export const MAX_HOURS = 168;

/** The CDN monitor, for administrators. */
export const deliveryMonitorEndpoints = {
  'delivery-monitor.get-overview': endpoint({
    method: 'GET',
    path: '/api/admin/delivery/overview',
    auth: 'admin',
    summary: 'Returns the figures of the delivery with their sources and times, its health, phases and open alerts.',
    responses: { 200: CdnOverview },
    errors: [],
  }),
  'delivery-monitor.list-hours': endpoint({
    method: 'GET',
    path: '/api/admin/delivery/hours',
    auth: 'admin',
    summary: 'Returns the last hours that have logs, in UTC, oldest first.',
    query: z.strictObject({
      /** How many hours back, including the current one. */
      hours: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_HOURS)), 24),
    }),
    responses: { 200: z.object({ items: z.array(DeliveryHour), from: Timestamp, to: Timestamp, minimum: z.number() }) },
    errors: [],
  }),
  'delivery-monitor.list-alerts': endpoint({
    method: 'GET',
    path: '/api/admin/delivery/alerts',
    auth: 'admin',
    summary: 'Returns the delivery alerts of the last year, newest first, a page at a time.',
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(CdnAlert) },
    errors: ['invalid_cursor'],
  }),
  'delivery-monitor.cdn-health-monitor': endpoint({
    method: 'POST',
    path: '/api/functions/cdn-health-monitor',
    auth: 'admin',
    summary: 'Returns the health score of the delivery with its parts.',
    responses: { 200: CdnHealth },
    errors: [],
  }),
  'delivery-monitor.ai-cdn-optimizer': endpoint({
    method: 'POST',
    path: '/api/functions/ai-cdn-optimizer',
    auth: 'admin',
    summary: 'Returns what would improve the delivery, with the numbers it comes from and what it would save.',
    body: z.strictObject({
      /** What the screen shows. Rules use measured numbers; the response names what differs from them. */
      analytics: z.optional(Analytics),
      /** Numbers of the phases whose optimizations are returned. Default: all. */
      phases: z.optional(z.array(z.number().check(z.int(), z.minimum(0), z.maximum(4))).check(z.maxLength(5))),
    }),
    responses: {
      200: z.object({
        optimizations: z.array(Optimization),
        /** Rules that could not be checked, because what they read has too few observations. */
        unchecked: z.array(z.enum(OPTIMIZER_RULES)),
        /** Fields of `analytics` that are not what is measured now. */
        outdated: z.array(z.string()),
      }),
    },
    errors: [],
  }),
  'delivery-monitor.check-cdn-status': endpoint({
    method: 'POST',
    path: '/api/functions/check-cdn-status',
    auth: 'admin',
    summary: "Returns whether the stage's distribution is deployed and no invalidation is open, with the progress.",
    body: z.strictObject({ distributionId: DistributionId }),
    responses: {
      200: z.object({
        /** Whether CloudFront could be asked. When not, the last state is returned with its time. */
        success: z.boolean(),
        distribution: z.object({
          domainName: z.string(),
          /** Everything is deployed, and no invalidation is open. */
          isComplete: z.boolean(),
          /** 0 to 100; at most 99 while it is not complete. */
          progressPercentage: z.number(),
          /** Since the oldest open change or invalidation. */
          elapsedMinutes: z.number(),
          remainingMinutes: z.number(),
          status: z.enum(['Propagating', 'Deployed']),
          openInvalidations: z.number(),
          /** What a change takes: the median of the measured ones, or an assumption while fewer than 3 are measured. */
          expectedMinutes: z.number(),
          measured: z.number(),
          as_of: Timestamp,
        }),
      }),
    },
    errors: ['not_found', 'unavailable'],
  }),
};
