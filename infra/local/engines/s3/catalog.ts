import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';
import { s3Error } from './protocol/errors.ts';
import type { BucketSettings } from './bucket-properties.ts';
import { readBucketProperties } from './bucket-properties.ts';
import type { Checksum, ObjectAttributes, ObjectVersion } from './types.ts';
import {
  deleteVersion,
  insertCurrent,
  promoteNewest,
  selectBlobs,
  selectCurrent,
  selectCurrentPage,
  selectNoncurrentSince,
  selectOlderThan,
  selectVersion,
  selectVersionPage,
} from './version-table.ts';

/** An object for the index. */
export interface NewObject {
  readonly blob: string;
  readonly size: number;
  readonly etag: string;
  readonly attributes: ObjectAttributes;
  readonly checksum?: Checksum;
}

/** Checks the current version right before a write. Throws to reject the write. */
export type WriteGuard = (current: ObjectVersion | undefined) => void;

/** The result of a deletion. */
export interface Deletion {
  /** The delete marker that was created, or the version that was deleted. */
  readonly version: ObjectVersion;
  readonly markerCreated: boolean;
}

/** Buckets and versions of objects. Every method is synchronous and atomic. */
export interface Catalog {
  saveBucket(name: string, properties: Readonly<Record<string, unknown>>): void;
  /**
   * Changes properties of a bucket; undefined removes one. The next start reads the template again, which on AWS only
   * a deployment with `--revert-drift` does.
   */
  changeBucket(name: string, changed: Readonly<Record<string, unknown>>): void;
  /** @throws AwsError NoSuchBucket */
  bucket(name: string): BucketSettings;
  buckets(): readonly BucketSettings[];
  current(bucket: string, key: string): ObjectVersion | undefined;
  version(bucket: string, key: string, versionId: string): ObjectVersion | undefined;
  /** Adds a version as the current one. `inTransaction` runs in the transaction of the write. */
  put(bucket: string, key: string, object: NewObject, guard?: WriteGuard, inTransaction?: () => void): ObjectVersion;
  /**
   * Deletes as DeleteObject does; undefined when there was nothing to delete.
   * @throws AwsError AccessDenied for a locked version
   */
  remove(bucket: string, key: string, versionId?: string): Deletion | undefined;
  /** Current objects with `key >= from` (or `> from`) inside the prefix, in key order. */
  currentPage(bucket: string, prefix: string, from: string, inclusive: boolean, limit: number): ObjectVersion[];
  /** Versions of keys after `from`, and those of `from` with a sequence below `before`; newest first for each key. */
  versionPage(bucket: string, prefix: string, from: string, before: number, limit: number): ObjectVersion[];
  /** Current objects last modified by `time`, and delete markers without an older version; for lifecycle rules. */
  olderThan(bucket: string, prefix: string, time: number): ObjectVersion[];
  /** Versions that were replaced by `time`, each with its number of newer noncurrent versions. */
  noncurrentSince(bucket: string, prefix: string, time: number): { version: ObjectVersion; newer: number }[];
  /** Increases with every call, also across restarts. */
  nextSequence(): number;
  /** Names of all files that versions refer to. */
  blobs(): string[];
}

/** 32 characters, like AWS's version IDs; no dash, so that none looks like a command-line option. */
const newVersionId = (): string => randomBytes(24).toString('base64url').replaceAll('-', '.');

const DAY_MS = 86_400_000;

/** Attributes of a new version with the lock of its bucket's rule. A copy does not inherit the lock of its source. */
const withLock = (attributes: ObjectAttributes, rule: BucketSettings['lock'], now: number): ObjectAttributes => {
  const { lock: _former, ...given } = attributes;
  return rule ? { ...given, lock: { mode: rule.mode, until: now + rule.days * DAY_MS } } : given;
};

/** Whether a version cannot be removed yet. */
export const isLocked = ({ attributes }: ObjectVersion, now: number): boolean =>
  attributes.lock !== undefined && attributes.lock.until > now;

const DELETE_MARKER: NewObject = { blob: '', size: 0, etag: '', attributes: { contentType: '', metadata: {} } };

const loadSettings = (database: Database): Map<string, BucketSettings> => {
  const settings = new Map<string, BucketSettings>();
  for (const row of database.all('SELECT name, properties FROM buckets')) {
    const name = String(row['name']);
    settings.set(name, readBucketProperties(name, JSON.parse(String(row['properties'])) as Record<string, unknown>));
  }
  return settings;
};

