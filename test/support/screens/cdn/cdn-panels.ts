import { CDN_CHECKS, CDN_PHASES, HEALTH_POINTS } from '../../../../lambdas/contract/delivery/monitor-rules.ts';
import type { CdnOverview, DeliveryFigure } from '../../../../lambdas/contract/delivery/monitor.ts';
import type { BucketDiagnosis, Repair } from '../../../../lambdas/contract/delivery/tools.ts';

/** The end of the windows of the fixtures, and their beginning. */
export const CDN_AT = '2030-02-14T12:00:00.000Z';
const FROM = '2030-02-13T12:00:00.000Z';

const figure = (over: Partial<DeliveryFigure> = {}): DeliveryFigure => ({
  value: 82.04,
  unit: 'percent',
  n: 1234,
  minimum: 50,
  from: FROM,
  to: CDN_AT,
  source: 'logs',
  as_of: CDN_AT,
  definition: 'Share of the requests that were answered from the cache.',
  ...over,
});

/** The state of the delivery: phase 1 is active, because logs do not arrive. */
export const cdnOverview = (over: Partial<CdnOverview> = {}): CdnOverview => ({
  figures: {
    requests: figure({ value: 1234, unit: 'requests', source: 'cloudwatch' }),
    bytes: figure({ value: 5_000_000, unit: 'bytes', source: 'cloudwatch' }),
    bandwidth: figure({ value: 1000, unit: 'bytes_per_second', source: 'cloudwatch' }),
    hit_ratio: figure(),
    error_rate: figure({ value: 1.5, source: 'cloudwatch', definition: 'Share of the requests with an error.' }),
    client_error_rate: figure({ value: 1, source: 'cloudwatch' }),
    server_error_rate: figure({ value: 0.5, source: 'cloudwatch' }),
    availability: figure({ value: 99.5, source: 'cloudwatch' }),
    response_mean: figure({ value: 55, unit: 'milliseconds' }),
    response_p50: figure({ value: 40, unit: 'milliseconds' }),
    response_p95: figure({ value: 400, unit: 'milliseconds' }),
    probe_response: figure({ value: 30, unit: 'milliseconds', source: 'probe' }),
  },
  sources: (['cloudwatch', 'logs', 'probe'] as const).map((source) => ({ source, as_of: CDN_AT, failed_since: null })),
  health: {
    healthScore: 81.74,
    label: 'Good',
    parts: [
      { part: 'hits', points: 24.61, most: HEALTH_POINTS.hits, value: 0.8204, as_of: CDN_AT },
      { part: 'errors', points: 24.63, most: HEALTH_POINTS.errors, value: 0.015, as_of: CDN_AT },
      { part: 'media', points: 12.5, most: HEALTH_POINTS.media, value: 2, as_of: CDN_AT },
      { part: 'current', points: 20, most: HEALTH_POINTS.current, value: 0, as_of: CDN_AT },
    ],
  },
  phases: CDN_PHASES.map(({ number, name }) => ({
    number,
    name,
    status: number === 0 ? 'completed' : number === 1 ? 'active' : 'pending',
    progress: number === 0 ? 100 : 50,
    checks: CDN_CHECKS.slice(2 * number, 2 * number + 2).map((check, index) => ({
      check,
      met: number === 0 || index === 0,
    })),
  })),
  media: { titles: 40, without_media: 2, outdated_media: 0, as_of: CDN_AT },
  open_alerts: [],
  checked_at: CDN_AT,
  ...over,
});

export const cdnSettings = {
  settings: { distribution_id: 'E2ABCDEF', domain_name: 'd111.cloudfront.net', status: 'active' },
} as const;

/** A change that is on its way to the edge locations. */
export const propagating = {
  success: true,
  distribution: {
    domainName: 'd111.cloudfront.net',
    isComplete: false,
    progressPercentage: 40,
    elapsedMinutes: 1,
    remainingMinutes: 12,
    status: 'Propagating' as 'Propagating' | 'Deployed',
    openInvalidations: 2,
    expectedMinutes: 20,
    measured: 1,
    as_of: CDN_AT,
  },
};

/** A repair that found nothing to do. */
export const nothingRepaired: Repair = {
  success: true,
  configurationUpdated: false,
  manualConfigRequired: false,
  instructions: [],
  consoleUrl: null,
};

/** A repair that AWS denied. */
export const deniedRepair: Repair = {
  ...nothingRepaired,
  success: false,
  manualConfigRequired: true,
  instructions: ['Open the permissions of the bucket.', 'Find out who changed its policy.'],
  consoleUrl: 'https://us-east-1.console.aws.amazonaws.com/s3/buckets/media',
};

const bucket = (over: Partial<BucketDiagnosis>): BucketDiagnosis => ({
  bucket: 'uploads',
  name: 'soundstage-uploads',
  cors: 'as-declared',
  public_access_block: 'as-declared',
  policy: 'as-declared',
  is_public: false,
  ...over,
});

export const s3Diagnosis = {
  success: false,
  diagnosis: {
    buckets: [bucket({ cors: 'different' }), bucket({ bucket: 'media', name: 'soundstage-media', is_public: null })],
    recommendations: ['The CORS rules of soundstage-uploads were changed. Configure CORS.'],
    checked_at: CDN_AT,
  },
};

export const testedConnections = {
  success: false,
  connections: [
    { name: 'table', ok: true, latency_ms: 12.4, problem: null },
    { name: 'distribution', ok: false, latency_ms: 10_000, problem: 'TimeoutError' },
  ],
  tested_at: CDN_AT,
} as const;

/** The strategy while CloudFront is down. */
export const corsStrategy = {
  ...nothingRepaired,
  strategy: 'cors',
  reason: 'The distribution is disabled, missing or still being deployed.',
  capabilities: { cloudFront: false, cors: true, singlePut: null },
} as const;

export const cdnAdvice = {
  optimizations: [
    {
      rule: 'raise-hit-ratio',
      phase: 2,
      numbers: { hit_ratio: 62.5, target: 80, cacheable: 1000, misses: 375 },
      from: FROM,
      to: CDN_AT,
      saving: { usd_month: 0.0021, requests_month: 5250, milliseconds: null, health_points: null },
    },
    {
      rule: 'convert-missing-media',
      phase: 2,
      numbers: { without_media: 2, titles: 40 },
      from: null,
      to: null,
      saving: { usd_month: null, requests_month: null, milliseconds: null, health_points: 12.5 },
    },
  ],
  unchecked: ['fit-price-class'],
  outdated: ['totalRequests'],
} as const;

/** Titles with outdated media. */
export const outdatedTitles = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `cnt_01HZX3V5Q8W9T2M4N6P7R8S0${String(index).padStart(2, '0')}`,
    title: `Old take ${index + 1}`,
  }));
