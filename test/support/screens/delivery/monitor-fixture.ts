import { HEALTH_POINTS } from '../../../../lambdas/contract/delivery/monitor-rules.ts';
import type { CdnAlert, CdnHealth, CdnOverview, DeliveryHour } from '../../../../lambdas/contract/delivery/monitor.ts';
import type {
  PlayNumbers,
  PlayQualityReport,
  PlayTotals,
  Streams,
  TitlePlays,
} from '../../../../lambdas/contract/delivery/plays.ts';
import { DEVICES } from '../../../../lambdas/contract/delivery/play-kinds.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** A title that is played. */
export const PLAYED_ID = 'cnt_01HZX3V5Q8W9T2M4N6P7R8S0A1';
const OTHER_ID = 'cnt_01HZX3V5Q8W9T2M4N6P7R8S0A2';

const iso = (at: number): string => new Date(at).toISOString();

const LOGS_UNTIL = '2026-11-28T13:00:00.000Z';
const METRICS_UNTIL = '2026-11-28T15:45:00.000Z';
const COUNTED_AT = '2026-11-28T13:48:00.000Z';

/** Health with all parts. */
export const cdnHealth = (): CdnHealth => ({
  healthScore: 88.66,
  label: 'Good',
  parts: [
    { part: 'hits', points: 28.8, most: HEALTH_POINTS.hits, value: 0.96, as_of: LOGS_UNTIL },
    { part: 'errors', points: 24.86, most: HEALTH_POINTS.errors, value: 0.0056, as_of: METRICS_UNTIL },
    { part: 'media', points: 25, most: HEALTH_POINTS.media, value: 0, as_of: COUNTED_AT },
    { part: 'current', points: 10, most: HEALTH_POINTS.current, value: 2, as_of: COUNTED_AT },
  ],
});