const loadProperties = (database: Database, name: string): Readonly<Record<string, unknown>> => {
  const [row] = database.all('SELECT properties FROM buckets WHERE name = ?', name);
  return JSON.parse(String(row?.['properties'] ?? '{}')) as Readonly<Record<string, unknown>>;
};

const storeProperties = (database: Database, name: string, properties: Readonly<Record<string, unknown>>): void => {
  database.run(
    'INSERT INTO buckets VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET properties = excluded.properties',
    name,
    JSON.stringify(properties),
  );
};

const nextSequence = (database: Database): number =>
  Number(
    database.all(
      `INSERT INTO counters VALUES ('sequence', 1)
       ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
    )[0]?.['value'],
  );

/** Adds an object or a delete marker as the current version. Returns the file that it replaces, if any. */
const addVersion = (
  database: Database,
  { name: bucket, versioning, lock }: BucketSettings,
  key: string,
  marker: boolean,
  object: NewObject,
  now: number,
): { added: ObjectVersion; dropped: string[] } => {
  const versionId = versioning === 'Enabled' ? newVersionId() : 'null';
  const replaced = versionId === 'null' ? selectVersion(database, bucket, key, versionId) : undefined;
  if (replaced) deleteVersion(database, replaced);
  const added: ObjectVersion = {
    ...object,
    attributes: withLock(object.attributes, marker ? undefined : lock, now),
    bucket,
    key,
    versionId,
    sequence: nextSequence(database),
    latest: true,
    deleteMarker: marker,
    modified: now,
  };
  insertCurrent(database, added);
  return { added, dropped: replaced ? [replaced.blob] : [] };
};

/** Opens the catalog in the engine's database. `onDropped` receives the files of replaced and deleted versions. */
export const createCatalog = (database: Database, now: () => number, onDropped: (blobs: string[]) => void): Catalog => {
  const settings = loadSettings(database);
  const requireBucket = (name: string): BucketSettings => {
    const found = settings.get(name);
    if (!found) throw s3Error('NoSuchBucket', undefined, { BucketName: name });
    return found;
  };
  const save = (name: string, properties: Readonly<Record<string, unknown>>): void => {
    const read = readBucketProperties(name, properties);
    storeProperties(database, name, properties);
    settings.set(name, read);
  };
  return {
    saveBucket: save,
    changeBucket(name, changed) {
      requireBucket(name);
      save(name, { ...loadProperties(database, name), ...changed });
    },
    bucket: requireBucket,
    buckets: () => [...settings.values()],
    current: (bucket, key) => selectCurrent(database, bucket, key),
    version: (bucket, key, versionId) => selectVersion(database, bucket, key, versionId),
    put(bucket, key, object, guard, inTransaction) {
      const { added, dropped } = database.transaction(() => {
        const before = selectCurrent(database, bucket, key);
        guard?.(before?.deleteMarker ? undefined : before);
        inTransaction?.();
        return addVersion(database, requireBucket(bucket), key, false, object, now());
      });
      onDropped(dropped);
      return added;
    },
    remove(bucket, key, versionId) {
      const bucketSettings = requireBucket(bucket);
      if (versionId === undefined && bucketSettings.versioning !== 'Off') {
        const { added, dropped } = database.transaction(() =>
          addVersion(database, bucketSettings, key, true, DELETE_MARKER, now()),
        );
        onDropped(dropped);
        return { version: added, markerCreated: true };
      }
      const version = selectVersion(database, bucket, key, versionId ?? 'null');
      if (!version) return undefined;
      if (isLocked(version, now()))
        throw s3Error('AccessDenied', 'Access Denied because object protected by object lock.');
      database.transaction(() => {
        deleteVersion(database, version);
        if (version.latest) promoteNewest(database, bucket, key);
      });
      onDropped([version.blob]);
      return { version, markerCreated: false };
    },
    currentPage: (bucket, prefix, from, inclusive, limit) =>
      selectCurrentPage(database, bucket, prefix, from, inclusive, limit),
    versionPage: (bucket, prefix, from, before, limit) =>
      selectVersionPage(database, bucket, prefix, from, before, limit),
    olderThan: (bucket, prefix, time) => selectOlderThan(database, bucket, prefix, time),
    noncurrentSince: (bucket, prefix, time) => selectNoncurrentSince(database, bucket, prefix, time),
    nextSequence: () => nextSequence(database),
    blobs: () => selectBlobs(database),
  };
};
