import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';
import { s3Error } from './protocol/errors.ts';
import type { BucketSettings } from './bucket-properties.ts';
import { readBucketProperties } from './bucket-properties.ts';
import type { Checksum, ObjectAttributes, ObjectVersion } from './types.ts';

/** What a write adds to the index. */
export interface NewObject {
  readonly blob: string;
  readonly size: number;
  readonly etag: string;
  readonly attributes: ObjectAttributes;
  readonly checksum?: Checksum;
}

/** Looks at the current version right before a write and may refuse it by throwing. */
export type WriteGuard = (current: ObjectVersion | undefined) => void;

/** What a deletion did. */
export interface Deletion {
  /** The delete marker that was made, or the version that is gone. */
  readonly version: ObjectVersion;
  readonly made: 'marker' | 'nothing';
}

/** Buckets and versions of objects. Every method is synchronous and whole. */
export interface Catalog {
  saveBucket(name: string, properties: Readonly<Record<string, unknown>>): void;
  /** @throws AwsError NoSuchBucket */
  bucket(name: string): BucketSettings;
  buckets(): readonly BucketSettings[];
  current(bucket: string, key: string): ObjectVersion | undefined;
  version(bucket: string, key: string, versionId: string): ObjectVersion | undefined;
  /** Makes a version the current one. `within` runs in the same transaction. Replaced files go to `onDropped`. */
  put(bucket: string, key: string, object: NewObject, guard?: WriteGuard, within?: () => void): ObjectVersion;
  /**
   * As DeleteObject; undefined when there was nothing to delete. @throws AwsError AccessDenied for a version that is
   * locked
   */
  remove(bucket: string, key: string, versionId?: string): Deletion | undefined;
  /** Current objects with `key >= from` (or `> from`) inside the prefix, in key order. */
  currentPage(bucket: string, prefix: string, from: string, inclusive: boolean, limit: number): ObjectVersion[];
  /** All versions at or behind a place, by key and newest first. */
  versionPage(bucket: string, prefix: string, from: string, before: number, limit: number): ObjectVersion[];
  /** Current objects modified before `time`, and delete markers with nothing behind them; for lifecycle rules. */
  olderThan(bucket: string, prefix: string, time: number): ObjectVersion[];
  /** Versions that were replaced before `time`, newest first by key, with how many newer noncurrent ones there are. */
  noncurrentSince(bucket: string, prefix: string, time: number): { version: ObjectVersion; newer: number }[];
  /** Rises with every call, over restarts too. */
  nextSequence(): number;
  /** Names of all files that versions refer to. */
  blobs(): string[];
}

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

/** 32 characters as AWS's version ids have; no dash, so that none looks like a command-line option. */
const newVersionId = (): string => randomBytes(24).toString('base64url').replaceAll('-', '.');

/** The smallest text that is greater than every text with the prefix; undefined when there is none. */
export const afterPrefix = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  // The code points of surrogates have no UTF-8 form.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
};

/** Attributes of a new version under its bucket's rule; a lock that a copied version has is not taken along. */
const withLock = (attributes: ObjectAttributes, rule: BucketSettings['lock'], now: number): ObjectAttributes => {
  const { lock: _former, ...given } = attributes;
  return rule ? { ...given, lock: { mode: rule.mode, until: now + rule.days * DAY_MS } } : given;
};

/** Whether nobody may remove a version yet. */
export const isLocked = ({ attributes }: ObjectVersion, now: number): boolean =>
  attributes.lock !== undefined && attributes.lock.until > now;

const DAY_MS = 86_400_000;

const NO_ATTRIBUTES: ObjectAttributes = { contentType: '', metadata: {} };

/** Greater than any key: the last code point over and over, longer than a key's 1,024 bytes. */
const BEYOND_ALL_KEYS = '\u{10ffff}'.repeat(257);

