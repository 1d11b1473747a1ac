import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { LOCAL_REGION } from '../../infra/local/aws/service.ts';
import { startJava } from '../../infra/local/engines/dynamodb/java-process.ts';
import type { Category } from '../../lambdas/contract/content/catalog.ts';
import { seedCatalog } from './catalog.ts';
import { seedAudit, seedPeople } from './crowd.ts';

/** Where a large catalog goes. */
export interface LargeCatalog {
  /** Data folder of a stack that does not run. */
  readonly dataFolder: string;
  readonly table: string;
  readonly categories: readonly Category[];
}

const clientAt = (port: number): DynamoDBClient =>
  new DynamoDBClient({
    region: LOCAL_REGION,
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'soundstage', secretAccessKey: 'unused' },
  });

const answers = async (port: number): Promise<boolean> => {
  const client = clientAt(port);
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
 * Stores `count` contents, people and entries of the audit log in a stopped stack's table, by the database alone and
 * with the table's stream off: nobody is to hear of a million of them. The next start turns it on again. For a young
 * folder only: DynamoDB Local looks at every call for the first record of a stream, behind all records of the streams
 * before it, so many old ones would slow every figure.
 */
export const fillCatalog = async (
  { dataFolder, table, categories }: LargeCatalog,
  count: number,
  onStop: (stop: () => Promise<void>) => void,
): Promise<void> => {
  const java = await startJava({ dataDir: join(dataFolder, 'dynamodb'), inMemory: false }, answers);
  onStop(java.stop);
  const database = clientAt(java.port);
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
