import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { defineEngine } from '../../engine.ts';
import { createDynamoAuthorize } from '../../iam/dynamodb-calls.ts';
import { metricsEngine } from '../../metrics/entry.ts';
import { createDynamoEngine, type DynamoEngine } from './engine.ts';
import { dynamoResources } from './resources.ts';
import { createThrottleMetrics } from './throttle-metrics.ts';
import type { LocalTable } from './tables.ts';

/** The database of the template. */
export interface Database {
  /** Still starting while the first resources are created. Rejects with a StartError, e.g. without Java. */
  readonly dynamo: Promise<DynamoEngine>;
  /** The table of a stream, by the stream's ARN. */
  tableOfStream(streamArn: string): LocalTable | undefined;
}

/** The key of a data folder in a database that several local clouds use. A restart on the folder finds its tables. */
const accessKeyOf = (dataDir: string): string => createHash('sha256').update(resolve(dataDir)).digest('hex');

/** DynamoDB and its streams. */
export const dynamoEngine = defineEngine({
  name: 'DynamoDB',
  needs: { metrics: metricsEngine },
  faults: [
    {
      name: 'dynamodb',
      label: 'Database (DynamoDB)',
      signingName: 'dynamodb',
      throttled: ['ThrottlingException', 400, 'Throughput exceeds the current capacity of your table or index.'],
      failing: [
        'InternalServerError',
        500,
        'The request processing has failed because of an unknown error, exception or failure.',
      ],
    },
  ],
  create({ dataDir, folder, inMemory, database, authorizeJson, faults }, { metrics }) {
    faults.onThrottled('dynamodb', createThrottleMetrics(metrics.store));
    const dynamo = createDynamoEngine({
      ...(database === undefined
        ? { dataDir: folder('dynamodb'), inMemory }
        : { running: { endpoint: database, accessKey: accessKeyOf(dataDir) } }),
      authorize: createDynamoAuthorize(authorizeJson),
    });
    const streams = new Map<string, LocalTable>();
    const instance: Database = { dynamo, tableOfStream: (streamArn) => streams.get(streamArn) };
    return {
      instance,
      services: [dynamo.then(({ service }) => service)],
      resources: dynamoResources(dynamo, (table) => {
        if (table.streamArn) streams.set(table.streamArn, table);
      }),
      routes: { 'GET database': async () => (await dynamo).counters() },
      stop: async () => (await dynamo.catch(() => undefined))?.stop(),
    };
  },
});
