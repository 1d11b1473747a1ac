import { randomBytes } from 'node:crypto';
import type { Database } from '../database.ts';
import type { Checksum, ChecksumAlgorithm, ObjectAttributes } from '../types.ts';

/** A multipart upload that is neither complete nor aborted. */
export interface Upload {
  readonly id: string;
  readonly bucket: string;
  readonly key: string;
  /** Epoch milliseconds. */
  readonly initiated: number;
  readonly attributes: ObjectAttributes;
  readonly checksum?: { readonly algorithm: ChecksumAlgorithm; readonly type: Checksum['type'] };
}

/** One stored part of an upload. */
export interface UploadedPart {
  /** 1 to 10,000. */
  readonly number: number;
  readonly blob: string;
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  /** Epoch milliseconds. */
  readonly modified: number;
  /** Base64, of the upload's algorithm. */
  readonly checksum?: string;
}

/** Open uploads and their parts. */
export interface UploadIndex {
  create(upload: Omit<Upload, 'id'>): Upload;
  find(id: string): Upload | undefined;
  /** Uploads after the given markers, ordered by key, then by time. */
  page(bucket: string, prefix: string, keyMarker: string, idMarker: string | undefined, limit: number): Upload[];
  startedBy(bucket: string, prefix: string, time: number): Upload[];
  /** Stores a part; returns the file of the part that it replaces. */
  putPart(id: string, part: UploadedPart): string | undefined;
  parts(id: string, after: number, limit: number): UploadedPart[];
  /** Deletes an upload; returns its parts' files. */
  remove(id: string): string[];
  /** Names of all files that parts refer to. */
  blobs(): string[];
}

const uploadFromRow = (row: Record<string, unknown>): Upload => ({
  id: String(row['id']),
  bucket: String(row['bucket']),
  key: String(row['key']),
  initiated: Number(row['initiated']),
  attributes: JSON.parse(String(row['attributes'])) as ObjectAttributes,
  ...(row['algorithm'] === null
    ? {}
    : { checksum: { algorithm: row['algorithm'] as ChecksumAlgorithm, type: row['type'] as Checksum['type'] } }),
});

const partFromRow = (row: Record<string, unknown>): UploadedPart => ({
  number: Number(row['number']),
  blob: String(row['blob']),
  size: Number(row['size']),
  etag: String(row['etag']),
  modified: Number(row['modified']),
  ...(row['checksum'] === null ? {} : { checksum: String(row['checksum']) }),
});

/** The time comes first, so that the IDs of one key sort by time. */
const newUploadId = (time: number): string =>
  `${time.toString(16).padStart(12, '0')}${randomBytes(24).toString('hex')}`;

/** Stores uploads in the engine's database. */
export const createUploadIndex = (database: Database): UploadIndex => ({
  create(upload) {
    const id = newUploadId(upload.initiated);
    database.run(
      'INSERT INTO uploads (id, bucket, key, initiated, attributes, algorithm, type) VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      upload.bucket,
      upload.key,
      upload.initiated,
      JSON.stringify(upload.attributes),
      upload.checksum?.algorithm ?? null,
      upload.checksum?.type ?? null,
    );
    return { ...upload, id };
  },
  find: (id) => database.all('SELECT * FROM uploads WHERE id = ?', id).map(uploadFromRow)[0],
  page: (bucket, prefix, keyMarker, idMarker, limit) =>
    database
      .all(
        `SELECT * FROM uploads WHERE bucket = ? AND substr(key, 1, length(?)) = ? AND (key > ? OR (key = ? AND id > ?))
         ORDER BY key, id LIMIT ?`,
        bucket,
        prefix,
        prefix,
        keyMarker,
        idMarker === undefined ? null : keyMarker,
        idMarker ?? '',
        limit,
      )
      .map(uploadFromRow),
  startedBy: (bucket, prefix, time) =>
    database
      .all(
        'SELECT * FROM uploads WHERE bucket = ? AND substr(key, 1, length(?)) = ? AND initiated <= ?',
        bucket,
        prefix,
        prefix,
        time,
      )
      .map(uploadFromRow),
  putPart: (id, part) =>
    database.transaction(() => {
      const before = database.all('SELECT blob FROM parts WHERE upload = ? AND number = ?', id, part.number)[0];
      database.run(
        `INSERT OR REPLACE INTO parts (upload, number, blob, size, etag, modified, checksum)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        id,
        part.number,
        part.blob,
        part.size,
        part.etag,
        part.modified,
        part.checksum ?? null,
      );
      return before ? String(before['blob']) : undefined;
    }),
  parts: (id, after, limit) =>
    database
      .all('SELECT * FROM parts WHERE upload = ? AND number > ? ORDER BY number LIMIT ?', id, after, limit)
      .map(partFromRow),
  remove(id) {
    const blobs = database
      .all('DELETE FROM parts WHERE upload = ? RETURNING blob', id)
      .map((row) => String(row['blob']));
    database.run('DELETE FROM uploads WHERE id = ?', id);
    return blobs;
  },
  blobs: () => database.all('SELECT blob FROM parts').map((row) => String(row['blob'])),
});
