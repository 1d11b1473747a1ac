import { createRecorders } from '../metrics/recorders.ts';
import type { MetricStore } from '../metrics/store.ts';
import type { EdgeOutcome } from './edge-cache.ts';

/** A request that a distribution has responded to. */
export interface DeliveredRequest {
  readonly distributionId: string;
  /** Epoch milliseconds of the end of the response. */
  readonly at: number;
  readonly method: string;
  /** Percent-encoded, as the viewer sent it. */
  readonly path: string;
  /** Path pattern of the behavior; `*` for the default one. */
  readonly pattern: string;
  /** 0 for a viewer who left before the response began. */
  readonly status: number;
  /** Bytes sent to the viewer, with headers. */
  readonly bytes: number;
  /** Milliseconds to the first byte. */
  readonly firstByteMs: number;
  /** `Error` also for a viewer who left. */
  readonly result: EdgeOutcome | 'Error';
  /** CloudFront could have cached the response. */
  readonly isCacheable: boolean;
}

/** Whether the cache responded; undefined where no cache was asked. */
const isFromCache: Readonly<Partial<Record<DeliveredRequest['result'], boolean>>> = {
  Hit: true,
  RefreshHit: true,
  Miss: false,
};

const percent = (counts: boolean): number => (counts ? 100 : 0);

/** Records the metrics of distributions. */
export const createDeliveryMetrics = (store: MetricStore): ((request: DeliveredRequest) => void) => {
  const recordersOf = createRecorders(store, {
    namespace: 'AWS/CloudFront',
    units: {
      Requests: 'None',
      BytesDownloaded: 'None',
      '4xxErrorRate': 'Percent',
      '5xxErrorRate': 'Percent',
      TotalErrorRate: 'Percent',
      CacheHitRate: 'Percent',
    },
    dimensionsOf: (DistributionId) => [{ DistributionId, Region: 'Global' }],
  });
  return ({ distributionId, status, bytes, result, isCacheable }) => {
    for (const metrics of recordersOf(distributionId)) {
      metrics.Requests.add(1);
      metrics.BytesDownloaded.add(bytes);
      metrics['4xxErrorRate'].add(percent(status >= 400 && status < 500));
      metrics['5xxErrorRate'].add(percent(status >= 500));
      metrics.TotalErrorRate.add(percent(status >= 400));
      const fromCache = isFromCache[result];
      if (isCacheable && fromCache !== undefined) metrics.CacheHitRate.add(percent(fromCache));
    }
  };
};
