import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../infra/local/clock.ts';
import { createDynamoEngine } from '../../../infra/local/engines/dynamodb/engine.ts';
import type { TableProperties } from '../../../infra/local/engines/dynamodb/tables.ts';
import { createQueueEngine } from '../../../infra/local/events/queues/queue-engine.ts';
import { createStreamMapping } from '../../../infra/local/events/streams/stream-mapping.ts';
import { startBusyMeter } from '../../support/busyness.ts';

const TABLE: TableProperties = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
};

interface StreamEvent {
  readonly Records: readonly {
    readonly eventSourceARN: string;
    readonly dynamodb: { readonly NewImage: { readonly pk: { readonly S: string } } };
  }[];
}

/** One run of the local cloud's stream engine with one mapping on one table. */
const run = async (dataDir: string) => {
  const engine = await createDynamoEngine({ dataDir, inMemory: false });
  const { streamArn = '', created } = await engine.createTable(TABLE, 'Main');
  const server = createServer((request, response) => void engine.service.handle(request, response, undefined));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const documents = DynamoDBDocumentClient.from(client);
  const events: StreamEvent[] = [];
  const waiting: (() => void)[] = [];
  const start = (): ReturnType<typeof createStreamMapping> =>
    createStreamMapping({
      clock: systemClock,
      source: engine.streams,
      queues: createQueueEngine({ clock: systemClock, endpoint: () => '' }),
      name: 'Mapping',
      properties: { FunctionName: 'audit', EventSourceArn: streamArn, StartingPosition: 'LATEST' },
      fresh: created,
      positionsFile: join(dataDir, 'positions.json'),
      async invoke(_name, payload) {
        events.push(payload as StreamEvent);
        for (const done of waiting.splice(0)) done();
        return { payload: null, logs: [] };
      },
    });
  return {
    events,
    start,
    put: (pk: string) =>
      documents.send(new PutCommand({ TableName: 'Main', Item: { pk, bytes: new Uint8Array([1, 2]) } })),
    nextEvent: () => new Promise<void>((done) => waiting.push(done)),
    streamArn,
    async stop() {
      client.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await engine.stop();
    },
  };
};

test('delivers writes to the function once, across a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'soundstage-stream-'));
  try {
    const first = await run(dataDir);
    await first.put('before the mapping');
    const started = first.nextEvent();
    const mapping = first.start();
    await started;
    const another = first.nextEvent();
    const meter = startBusyMeter();
    const writtenAt = Date.now();
    await first.put('while it runs');
    await another;
    expect((Date.now() - writtenAt) / meter.stop()).toBeLessThan(1000);
    expect(first.events[0]?.Records[0]).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      eventSourceARN: first.streamArn,
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number) as unknown,
        Keys: { pk: { S: 'before the mapping' } },
        NewImage: { bytes: { B: 'AQI=' } },
        SequenceNumber: expect.any(String) as unknown,
      },
    });
    await mapping.stop();
    await first.put('while it was off');
    await first.stop();

    const second = await run(dataDir);
    const resumed = second.nextEvent();
    const mappingAgain = second.start();
    await resumed;
    const last = second.nextEvent();
    await second.put('after the restart');
    await last;
    await mappingAgain.stop();
    await second.stop();
    const keys = [...first.events, ...second.events].flatMap(({ Records }) =>
      Records.map(({ dynamodb }) => dynamodb.NewImage.pk.S),
    );
    expect(keys).toEqual(['before the mapping', 'while it runs', 'while it was off', 'after the restart']);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
