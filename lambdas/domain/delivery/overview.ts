import { MINIMUM_PROBES, MINIMUM_REQUESTS } from '../../contract/delivery/monitor-rules.ts';
import type {
  Analytics,
  CdnAlert,
  CdnHealth,
  CdnOverview,
  DeliveryFigure,
  FigureName,
} from '../../contract/delivery/monitor.ts';
import { probeResponse } from './alert-rules.ts';
import { phasesOf } from './cdn-phases.ts';
import { healthOf } from './health.ts';
import { probesIn } from './heartbeats.ts';
import { cacheableOf, countOf, firstByteOf, hitRatioOf, meanFirstByteOf, type SiteWindow } from './site-window.ts';
import type { WatchState } from './watch-state.ts';

/** What the overview is computed from. */
export interface OverviewInput {
  readonly state: WatchState;
  readonly day: SiteWindow;
  readonly openAlerts: readonly CdnAlert[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What each figure is, for screens that show it. Those of logs and metrics are about viewers only, not the probe. */
const DEFINITIONS = {
  requests: 'Requests that viewers made.',
  bytes: 'Bytes that were sent to viewers.',
  bandwidth: 'Bytes per second that were sent to viewers, over five minutes.',
  hit_ratio:
    'Share of the successful requests for cacheable files that were answered from the cache, including files that ' +
    'the origin only confirmed.',
  error_rate: 'Share of the requests of viewers that were answered with an error (4xx or 5xx).',
  client_error_rate: 'Share of the requests of viewers that were answered with a client error (4xx).',
  server_error_rate: 'Share of the requests of viewers that were answered with a server error (5xx).',
  availability:
    'Share of the requests of viewers that were not answered with a server error (5xx); a probe that failed while no ' +
    'viewer requested anything counts as such a response.',
  availability_of_probes: 'Share of the probes that succeeded, because viewers made too few requests.',
  response_mean: 'Mean time from a request at the edge to the first byte of its response, at most 5 % off.',
  response_p50: 'Half of the responses began within this time after their request at the edge, at most 5 % off.',
  response_p95: '95 % of the responses began within this time after their request at the edge, at most 5 % off.',
  probe_response: 'Mean time from a request to the first byte of its response in the last three probes.',
} as const satisfies Readonly<Record<FigureName | 'availability_of_probes', string>>;

type Measured = Omit<DeliveryFigure, 'from' | 'to' | 'source' | 'as_of'>;

/** A figure of the last day or the last five minutes of CloudWatch. */
const fromMetrics = ({ state }: OverviewInput, window: 'recent' | 'day', figure: Measured): DeliveryFigure => {
  const [from, to] = [state[window]?.from ?? null, state[window]?.to ?? null];
  return { ...figure, from, to, source: 'cloudwatch', as_of: to };
};

const fromLogs = ({ day: { from, to } }: OverviewInput, figure: Measured): DeliveryFigure => ({
  ...figure,
  from,
  to,
  source: 'logs',
  as_of: to,
});

const rate = (input: OverviewInput, field: 'error_rate' | 'client_error_rate' | 'server_error_rate'): DeliveryFigure =>
  fromMetrics(input, 'day', {
    value: input.state.day?.[field] ?? null,
    unit: 'percent',
    n: input.state.day?.requests ?? 0,
    minimum: MINIMUM_REQUESTS,
    definition: DEFINITIONS[field],
  });

/**
 * With traffic, the share of requests without a server error, in which failed probes count where CloudFront counted no
 * request: when it cannot be reached, it counts none. Without traffic, the share of successful probes.
 */
const availability = (input: OverviewInput): DeliveryFigure => {
  const { day, probes, probe_hours: hours } = input.state;
  if (day && day.server_error_rate !== null) {
    const n = day.requests + day.failed_probes;
    return fromMetrics(input, 'day', {
      value: ((100 - day.server_error_rate) * day.requests) / n,
      unit: 'percent',
      n,
      minimum: MINIMUM_REQUESTS,
      definition: DEFINITIONS.availability,
    });
  }
  const { n, ok } = probesIn(hours);
  return {
    value: n < MINIMUM_PROBES ? null : (ok / n) * 100,
    unit: 'percent',
    n,
    minimum: MINIMUM_PROBES,
    from: hours[0]?.hour ?? null,
    to: probes.at(-1)?.at ?? null,
    source: 'probe',
    as_of: probes.at(-1)?.at ?? null,
    definition: DEFINITIONS.availability_of_probes,
  };
};

const firstByte = (
  input: OverviewInput,
  name: 'response_mean' | 'response_p50' | 'response_p95',
  value: number | null,
): DeliveryFigure =>
  fromLogs(input, {
    value,
    unit: 'milliseconds',
    n: countOf(input.day.sums.first_byte),
    minimum: MINIMUM_REQUESTS,
    definition: DEFINITIONS[name],
  });

const probeFigure = ({ state: { probes } }: OverviewInput): DeliveryFigure => ({
  ...probeResponse(probes),
  unit: 'milliseconds',
  minimum: MINIMUM_PROBES,
  from: probes.at(-MINIMUM_PROBES)?.at ?? null,
  to: probes.at(-1)?.at ?? null,
  source: 'probe',
  as_of: probes.at(-1)?.at ?? null,
  definition: DEFINITIONS.probe_response,
});

/** Seconds of the window `recent`. */
const FIVE_MINUTES = 300;

/** The figures of traffic. */
const trafficOf = (input: OverviewInput): Pick<CdnOverview['figures'], 'requests' | 'bytes' | 'bandwidth'> => {
  const { day, recent } = input.state;
  const bytes = recent?.bytes ?? null;
  const ofDay = { n: day?.requests ?? 0, minimum: MINIMUM_REQUESTS };
  return {
    requests: fromMetrics(input, 'day', {
      ...ofDay,
      value: day?.requests ?? null,
      unit: 'requests',
      // No requests is a value too.
      minimum: 0,
      definition: DEFINITIONS.requests,
    }),
    bytes: fromMetrics(input, 'day', {
      ...ofDay,
      value: day?.bytes ?? null,
      unit: 'bytes',
      definition: DEFINITIONS.bytes,
    }),
    bandwidth: fromMetrics(input, 'recent', {
      value: bytes === null ? null : bytes / FIVE_MINUTES,
      unit: 'bytes_per_second',
      n: recent?.requests ?? 0,
      minimum: MINIMUM_REQUESTS,
      definition: DEFINITIONS.bandwidth,
    }),
  };
};

const figuresOf = (input: OverviewInput): CdnOverview['figures'] => {
  const { sums } = input.day;
  return {
    ...trafficOf(input),
    hit_ratio: fromLogs(input, {
      value: hitRatioOf(sums),
      unit: 'percent',
      n: cacheableOf(sums),
      minimum: MINIMUM_REQUESTS,
      definition: DEFINITIONS.hit_ratio,
    }),
    error_rate: rate(input, 'error_rate'),
    client_error_rate: rate(input, 'client_error_rate'),
    server_error_rate: rate(input, 'server_error_rate'),
    availability: availability(input),
    response_mean: firstByte(input, 'response_mean', meanFirstByteOf(sums)),
    response_p50: firstByte(input, 'response_p50', firstByteOf(sums, 0.5)),
    response_p95: firstByte(input, 'response_p95', firstByteOf(sums, 0.95)),
    probe_response: probeFigure(input),
  };
};

/** The health of the delivery. */
export const healthFrom = ({ state, day }: Pick<OverviewInput, 'state' | 'day'>): CdnHealth => {
  const counted = state.media?.as_of ?? null;
  return healthOf({
    hitRatio: hitRatioOf(day.sums),
    errorRate: state.day?.error_rate ?? null,
    withoutMedia: state.media?.without_media ?? null,
    outdatedMedia: state.media?.outdated_media ?? null,
    asOf: { hits: day.to, errors: state.day?.to ?? null, media: counted, current: counted },
  });
};

/** What the overview of the CDN monitor shows. */
export const overviewOf = (input: OverviewInput): CdnOverview => {
  const { state, day, openAlerts } = input;
  return {
    figures: figuresOf(input),
    sources: [
      { source: 'cloudwatch', as_of: state.day?.to ?? null, failed_since: state.metrics_failed_since },
      { source: 'logs', as_of: day.to, failed_since: null },
      { source: 'probe', as_of: state.probes.at(-1)?.at ?? null, failed_since: null },
    ],
    health: healthFrom(input),
    phases: phasesOf({ ...input, openAlerts: openAlerts.length }),
    media: state.media,
    open_alerts: [...openAlerts],
    checked_at: state.checked_at,
  };
};

/** The measured values of the specification's CDN analytics; undefined for what is not measured now. */
const analyticsOf = ({
  state,
  day,
}: Pick<OverviewInput, 'state' | 'day'>): Readonly<Record<string, number | undefined>> => {
  const asShare = (percent: number | null | undefined) =>
    percent === null || percent === undefined ? undefined : percent / 100;
  return {
    totalRequests: state.day?.requests,
    cacheHitRatio: asShare(hitRatioOf(day.sums)),
    averageResponseTime: meanFirstByteOf(day.sums) ?? undefined,
    bandwidthUsage: state.day?.bytes ?? undefined,
    errorRate: asShare(state.day?.error_rate),
    contentWithoutCDN: state.media?.without_media,
    temporaryUrlsActive: state.media?.outdated_media,
  };
};

/** How far a number that a screen shows may be from the measured one: screens round. */
const TOLERANCE = 0.01;

/** The fields of analytics that a screen shows and that are not what is measured now. */
export const outdatedFields = (shown: Analytics, input: Pick<OverviewInput, 'state' | 'day'>): string[] => {
  const measured = analyticsOf(input);
  return Object.entries(shown)
    .filter(([name]) => name in measured)
    .filter(([name, value]) => {
      const now = measured[name];
      if (typeof value !== 'number' || now === undefined) return (typeof value === 'number') !== (now !== undefined);
      return Math.abs(value - now) > TOLERANCE * Math.max(1, Math.abs(now));
    })
    .map(([name]) => name);
};