export const createCatalog = (database: Database, now: () => number, onDropped: (blobs: string[]) => void): Catalog => {
  const settings = new Map<string, BucketSettings>();
  for (const row of database.all('SELECT name, properties FROM buckets')) {
    const name = String(row['name']);
    settings.set(name, readBucketProperties(name, JSON.parse(String(row['properties'])) as Record<string, unknown>));
  }

  const select = (where: string, ...values: (string | number)[]): ObjectVersion[] =>
    database.all(`SELECT ${COLUMNS} FROM versions WHERE ${where}`, ...values).map(fromRow);
  const current = (bucket: string, key: string) => select('bucket = ? AND key = ? AND latest = 1', bucket, key)[0];
  const find = (bucket: string, key: string, id: string) =>
    select('bucket = ? AND key = ? AND version = ?', bucket, key, id)[0];
  const nextSequence = (): number =>
    Number(
      database.all(
        "INSERT INTO counters VALUES ('sequence', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value",
      )[0]?.['value'],
    );
  const requireBucket = (name: string): BucketSettings => {
    const found = settings.get(name);
    if (!found) throw s3Error('NoSuchBucket', undefined, { BucketName: name });
    return found;
  };
  const erase = (version: ObjectVersion): void => {
    database.run(
      'DELETE FROM versions WHERE bucket = ? AND key = ? AND version = ?',
      version.bucket,
      version.key,
      version.versionId,
    );
  };

  const add = (
    bucket: string,
    key: string,
    marker: boolean,
    object: NewObject,
  ): { added: ObjectVersion; dropped: string[] } => {
    const { versioning, lock } = requireBucket(bucket);
    const versionId = versioning === 'Enabled' ? newVersionId() : 'null';
    const replaced = versionId === 'null' ? find(bucket, key, versionId) : undefined;
    if (replaced) erase(replaced);
    database.run('UPDATE versions SET latest = 0 WHERE bucket = ? AND key = ? AND latest = 1', bucket, key);
    const added: ObjectVersion = {
      ...object,
      attributes: withLock(object.attributes, marker ? undefined : lock, now()),
      bucket,
      key,
      versionId,
      sequence: nextSequence(),
      latest: true,
      deleteMarker: marker,
      modified: now(),
    };
    database.run(
      `INSERT INTO versions (${COLUMNS}) VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)`,
      bucket,
      key,
      versionId,
      added.sequence,
      marker ? 1 : 0,
      added.blob,
      added.size,
      added.etag,
      added.modified,
      JSON.stringify(added.attributes),
      added.checksum ? JSON.stringify(added.checksum) : null,
    );
    return { added, dropped: replaced ? [replaced.blob] : [] };
  };

  const removeOne = (version: ObjectVersion): void => {
    erase(version);
    if (!version.latest) return;
    const heir = select('bucket = ? AND key = ? ORDER BY sequence DESC LIMIT 1', version.bucket, version.key)[0];
    if (heir) {
      database.run(
        'UPDATE versions SET latest = 1 WHERE bucket = ? AND key = ? AND version = ?',
        heir.bucket,
        heir.key,
        heir.versionId,
      );
    }
  };

  const inPrefix = (prefix: string): string => afterPrefix(prefix) ?? BEYOND_ALL_KEYS;

  return {
    saveBucket(name, properties) {
      const read = readBucketProperties(name, properties);
      database.run(
        'INSERT INTO buckets VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET properties = excluded.properties',
        name,
        JSON.stringify(properties),
      );
      settings.set(name, read);
    },
    bucket: requireBucket,
    buckets: () => [...settings.values()],
    current,
    version: find,
    put(bucket, key, object, guard, within) {
      const { added, dropped } = database.transaction(() => {
        const before = current(bucket, key);
        guard?.(before?.deleteMarker ? undefined : before);
        within?.();
        return add(bucket, key, false, object);
      });
      onDropped(dropped);
      return added;
    },
    remove(bucket, key, versionId) {
      const { versioning } = requireBucket(bucket);
      if (versionId === undefined && versioning !== 'Off') {
        const { added, dropped } = database.transaction(() =>
          add(bucket, key, true, { blob: '', size: 0, etag: '', attributes: NO_ATTRIBUTES }),
        );
        onDropped(dropped);
        return { version: added, made: 'marker' };
      }
      const version = find(bucket, key, versionId ?? 'null');
      if (!version) return undefined;
      if (isLocked(version, now()))
        throw s3Error('AccessDenied', 'Access Denied because object protected by object lock.');
      database.transaction(() => removeOne(version));
      onDropped([version.blob]);
      return { version, made: 'nothing' };
    },
    currentPage: (bucket, prefix, from, inclusive, limit) =>
      select(
        `bucket = ? AND latest = 1 AND marker = 0 AND key ${inclusive ? '>=' : '>'} ? AND key >= ? AND key < ? ORDER BY key LIMIT ?`,
        bucket,
        from,
        prefix,
        inPrefix(prefix),
        limit,
      ),
    versionPage: (bucket, prefix, from, before, limit) =>
      select(
        `bucket = ? AND key >= ? AND key < ? AND (key > ? OR (key = ? AND sequence < ?)) ORDER BY key, sequence DESC LIMIT ?`,
        bucket,
        prefix,
        inPrefix(prefix),
        from,
        from,
        before,
        limit,
      ),
    olderThan: (bucket, prefix, time) =>
      select(
        'bucket = ? AND latest = 1 AND key >= ? AND key < ? AND modified <= ?',
        bucket,
        prefix,
        inPrefix(prefix),
        time,
      ).filter(
        (version) =>
          !version.deleteMarker ||
          select('bucket = ? AND key = ? AND latest = 0 LIMIT 1', version.bucket, version.key).length === 0,
      ),
    noncurrentSince: (bucket, prefix, time) =>
      database
        .all(
          `SELECT ${COLUMNS}, newer FROM (
             SELECT ${COLUMNS}, LAG(modified) OVER key_order AS replaced, ROW_NUMBER() OVER key_order - 2 AS newer
             FROM versions WHERE bucket = ? AND key >= ? AND key < ?
             WINDOW key_order AS (PARTITION BY key ORDER BY sequence DESC)
           ) WHERE latest = 0 AND replaced <= ?`,
          bucket,
          prefix,
          inPrefix(prefix),
          time,
        )
        .map((row) => ({ version: fromRow(row), newer: Number(row['newer']) })),
    nextSequence,
    blobs: () => database.all("SELECT blob FROM versions WHERE blob <> ''").map((row) => String(row['blob'])),
  };
};
