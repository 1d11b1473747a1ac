import { createDeliveryMetrics, type DeliveredRequest } from '../../../../infra/local/delivery/delivery-metrics.ts';
import { createManualClock } from '../../../../infra/local/clock.ts';
import { createQueueEngine } from '../../../../infra/local/events/queues/queue-engine.ts';
import { createQueueMetrics } from '../../../../infra/local/events/queues/queue-metrics.ts';
import { createFunctionMetrics } from '../../../../infra/local/functions/function-metrics.ts';
import { createApiMetrics } from '../../../../infra/local/gateway/api-metrics.ts';
import { createGateway } from '../../../../infra/local/gateway/gateway.ts';
import type { WebRequest } from '../../../../infra/local/http.ts';
import type { InvokeResult } from '../../../../infra/local/invoke.ts';
import { statisticOf } from '../../../../infra/local/metrics/bucket.ts';
import { createMetricStore, type Dimensions, MINUTE_MS } from '../../../../infra/local/metrics/store.ts';

const START = Date.UTC(2026, 0, 1, 12);

const open = (namespace: string) => {
  const clock = createManualClock(START);
  const store = createMetricStore(clock);
  return {
    clock,
    store,
    /** A statistic of each metric with these dimensions in the first minute. */
    read(dimensions: Dimensions, statistic: string): Record<string, number | undefined> {
      const found = statisticOf(statistic);
      if (!found) throw new Error(`no statistic ${statistic}`);
      const names = store
        .list()
        .filter((metric) => JSON.stringify(metric.dimensions) === JSON.stringify(dimensions))
        .map(({ name }) => name);
      return Object.fromEntries(
        names.map((name) => [name, store.read({ namespace, name, dimensions }, found, START, START + MINUTE_MS)]),
      );
    },
  };
};

describe('API Gateway', () => {
  it('counts requests by result, with the latency of the function', async () => {
    const { clock, store, read } = open('AWS/ApiGateway');
    let result: InvokeResult = { payload: { statusCode: 200, body: 'four' }, logs: [] };
    const gateway = createGateway({
      clock,
      invoke: async () => {
        await clock.advance(20);
        return result;
      },
      keysOf: () => undefined,
      onRequest: createApiMetrics(store),
    });
    gateway.defineApi('a1');
    gateway.defineRoute('a1', { key: 'POST /x', integration: { functionArn: 'f' } });
    gateway.defineStage('a1');
    const request = (path: string): WebRequest => ({
      method: 'POST',
      path,
      query: '',
      headers: {},
      body: Buffer.from('ab'),
      sourceIp: '127.0.0.1',
    });
    await gateway.handle('a1', request('/x'));
    result = { error: { errorType: 'Error', errorMessage: 'no' }, logs: [] };
    await gateway.handle('a1', request('/x'));
    const [missing, broken] = [await gateway.handle('a1', request('/y')), await gateway.handle('a1', request('/x'))];
    const sizes = [missing, broken, broken].map(({ body }) => (body as Buffer).length);
    for (const dimensions of [{ ApiId: 'a1' }, { ApiId: 'a1', Stage: '$default' }]) {
      expect(read(dimensions, 'Sum')).toEqual({
        Count: 4,
        '4xx': 1,
        '5xx': 2,
        Latency: 60,
        IntegrationLatency: 60,
        DataProcessed: 4 * 2 + 4 + sizes.reduce((sum, size) => sum + size, 0),
      });
      // A request without a function has no integration latency; a success counts as zero errors.
      expect(read(dimensions, 'SampleCount')).toMatchObject({ IntegrationLatency: 3, Latency: 4, '5xx': 4 });
    }
  });
});

describe('CloudFront', () => {
  it('has rates in percent, downloaded bytes, and a hit rate of cacheable requests without errors', () => {
    const { store, read } = open('AWS/CloudFront');
    const record = createDeliveryMetrics(store);
    const deliver = (status: number, result: DeliveredRequest['result'], isCacheable = true) =>
      record({
        distributionId: 'D1',
        at: START,
        method: 'GET',
        path: '/a',
        pattern: '*',
        status,
        bytes: 5,
        firstByteMs: 1,
        result,
        isCacheable,
      });
    deliver(200, 'Miss');
    deliver(200, 'Hit');
    deliver(304, 'RefreshHit');
    deliver(200, 'Miss', false);
    deliver(404, 'Error');
    deliver(503, 'Error');
    // A viewer who left.
    deliver(200, 'Error');
    deliver(200, 'Hit');
    const dimensions = { DistributionId: 'D1', Region: 'Global' };
    expect(read(dimensions, 'Sum')).toMatchObject({ Requests: 8, BytesDownloaded: 40 });
    expect(read(dimensions, 'Average')).toMatchObject({
      '4xxErrorRate': 12.5,
      '5xxErrorRate': 12.5,
      TotalErrorRate: 25,
      CacheHitRate: 75,
    });
    expect(read(dimensions, 'SampleCount')).toMatchObject({ CacheHitRate: 4 });
  });
});

describe('Lambda', () => {
  it('counts runs, errors and throttles for a function and for the account', () => {
    const { store, read } = open('AWS/Lambda');
    const metrics = createFunctionMetrics(store);
    metrics.ran('f', { durationMs: 10, failed: false });
    metrics.ran('f', { durationMs: 30, failed: true });
    metrics.ran('g', { failed: true });
    metrics.throttled('f');
    metrics.receivedBatch('g', 700);
    expect(read({ FunctionName: 'f' }, 'Sum')).toEqual({ Invocations: 2, Errors: 1, Throttles: 1, Duration: 40 });
    expect(read({ FunctionName: 'g' }, 'Sum')).toEqual({ Invocations: 1, Errors: 1, Throttles: 0, IteratorAge: 700 });
    expect(read({}, 'Sum')).toEqual({ Invocations: 3, Errors: 2, Throttles: 1, Duration: 40, IteratorAge: 700 });
  });
});

describe('SQS', () => {
  it('has the lengths of queues and the age of the oldest message', async () => {
    const { clock, store, read } = open('AWS/SQS');
    const queues = createQueueEngine({ clock, endpoint: () => 'http://127.0.0.1:1' });
    queues.createQueue({}, 'Work');
    const sample = createQueueMetrics(clock, store, queues);
    sample();
    expect(read({ QueueName: 'Work' }, 'Maximum')).toMatchObject({
      ApproximateNumberOfMessagesVisible: 0,
      ApproximateAgeOfOldestMessage: 0,
    });
    for (const body of ['a', 'b']) queues.find('Work')?.send({ body });
    queues.find('Work')?.send({ body: 'c', delaySeconds: 60 });
    await queues.find('Work')?.receive({ max: 1, waitMs: 0 });
    await clock.advance(5000);
    sample();
    expect(read({ QueueName: 'Work' }, 'Maximum')).toEqual({
      ApproximateNumberOfMessagesVisible: 1,
      ApproximateNumberOfMessagesNotVisible: 1,
      ApproximateNumberOfMessagesDelayed: 1,
      ApproximateAgeOfOldestMessage: 5,
    });
    queues.stop();
  });
});
