import type { IncomingMessage } from 'node:http';
import { createRecorders } from '../../metrics/recorders.ts';
import type { MetricStore } from '../../metrics/store.ts';
import { tablesOf } from './operations.ts';

/**
 * Records throttled requests, for each table and operation. DynamoDB Local never throttles, but a fault of the console
 * does. The returned function reads a request whose body nothing else reads.
 */
export const createThrottleMetrics = (store: MetricStore): ((request: IncomingMessage) => void) => {
  const recordersOf = createRecorders(store, {
    namespace: 'AWS/DynamoDB',
    units: { ThrottledRequests: 'Count' },
    dimensionsOf(resource) {
      const [Operation = '', TableName = ''] = resource.split(' ');
      return [{ Operation, TableName }];
    },
  });
  const record = (operation: string, body: string): void => {
    let input: unknown;
    try {
      input = JSON.parse(body);
    } catch {
      return;
    }
    for (const table of tablesOf(input as Readonly<Record<string, unknown>>))
      for (const metrics of recordersOf(`${operation} ${table}`)) metrics.ThrottledRequests.add(1);
  };
  return (request) => {
    const target = String(request.headers['x-amz-target'] ?? '');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => record(target.slice(target.indexOf('.') + 1), Buffer.concat(chunks).toString('utf8')));
  };
};
