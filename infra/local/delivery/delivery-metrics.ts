import type { WebResponse } from '../http.ts';
import { createRecorders } from '../metrics/recorders.ts';
import type { MetricStore } from '../metrics/store.ts';

/** A request that a distribution has responded to. */
export interface DeliveredRequest {
  readonly distributionId: string;
  readonly response: WebResponse;
  /** Responses to HEAD requests have no body. */
  readonly isHead: boolean;
  /** CloudFront could have cached the response. */
  readonly isCacheable: boolean;
}

/** The size of a body. A stream's size comes from its header, also when the viewer cancels the download. */
const bytesOf = ({ headers, body }: WebResponse): number =>
  body === undefined ? 0 : Buffer.isBuffer(body) ? body.length : Number(headers['content-length'] ?? 0) || 0;

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
  return ({ distributionId, response, isHead, isCacheable }) => {
    const { status } = response;
    for (const metrics of recordersOf(distributionId)) {
      metrics.Requests.add(1);
      metrics.BytesDownloaded.add(isHead ? 0 : bytesOf(response));
      metrics['4xxErrorRate'].add(percent(status >= 400 && status < 500));
      metrics['5xxErrorRate'].add(percent(status >= 500));
      metrics.TotalErrorRate.add(percent(status >= 400));
      // The local distribution has no cache, so no request is a hit.
      if (isCacheable) metrics.CacheHitRate.add(0);
    }
  };
};
