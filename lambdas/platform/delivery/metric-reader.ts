import type { CloudFrontClient } from '@aws-sdk/client-cloudfront';
import * as z from 'zod/mini';
import { METRIC_PERIOD, type MetricName, type MetricReader } from '../../domain/delivery/metrics.ts';

/** CloudFront publishes metrics in this region only, whatever the region of the stage is. */
const REGION = 'us-east-1';
/** Milliseconds that a call may take. */
const LIMIT_MS = 5000;

/** Counts are added up; rates are means of the requests of a minute. */
const STATISTICS: Readonly<Record<MetricName, 'Sum' | 'Average'>> = {
  Requests: 'Sum',
  BytesDownloaded: 'Sum',
  '4xxErrorRate': 'Average',
  '5xxErrorRate': 'Average',
  TotalErrorRate: 'Average',
};

const Response = z.object({
  Datapoints: z.array(
    z.object({
      /** Seconds since 1970. */
      Timestamp: z.number(),
      Sum: z.optional(z.nullable(z.number())),
      Average: z.optional(z.nullable(z.number())),
    }),
  ),
});

/** Options of the reader. */
export interface MetricReaderOptions {
  /** Signs the calls: the credentials are those of the function. It can't call CloudFront any more afterwards. */
  readonly client: CloudFrontClient;
  readonly readDistribution: () => Promise<string>;
  /** The endpoint of all services, if it is not that of AWS. */
  readonly endpoint: string | undefined;
}

/**
 * Reads CloudFront's free metrics with GetMetricStatistics, which costs less than GetMetricData. CloudWatch speaks AWS
 * JSON 1.0, so one signed request does what an SDK client of its own would enlarge the bundle for.
 */
export const createMetricReader = ({ client, readDistribution, endpoint }: MetricReaderOptions): MetricReader => ({
  async read(metric, from, to) {
    const url = new URL(endpoint ?? `https://monitoring.${REGION}.amazonaws.com`);
    const statistic = STATISTICS[metric];
    const body = JSON.stringify({
      Namespace: 'AWS/CloudFront',
      MetricName: metric,
      Dimensions: [
        { Name: 'DistributionId', Value: await readDistribution() },
        { Name: 'Region', Value: 'Global' },
      ],
      StartTime: from / 1000,
      EndTime: to / 1000,
      Period: METRIC_PERIOD,
      Statistics: [statistic],
    });
    const signer = await client.config.signer({
      name: 'sigv4',
      signingName: 'monitoring',
      signingRegion: REGION,
      properties: {},
    });
    const { headers } = await signer.sign({
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port === '' ? {} : { port: Number(url.port) }),
      path: '/',
      query: {},
      headers: {
        host: url.host,
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'GraniteServiceVersion20100801.GetMetricStatistics',
      },
      body,
    });
    const { host: _sentAnyway, ...sent } = headers;
    const response = await fetch(url, { method: 'POST', headers: sent, body, signal: AbortSignal.timeout(LIMIT_MS) });
    if (!response.ok) throw new Error(`CloudWatch returned ${response.status} for ${metric}`);
    const { Datapoints: points } = Response.parse(await response.json());
    return new Map(
      points.flatMap((point) => {
        const value = point[statistic];
        return typeof value === 'number' ? [[point.Timestamp * 1000, value] as const] : [];
      }),
    );
  },
});