/** What the monitor shows at a time (milliseconds): everything is measured, and one alert is open. */
export const monitorFixture = (now: number) => {
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  const day = { from: iso(now - DAY_HOURS * HOUR_MS), to: iso(now - 3 * MINUTE_MS), as_of: iso(now - 3 * MINUTE_MS) };
  const logs = {
    from: iso(hour - (DAY_HOURS + 2) * HOUR_MS),
    to: iso(hour - 2 * HOUR_MS),
    source: 'logs',
    as_of: iso(hour - 2 * HOUR_MS),
  } as const;
  const metrics = { ...day, source: 'cloudwatch' } as const;
  const probe = { ...day, source: 'probe', n: 3, minimum: 3 } as const;
  const count = { n: 12_345, minimum: 50 } as const;
  const rate = { ...metrics, ...count, unit: 'percent' } as const;
  const time = { ...logs, n: 9_000, minimum: 50, unit: 'milliseconds' } as const;

  const alert: CdnAlert = {
    rule: 'error-rate',
    severity: 'critical',
    created_at: iso(now - 10 * MINUTE_MS),
    value: 7.25,
    threshold: 5,
    n: 480,
    source: 'cloudwatch',
    from: iso(now - 15 * MINUTE_MS),
    to: iso(now - 10 * MINUTE_MS),
    resolved_at: null,
    resolved_value: null,
  };
  const resolved: CdnAlert = {
    ...alert,
    rule: 'response-time',
    severity: 'medium',
    value: 1_200,
    threshold: 1_000,
    n: 3,
    source: 'probe',
    created_at: iso(now - 5 * HOUR_MS),
    resolved_at: iso(now - 4 * HOUR_MS),
    resolved_value: 412.4,
  };

  const overview: CdnOverview = {
    figures: {
      requests: { ...metrics, n: 12_345, minimum: 0, value: 12_345, unit: 'requests', definition: 'Sum of Requests' },
      bytes: { ...metrics, ...count, value: 5_368_709_120, unit: 'bytes', definition: 'Sum of BytesDownloaded' },
      bandwidth: {
        ...metrics,
        n: 12,
        minimum: 50,
        value: null,
        unit: 'bytes_per_second',
        definition: 'BytesDownloaded / seconds of the window',
      },
      hit_ratio: {
        ...logs,
        n: 9_000,
        minimum: 50,
        value: 96,
        unit: 'percent',
        definition: '(Hit + RefreshHit) / (Hit + RefreshHit + Miss) of what can be cached, without errors',
      },
      error_rate: { ...rate, value: 0.56, definition: 'TotalErrorRate, weighted by requests' },
      client_error_rate: { ...rate, value: 0.5, definition: '4xxErrorRate, weighted by requests' },
      server_error_rate: { ...rate, value: 0.06, definition: '5xxErrorRate, weighted by requests' },
      availability: { ...rate, value: 99.94, definition: '100 − 5xxErrorRate, weighted by requests' },
      response_mean: { ...time, value: 71, definition: 'Mean time-to-first-byte at the edge' },
      response_p50: { ...time, value: 38, definition: '50th percentile of time-to-first-byte at the edge' },
      response_p95: { ...time, value: 240, definition: '95th percentile of time-to-first-byte at the edge' },
      probe_response: {
        ...probe,
        value: 120.4,
        unit: 'milliseconds',
        definition: 'Mean time to the first byte of the last three probes',
      },
    },
    sources: [
      { source: 'cloudwatch', as_of: day.as_of, failed_since: null },
      { source: 'logs', as_of: logs.as_of, failed_since: null },
      { source: 'probe', as_of: day.as_of, failed_since: null },
    ],
    health: cdnHealth(),
    phases: [],
    media: { titles: 40, without_media: 0, outdated_media: 2, as_of: iso(now - 2 * HOUR_MS) },
    open_alerts: [alert],
    checked_at: iso(now - 3 * MINUTE_MS),
  };

  const hourOf = (back: number): DeliveryHour => ({
    hour: iso(hour - back * HOUR_MS),
    requests: 100 * back,
    bytes: 1024 ** 2 * back,
    hits: 90 * back,
    refreshed: 2 * back,
    misses: 5 * back,
    client_errors: back,
    server_errors: 0,
    hit_ratio: back === 2 ? null : 94.85,
    error_rate: 1,
    response_p50: 30 + back,
    response_p95: 200 + back,
  });
  // The last two hours have no logs yet.
  const hours = {
    items: Array.from({ length: DAY_HOURS - 2 }, (_, index) => hourOf(DAY_HOURS - 1 - index)),
    from: iso(hour - (DAY_HOURS - 1) * HOUR_MS),
    to: iso(now),
    minimum: 50,
  };

  const few: PlayNumbers = {
    plays: 9,
    measured_plays: 3,
    starts: 3,
    hours: null,
    finish_rate: null,
    exit_rate: null,
    failure_rate: null,
    failures: null,
    startup_ms: null,
    stall_ms: null,
    stall_ratio: null,
    switches: null,
    definition: null,
  };
  const numbers: PlayNumbers = {
    plays: 1_200,
    measured_plays: 800,
    starts: 780,
    hours: 412.5,
    finish_rate: 0.61,
    exit_rate: 0.025,
    failure_rate: 0.0125,
    failures: { network: 8, decode: 2 },
    startup_ms: { p50: 412, p95: 1_930 },
    stall_ms: { p50: 300, p95: 2_400 },
    stall_ratio: 0.0042,
    switches: 1.5,
    definition: { '480': 0.25, '1080': 0.75 },
  };
  const period = {
    from: iso(now - 27 * DAY_HOURS * HOUR_MS).slice(0, 10),
    to: iso(now).slice(0, 10),
    time_zone: 'UTC',
    as_of: iso(now - 5 * MINUTE_MS),
  } as const;
  const totals: PlayTotals = {
    ...period,
    delivered_month: null,
    numbers,
    change: null,
    days: [],
    months: [],
    top: [
      { content_id: PLAYED_ID, title: 'Aurora Rising', plays: 120 },
      { content_id: OTHER_ID, title: 'Viper', plays: 30 },
    ],
  };
  const quality: PlayQualityReport = {
    ...period,
    site: numbers,
    devices: DEVICES.map((device) => ({ device, numbers: device === 'desktop' ? numbers : few })),
    countries: [{ country: 'DE', numbers }],
  };
  const titlePlays: TitlePlays = {
    content_id: PLAYED_ID,
    title: 'Aurora Rising',
    delivered: {
      requests: 4800,
      bytes: 3 * 1024 ** 3,
      hours: 41.5,
      client_errors: 9,
      server_errors: 1,
      cost_usd: 0.26,
      aborted: 31,
      hit_ratio: 0.704,
      response_ms: { p50: 42, p95: 380 },
    },
    ...period,
    numbers: few,
    retention: null,
    devices: [
      { name: 'phone', starts: 40, hours: 12.25 },
      { name: 'other', starts: 4, hours: 1 },
    ],
    countries: [{ name: 'FR', starts: 44, hours: 13.25 }],
    days: [],
    months: [],
  };
  const streams: Streams = {
    last_hour: 23,
    last_24_hours: 276,
    hours: Array.from({ length: DAY_HOURS }, (_, index) => ({
      from: iso(now - 5 * MINUTE_MS - (DAY_HOURS - index) * HOUR_MS),
      plays: index,
    })),
    as_of: period.as_of,
  };
  const status = {
    success: true,
    distribution: {
      domainName: 'd111111abcdef8.cloudfront.net',
      isComplete: false,
      progressPercentage: 40,
      elapsedMinutes: 6,
      remainingMinutes: 9,
      status: 'Propagating',
      openInvalidations: 1,
      expectedMinutes: 15,
      measured: 1,
      as_of: iso(now),
    },
  };
  const settings = {
    settings: { distribution_id: 'E0000000000001', domain_name: status.distribution.domainName, status: 'active' },
  };
  return { overview, hours, alerts: [alert, resolved], totals, quality, titlePlays, streams, status, settings };
};
