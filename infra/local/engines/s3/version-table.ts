import type { Database } from './database.ts';
import { prefixEnd } from './key-range.ts';
import type { Checksum, ObjectAttributes, ObjectVersion } from './types.ts';

const COLUMNS = 'bucket, key, version, sequence, latest, marker, blob, size, etag, modified, attributes, checksum';

const fromRow = (row: Record<string, unknown>): ObjectVersion => ({
  bucket: String(row['bucket']),
  key: String(row['key']),
  versionId: String(row['version']),
  sequence: Number(row['sequence']),
  latest: row['latest'] === 1,
  deleteMarker: row['marker'] === 1,
  blob: String(row['blob']),
  size: Number(row['size']),
  etag: String(row['etag']),
  modified: Number(row['modified']),
  attributes: JSON.parse(String(row['attributes'])) as ObjectAttributes,
  ...(row['checksum'] === null ? {} : { checksum: JSON.parse(String(row['checksum'])) as Checksum }),
});

const select = (database: Database, where: string, ...values: (string | number)[]): ObjectVersion[] =>
  database.all(`SELECT ${COLUMNS} FROM versions WHERE ${where}`, ...values).map(fromRow);

/** The current version of a key; it may be a delete marker. */
export const selectCurrent = (database: Database, bucket: string, key: string): ObjectVersion | undefined =>
  select(database, 'bucket = ? AND key = ? AND latest = 1', bucket, key)[0];

/** One version by its ID. */
export const selectVersion = (
  database: Database,
  bucket: string,
  key: string,
  versionId: string,
): ObjectVersion | undefined => select(database, 'bucket = ? AND key = ? AND version = ?', bucket, key, versionId)[0];

/** Adds a version as the current one of its key. */
export const insertCurrent = (database: Database, version: ObjectVersion): void => {
  const { bucket, key } = version;
  database.run('UPDATE versions SET latest = 0 WHERE bucket = ? AND key = ? AND latest = 1', bucket, key);
  database.run(
    `INSERT INTO versions (${COLUMNS}) VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)`,
    bucket,
    key,
    version.versionId,
    version.sequence,
    version.deleteMarker ? 1 : 0,
    version.blob,
    version.size,
    version.etag,
    version.modified,
    JSON.stringify(version.attributes),
    version.checksum ? JSON.stringify(version.checksum) : null,
  );
};

/** Deletes a version without a new current one. */
export const deleteVersion = (database: Database, { bucket, key, versionId }: ObjectVersion): void => {
  database.run('DELETE FROM versions WHERE bucket = ? AND key = ? AND version = ?', bucket, key, versionId);
};

/** Makes the newest version of a key the current one. */
export const promoteNewest = (database: Database, bucket: string, key: string): void => {
  const newest = select(database, 'bucket = ? AND key = ? ORDER BY sequence DESC LIMIT 1', bucket, key)[0];
  if (!newest) return;
  database.run(
    'UPDATE versions SET latest = 1 WHERE bucket = ? AND key = ? AND version = ?',
    bucket,
    key,
    newest.versionId,
  );
};

/** Current objects with `key >= from` (or `> from`) inside the prefix, in key order. */
export const selectCurrentPage = (
  database: Database,
  bucket: string,
  prefix: string,
  from: string,
  inclusive: boolean,
  limit: number,
): ObjectVersion[] =>
  select(
    database,
    `bucket = ? AND latest = 1 AND marker = 0 AND key ${inclusive ? '>=' : '>'} ? AND key >= ? AND key < ?
     ORDER BY key LIMIT ?`,
    bucket,
    from,
    prefix,
    prefixEnd(prefix),
    limit,
  );

/** Versions of keys after `from`, and those of `from` with a sequence below `before`; newest first for each key. */
export const selectVersionPage = (
  database: Database,
  bucket: string,
  prefix: string,
  from: string,
  before: number,
  limit: number,
): ObjectVersion[] =>
  select(
    database,
    `bucket = ? AND key >= ? AND key < ? AND (key > ? OR (key = ? AND sequence < ?))
     ORDER BY key, sequence DESC LIMIT ?`,
    bucket,
    prefix,
    prefixEnd(prefix),
    from,
    from,
    before,
    limit,
  );

/** Current objects last modified by `time`, and delete markers without an older version. */
export const selectOlderThan = (database: Database, bucket: string, prefix: string, time: number): ObjectVersion[] =>
  select(
    database,
    'bucket = ? AND latest = 1 AND key >= ? AND key < ? AND modified <= ?',
    bucket,
    prefix,
    prefixEnd(prefix),
    time,
  ).filter(
    (version) =>
      !version.deleteMarker ||
      select(database, 'bucket = ? AND key = ? AND latest = 0 LIMIT 1', version.bucket, version.key).length === 0,
  );

/** Versions that were replaced by `time`, each with its number of newer noncurrent versions. */
export const selectNoncurrentSince = (
  database: Database,
  bucket: string,
  prefix: string,
  time: number,
): { version: ObjectVersion; newer: number }[] =>
  database
    .all(
      `SELECT ${COLUMNS}, newer FROM (
         SELECT ${COLUMNS}, LAG(modified) OVER key_order AS replaced, ROW_NUMBER() OVER key_order - 2 AS newer
         FROM versions WHERE bucket = ? AND key >= ? AND key < ?
         WINDOW key_order AS (PARTITION BY key ORDER BY sequence DESC)
       ) WHERE latest = 0 AND replaced <= ?`,
      bucket,
      prefix,
      prefixEnd(prefix),
      time,
    )
    .map((row) => ({ version: fromRow(row), newer: Number(row['newer']) }));

/** Names of all files that versions refer to. */
export const selectBlobs = (database: Database): string[] =>
  database.all("SELECT blob FROM versions WHERE blob <> ''").map((row) => String(row['blob']));
