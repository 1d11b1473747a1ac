import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsError } from '../../../infra/local/aws/service.ts';
import { createDynamoEngine, type DynamoEngine } from '../../../infra/local/engines/dynamodb/engine.ts';
import type { AuthorizeDynamo } from '../../../infra/local/engines/dynamodb/proxy.ts';
import type { TableProperties } from '../../../infra/local/engines/dynamodb/tables.ts';
import { isAlive } from '../../../infra/local/process-alive.ts';
import { openDatabase } from '../../support/shared-database.ts';

const TABLE: TableProperties = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'gsi1pk', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'gsi1',
      KeySchema: [{ AttributeName: 'gsi1pk', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
};

const folders: string[] = [];
const dataFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-dynamodb-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Serves the engine on a port, as the local cloud's server does, and returns a client. */
const serve = async (
  engine: DynamoEngine,
): Promise<{ documents: DynamoDBDocumentClient; close: () => Promise<void> }> => {
  const server: Server = createServer((request, response) => {
    void engine.service.handle(request, response, { accessKeyId: 'a', secretAccessKey: 'b', name: 'tester' });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  return {
    documents: DynamoDBDocumentClient.from(client),
    async close() {
      client.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};

describe('in memory', () => {
  let engine: DynamoEngine;
  let documents: DynamoDBDocumentClient;
  let close: () => Promise<void>;
  let authorize: AuthorizeDynamo = () => undefined;

  beforeAll(async () => {
    engine = await createDynamoEngine({
      dataDir: dataFolder(),
      inMemory: true,
      authorize: (...call) => authorize(...call),
    });
    ({ documents, close } = await serve(engine));
  });
  afterAll(async () => {
    await close();
    await engine.stop();
    expect(isAlive(engine.pid)).toBe(false);
  });

  test('answers only calls that know its secret path, which is no argument of its process', async () => {
    const { origin, pathname } = new URL(engine.endpoint);
    expect(pathname).toMatch(/^\/[0-9a-f]{48}$/);
    const headers = {
      'x-amz-target': 'DynamoDB_20120810.ListTables',
      'content-type': 'application/x-amz-json-1.0',
      authorization:
        'AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=a, Signature=a',
    };
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(`${origin}${path}`, { method: 'POST', headers, body: '{}' })).status;
    expect(await statusOf(`${pathname}/`)).toBe(200);
    const wrong = ['/', '/shell/', `${pathname.slice(0, -1)}/`, `${pathname}0/`, `/x${pathname}/`, `//${pathname}/`];
    expect(await Promise.all(wrong.map(statusOf))).toEqual(wrong.map(() => 404));
    expect(execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(engine.pid)]).toString()).not.toContain(
      pathname.slice(1),
    );
  });

  test('creates a table with an index, a stream and time to live, and serves the SDK', async () => {
    const table = await engine.createTable(TABLE, 'Main');
    expect(table).toMatchObject({
      name: 'Main',
      arn: 'arn:aws:dynamodb:us-east-1:000000000000:table/Main',
      created: true,
    });
    expect(table.streamArn).toMatch(/^arn:aws:dynamodb:us-east-1:000000000000:table\/Main\/stream\/2/);
    engine.resetCounters();

    const written: (readonly string[])[] = [];
    const off = engine.streams.onWrite(table.streamArn ?? '', () => written.push(['Main']));
    await documents.send(
      new PutCommand({ TableName: 'Main', Item: { pk: 'A', sk: '1', gsi1pk: 'X' }, ReturnConsumedCapacity: 'TOTAL' }),
    );
    expect(written).toHaveLength(1);
    off();
    const got = await documents.send(
      new GetCommand({ TableName: 'Main', Key: { pk: 'A', sk: '1' }, ReturnConsumedCapacity: 'TOTAL' }),
    );
    expect(got.Item).toEqual({ pk: 'A', sk: '1', gsi1pk: 'X' });
    const page = await documents.send(
      new QueryCommand({
        TableName: 'Main',
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :x',
        ExpressionAttributeValues: { ':x': 'X' },
      }),
    );
    expect(page.Count).toBe(1);
    await documents.send(new ScanCommand({ TableName: 'Main' }));

    const counters = engine.counters();
    expect(counters['Scan']).toMatchObject({ calls: 1, tables: { Main: 1 } });
    expect(counters['GetItem']).toMatchObject({ calls: 1, readUnits: 0.5, writeUnits: 0 });
    expect(counters['PutItem']?.writeUnits).toBeGreaterThanOrEqual(1);
    engine.resetCounters();
    expect(engine.counters()).toEqual({});
  });

  test('keeps an unchanged table, adds a new index and removes a dropped one', async () => {
    const again = await engine.createTable(TABLE, 'Main');
    expect(again.created).toBe(false);
    const changed: TableProperties = {
      ...TABLE,
      AttributeDefinitions: [
        ...TABLE.AttributeDefinitions.filter(({ AttributeName }) => AttributeName !== 'gsi1pk'),
        { AttributeName: 'gsi2pk', AttributeType: 'S' },
        { AttributeName: 'gsi3pk', AttributeType: 'N' },
      ],
      GlobalSecondaryIndexes: ['gsi2', 'gsi3'].map((IndexName) => ({
        IndexName,
        KeySchema: [{ AttributeName: `${IndexName}pk`, KeyType: 'HASH' as const }],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      })),
    };
    await documents.send(new PutCommand({ TableName: 'Main', Item: { pk: 'B', sk: '1', gsi2pk: 'Y' } }));
    expect((await engine.createTable(changed, 'Main')).streamArn).toBe(again.streamArn);
    const query = (IndexName: string) =>
      documents.send(
        new QueryCommand({
          TableName: 'Main',
          IndexName,
          KeyConditionExpression: `${IndexName}pk = :y`,
          ExpressionAttributeValues: { ':y': 'Y' },
        }),
      );
    expect((await query('gsi2')).Count).toBe(1);
    await expect(query('gsi1')).rejects.toThrow();
  });

  test('stops the start and names the table when its key schema changes', async () => {
    const changed: TableProperties = { ...TABLE, KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] };
    await expect(engine.createTable(changed, 'Main')).rejects.toThrow(/key schema of table Main.*npm start -- --reset/);
  });

  test("rejects a denied call with AWS's error, before it reaches the database", async () => {
    authorize = (caller, operation) => {
      if (operation === 'PutItem') throw new AwsError('AccessDeniedException', `${caller?.name} may not ${operation}`);
    };
    const put = documents.send(new PutCommand({ TableName: 'Main', Item: { pk: 'C', sk: '1' } }));
    await expect(put).rejects.toMatchObject({ name: 'AccessDeniedException', message: 'tester may not PutItem' });
    authorize = () => undefined;
    const { Item } = await documents.send(new GetCommand({ TableName: 'Main', Key: { pk: 'C', sk: '1' } }));
    expect(Item).toBeUndefined();
  });
});

describe('one that runs already', () => {
  test('keeps the tables of its users apart, each found again by the same key, and outlives them', async () => {
    const database = await openDatabase();
    const open = (accessKey: string): Promise<DynamoEngine> =>
      createDynamoEngine({ running: { endpoint: database.endpoint, accessKey } });
    const [one, other] = [await open('one'), await open('other')];
    expect((await one.createTable(TABLE, 'Main')).created).toBe(true);
    expect((await other.createTable(TABLE, 'Main')).created).toBe(true);
    const { documents, close } = await serve(one);
    const elsewhere = await serve(other);
    await documents.send(new PutCommand({ TableName: 'Main', Item: { pk: 'A', sk: '1' } }));
    const read = { TableName: 'Main', Key: { pk: 'A', sk: '1' } };
    expect((await elsewhere.documents.send(new GetCommand(read))).Item).toBeUndefined();
    await Promise.all([close(), elsewhere.close(), one.stop(), other.stop()]);

    const next = await open('one');
    expect((await next.createTable(TABLE, 'Main')).created).toBe(false);
    const again = await serve(next);
    expect((await again.documents.send(new GetCommand(read))).Item).toEqual({ pk: 'A', sk: '1' });
    await again.close();
    await next.stop();
    await database.stop();
  });
});

describe('on disk', () => {
  test('keeps its data, rejects a second run, and exits when its parent is killed', async () => {
    const dataDir = dataFolder();
    const first = await createDynamoEngine({ dataDir, inMemory: false });
    await first.createTable(TABLE, 'Main');
    await expect(createDynamoEngine({ dataDir, inMemory: false })).rejects.toThrow(
      /Another Soundstage .* is running on this data folder/,
    );
    await first.stop();
    expect(existsSync(join(dataDir, 'dynamodb.pid'))).toBe(false);

    // A run that is killed without cleanup.
    const enginePath = join(import.meta.dirname, '../../../infra/local/engines/dynamodb/engine.ts');
    const script = `
      import { createDynamoEngine } from ${JSON.stringify(enginePath)};
      const engine = await createDynamoEngine({ dataDir: ${JSON.stringify(dataDir)}, inMemory: false });
      const { created } = await engine.createTable(${JSON.stringify(TABLE)}, 'Main');
      console.log(JSON.stringify({ pid: engine.pid, created }));
      process.kill(process.pid, 'SIGKILL');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await new Promise((done) => child.once('close', done));
    const { pid, created } = JSON.parse(output) as { pid: number; created: boolean };
    expect(created).toBe(false);
    expect(JSON.parse(readFileSync(join(dataDir, 'dynamodb.pid'), 'utf8'))).toMatchObject({ pid });

    const next = await createDynamoEngine({ dataDir, inMemory: false });
    expect(isAlive(pid)).toBe(false);
    expect((await next.createTable(TABLE, 'Main')).created).toBe(false);
    await next.stop();
  });

  test('leaves a process alone that the stored process ID wrongly names', async () => {
    const dataDir = dataFolder();
    writeFileSync(join(dataDir, 'dynamodb.pid'), JSON.stringify({ pid: process.pid, parent: process.ppid }));
    const engine = await createDynamoEngine({ dataDir, inMemory: true });
    await engine.stop();
  });
});

describe('a computer without the required Java', () => {
  test('reports missing Java in one line', async () => {
    const start = createDynamoEngine({ dataDir: dataFolder(), inMemory: true, java: 'no-such-java' });
    await expect(start).rejects.toThrow(
      'Soundstage needs Java 17 or newer on the PATH for its local database; none was found.',
    );
  });

  test('reports outdated Java in one line', async () => {
    const folder = dataFolder();
    const java = join(folder, 'java');
    writeFileSync(java, '#!/bin/sh\necho \'openjdk version "1.8.0_402"\' >&2\nexit 1\n', { mode: 0o755 });
    await expect(createDynamoEngine({ dataDir: folder, inMemory: true, java })).rejects.toThrow(
      'Soundstage needs Java 17 or newer on the PATH for its local database; this one is Java 8.',
    );
  });

  test('names a port that is in use', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await expect(createDynamoEngine({ dataDir: dataFolder(), inMemory: true, port })).rejects.toThrow(`Port ${port}`);
    await new Promise((done) => server.close(done));
  });
});
