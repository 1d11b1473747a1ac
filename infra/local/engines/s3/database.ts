import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Increase it when the tables change: a folder with another version is rejected rather than misread. */
const SCHEMA_VERSION = 1;

/** SQLite compares text by its UTF-8 bytes, which is the order in which S3 lists keys. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY, properties TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS versions (
    bucket TEXT NOT NULL, key TEXT NOT NULL, version TEXT NOT NULL, sequence INTEGER NOT NULL,
    latest INTEGER NOT NULL, marker INTEGER NOT NULL, blob TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
    modified INTEGER NOT NULL, attributes TEXT NOT NULL, checksum TEXT,
    PRIMARY KEY (bucket, key, version)
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS current ON versions (bucket, key) WHERE latest = 1;
  CREATE INDEX IF NOT EXISTS history ON versions (bucket, key, sequence DESC);
  CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, initiated INTEGER NOT NULL,
    attributes TEXT NOT NULL, algorithm TEXT, type TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS parts (
    upload TEXT NOT NULL, number INTEGER NOT NULL, blob TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL,
    modified INTEGER NOT NULL, checksum TEXT,
    PRIMARY KEY (upload, number)
  ) STRICT;
`;

/** The engine's index. Calls are synchronous, so no request sees the unfinished changes of another. */
export interface Database {
  all(sql: string, ...values: readonly (string | number | null)[]): Record<string, unknown>[];
  run(sql: string, ...values: readonly (string | number | null)[]): void;
  /** Runs `work` in a transaction: either all of its writes happen or none. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Opens or creates the index in `folder`. */
export const openDatabase = (folder: string): Database => {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'index.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
  if (found !== 0 && found !== SCHEMA_VERSION) {
    database.close();
    throw new Error(
      `The local S3 data in ${folder} has version ${found}, not ${SCHEMA_VERSION}. ` +
        'Delete the folder to start with empty data.',
    );
  }
  database.exec(`${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION};`);

  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const prepared = (sql: string): ReturnType<DatabaseSync['prepare']> => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    all: (sql, ...values) => prepared(sql).all(...values) as Record<string, unknown>[],
    run(sql, ...values) {
      prepared(sql).run(...values);
    },
    transaction(work) {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    close() {
      database.close();
    },
  };
};
