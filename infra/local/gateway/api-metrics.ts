import { createRecorders } from '../metrics/recorders.ts';
import type { MetricStore } from '../metrics/store.ts';

/** A request that an HTTP API has responded to. Times are in milliseconds. */
export interface ApiRequest {
  readonly apiId: string;
  readonly status: number;
  readonly latencyMs: number;
  /** Absent when no function was called. */
  readonly integrationMs?: number;
  /** Bytes of both bodies. */
  readonly bytes: number;
}

/** Records the metrics of HTTP APIs, with the names that HTTP APIs use, for each API and for its stage. */
export const createApiMetrics = (store: MetricStore): ((request: ApiRequest) => void) => {
  const recordersOf = createRecorders(store, {
    namespace: 'AWS/ApiGateway',
    units: {
      Count: 'Count',
      '4xx': 'Count',
      '5xx': 'Count',
      Latency: 'Milliseconds',
      IntegrationLatency: 'Milliseconds',
      DataProcessed: 'Bytes',
    },
    dimensionsOf: (ApiId) => [{ ApiId }, { ApiId, Stage: '$default' }],
  });
  return ({ apiId, status, latencyMs, integrationMs, bytes }) => {
    for (const metrics of recordersOf(apiId)) {
      metrics.Count.add(1);
      // Zeros count too, so that the average is the share of failed requests.
      metrics['4xx'].add(status >= 400 && status < 500 ? 1 : 0);
      metrics['5xx'].add(status >= 500 ? 1 : 0);
      metrics.Latency.add(latencyMs);
      if (integrationMs !== undefined) metrics.IntegrationLatency.add(integrationMs);
      metrics.DataProcessed.add(bytes);
    }
  };
};
