import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { LOCAL_REGION } from '../../infra/local/aws/service.ts';
import { startJava } from '../../infra/local/engines/dynamodb/java-process.ts';
import type { Category } from '../../lambdas/contract/content/catalog.ts';
import { seedCatalog } from './catalog.ts';
import { seedAudit, seedPeople } from './crowd.ts';

/** Where a large catalog is written. */
export interface LargeCatalog {
  /** Data folder of a stopped stack. */
  readonly dataFolder: string;
  readonly table: string;
  readonly categories: readonly Category[];
}

const clientAt = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({
    region: LOCAL_REGION,
    endpoint,
    credentials: { accessKeyId: 'soundstage', secretAccessKey: 'unused' },
  });

const answers = async (endpoint: string): Promise<boolean> => {
  const client = clientAt(endpoint);
  try {
    await client.send(new ListTablesCommand({}));
    return true;
  } catch {
    return false;
  } finally {
    client.destroy();
  }
};

/**
 * Stores `count` content items, people and audit log entries in the table of a stopped stack. Only the database runs,
 * and the table's stream is off, so that no consumer has to process a million records. The next start turns the stream
 * on again. Use a new data folder: DynamoDB Local scans past all records of earlier streams on every call, so old
 * records would slow down every measurement.
 */
export const fillCatalog = async (
  { dataFolder, table, categories }: LargeCatalog,
  count: number,
  onStop: (stop: () => Promise<void>) => void,
): Promise<void> => {
  const java = await startJava({ dataDir: join(dataFolder, 'dynamodb'), inMemory: false }, answers);
  onStop(java.stop);
  const database = clientAt(java.endpoint);
  try {
    await database.send(new UpdateTableCommand({ TableName: table, StreamSpecification: { StreamEnabled: false } }));
    const target = { documents: DynamoDBDocumentClient.from(database), table, categories };
    await seedCatalog(target, count);
    await seedPeople(target, count);
    await seedAudit(target, count);
  } finally {
    database.destroy();
    await java.stop();
  }
};
