import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoEngine } from '../../infra/local/engines/dynamodb/engine.ts';
import type { TableProperties } from '../../infra/local/engines/dynamodb/tables.ts';
import { createTable, type Table } from '../../lambdas/data/table/table.ts';
import { tableDefinition, type IndexName } from '../../lambdas/data/table/table-definition.ts';

/** The cost of a database operation. */
export interface Cost {
  /** Operations by name, in order. */
  readonly calls: readonly string[];
  /** Capacity units, reads and writes combined. */
  readonly units: number;
}

/** The product's table in a test database. */
export interface TestTable {
  readonly table: Table;
  readonly documents: DynamoDBDocumentClient;
  /** Runs `work` and returns its database cost. */
  measure<T>(work: () => Promise<T>): Promise<Cost & { readonly result: T }>;
  stop(): Promise<void>;
}

const keyAttributes = [
  'pk',
  'sk',
  ...Object.values(tableDefinition.indexes).flatMap((index) => [index.partitionKey, index.sortKey]),
];

const keySchema = (partitionKey: string, sortKey: string) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];

/** The table's properties, as in the template. */
export const tableProperties: TableProperties = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: keyAttributes.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  KeySchema: keySchema(tableDefinition.partitionKey, tableDefinition.sortKey),
  GlobalSecondaryIndexes: Object.entries(tableDefinition.indexes).map(([IndexName, index]) => ({
    IndexName,
    KeySchema: keySchema(index.partitionKey, index.sortKey),
    Projection:
      IndexName === 'gsi1'
        ? { ProjectionType: 'ALL' }
        : tableDefinition.keysOnly.includes(IndexName as IndexName)
          ? { ProjectionType: 'KEYS_ONLY' }
          : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...tableDefinition.cardAttributes] },
  })),
  StreamSpecification: { StreamViewType: tableDefinition.stream },
};

const unitsOf = (consumed: unknown): number => {
  const list = Array.isArray(consumed) ? consumed : [consumed];
  return list.reduce(
    (sum: number, entry: { CapacityUnits?: number } | undefined) => sum + (entry?.CapacityUnits ?? 0),
    0,
  );
};

/** Starts an in-memory DynamoDB Local with the product's table (about a second). Call `stop` in `afterAll`. */
export const startTestTable = async (): Promise<TestTable> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'soundstage-table-'));
  const engine = await createDynamoEngine({ dataDir, inMemory: true });
  await engine.createTable(tableProperties, 'main');
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  let calls: string[] = [];
  let units = 0;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const response = await next(args);
      calls.push(String(context.commandName).replace(/Command$/, ''));
      units += unitsOf((response.output as { ConsumedCapacity?: unknown }).ConsumedCapacity);
      return response;
    },
    { step: 'initialize', name: 'count' },
  );
  const documents = DynamoDBDocumentClient.from(client);
  return {
    table: createTable(documents, 'main'),
    documents,
    async measure(work) {
      calls = [];
      units = 0;
      const result = await work();
      return { result, calls, units };
    },
    async stop() {
      client.destroy();
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
