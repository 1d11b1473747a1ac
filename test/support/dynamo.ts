import { randomUUID } from 'node:crypto';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { provisionTable, type TableProperties } from '../../infra/local/engines/dynamodb/tables.ts';
import { createWire } from '../../infra/local/engines/dynamodb/wire.ts';
import { createTable, type Table } from '../../lambdas/data/table/table.ts';
import { tableDefinition, type IndexName } from '../../lambdas/data/table/table-definition.ts';
import { openDatabase } from './shared-database.ts';

/** The cost of a database operation. */
export interface Cost {
  /** Operations by name, in order. */
  readonly calls: readonly string[];
  /** Capacity units, reads and writes combined. */
  readonly units: number;
}

/** The product's table in a test database. */
export interface TestTable {
  readonly name: string;
  readonly table: Table;
  readonly documents: DynamoDBDocumentClient;
  /** Runs `work` and returns its database cost. */
  measure<T>(work: () => Promise<T>): Promise<Cost & { readonly result: T }>;
  stop(): Promise<void>;
}

/** Under which the database keeps these tables. */
const ACCESS_KEY = 'test';

const keyAttributes = [
  'pk',
  'sk',
  ...Object.values(tableDefinition.indexes).flatMap((index) => [index.partitionKey, index.sortKey]),
];

const keySchema = (partitionKey: string, sortKey: string) => [
  { AttributeName: partitionKey, KeyType: 'HASH' as const },
  { AttributeName: sortKey, KeyType: 'RANGE' as const },
];

/**
 * The table's properties, as in the template but for its stream: these tests read none, and each record that DynamoDB
 * Local keeps for readers makes its later writes slower.
 */
const tableProperties: TableProperties = {
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
};

const unitsOf = (consumed: unknown): number => {
  const list = Array.isArray(consumed) ? consumed : [consumed];
  return list.reduce(
    (sum: number, entry: { CapacityUnits?: number } | undefined) => sum + (entry?.CapacityUnits ?? 0),
    0,
  );
};

/** Creates a table like the product's, which no other test sees. Call `stop` in `afterAll`. */
export const startTestTable = async (): Promise<TestTable> => {
  const database = await openDatabase();
  const name = `test-${randomUUID()}`;
  const wire = createWire(database.endpoint, ACCESS_KEY);
  await provisionTable(wire, tableProperties, name);
  wire.close();
  const client = new DynamoDBClient({
    endpoint: database.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: ACCESS_KEY, secretAccessKey: 'test' },
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
    name,
    table: createTable(documents, name),
    documents,
    async measure(work) {
      calls = [];
      units = 0;
      const result = await work();
      // A copy, because later calls without a measurement are recorded too.
      return { result, calls: [...calls], units };
    },
    async stop() {
      // Its memory is for the tables of later files.
      await client.send(new DeleteTableCommand({ TableName: name }));
      client.destroy();
      await database.stop();
    },
  };
};
