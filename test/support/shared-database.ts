import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDynamoEngine } from '../../infra/local/engines/dynamodb/engine.ts';

/** Names the address of the database that the test files of a run share. */
const VARIABLE = 'SOUNDSTAGE_TEST_DATABASE';

/** An in-memory DynamoDB Local that keeps the tables of each access key apart. */
export interface TestDatabase {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Starts DynamoDB Local in memory (about a second). */
const startDatabase = async (): Promise<TestDatabase> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'soundstage-table-'));
  const engine = await createDynamoEngine({ dataDir, inMemory: true, keysApart: true });
  return {
    endpoint: engine.endpoint,
    async stop() {
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** The shared database, which `stop` leaves running; one of its own where none is shared. */
export const openDatabase = async (): Promise<TestDatabase> => {
  const endpoint = process.env[VARIABLE];
  return endpoint === undefined ? startDatabase() : { endpoint, stop: async () => {} };
};

/**
 * Starts the database for every test file that starts after this, in this process and its children, and for their local
 * clouds. To start it, and to compile what it runs, takes several seconds of processor time, which each file would need
 * again.
 */
export const shareDatabase = async (): Promise<TestDatabase> => {
  // A run of tests within a test has one.
  const database = await openDatabase();
  process.env[VARIABLE] = database.endpoint;
  return database;
};

/** The option with which a local cloud uses the shared database. Empty where none is shared: it starts its own. */
export const sharedDatabase = (): { readonly database?: string } => {
  const database = process.env[VARIABLE];
  return database === undefined ? {} : { database };
};
