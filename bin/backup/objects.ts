import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isAbsent } from '../../lambdas/platform/storage/absent-object.ts';
import type { DumpFolder, ObjectAttributes, StoredObject } from './folder.ts';

/** Bytes per part, which is buffered in memory. Parts are larger when there would be more than 10,000. */
const PART_BYTES = 16 * 1024 * 1024;
const MAX_PARTS = 10_000;

/** The current version of an object. */
export interface CurrentObject {
  readonly key: string;
  readonly versionId: string;
}

/** The current version of every object in a bucket; deleted ones are left out. */
export async function* currentObjects(client: S3Client, Bucket: string): AsyncGenerator<CurrentObject> {
  let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket, ...from }));
    for (const { Key, VersionId, IsLatest } of page.Versions ?? []) {
      if (IsLatest && Key !== undefined && VersionId !== undefined) yield { key: Key, versionId: VersionId };
    }
    if (!page.IsTruncated) return;
    from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

const present = <T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

/** Streams one version into the folder, under the hash of its bytes. */
export const fetchObject = async (
  client: S3Client,
  Bucket: string,
  bucket: StoredObject['bucket'],
  { key, versionId }: CurrentObject,
  folder: DumpFolder,
): Promise<StoredObject> => {
  const object = await client.send(new GetObjectCommand({ Bucket, Key: key, VersionId: versionId }));
  const digest = createHash('sha256');
  let size = 0;
  const unnamed = folder.path('objects', `unnamed-${randomUUID()}`);
  await pipeline(
    object.Body as Readable,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        digest.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(unnamed),
  );
  const sha256 = digest.digest('hex');
  await mkdir(dirname(folder.blob(sha256)), { recursive: true });
  await rename(unnamed, folder.blob(sha256));
  const metadata = Object.entries(object.Metadata ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const attributes: ObjectAttributes = present({
    content_type: object.ContentType,
    cache_control: object.CacheControl,
    content_disposition: object.ContentDisposition,
    content_encoding: object.ContentEncoding,
    content_language: object.ContentLanguage,
    metadata: metadata.length > 0 ? Object.fromEntries(metadata) : undefined,
  });
  return { bucket, key, size, sha256, attributes };
};

/** Whether a version exists. */
export const hasVersion = async (
  client: S3Client,
  Bucket: string,
  { key, versionId }: CurrentObject,
): Promise<boolean> => {
  try {
    await client.send(new HeadObjectCommand({ Bucket, Key: key, VersionId: versionId }));
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
};

/** Uploads an object from the folder with its attributes and returns its version ID. */
export const storeObject = async (
  client: S3Client,
  Bucket: string,
  { key, sha256, attributes }: StoredObject,
  folder: DumpFolder,
): Promise<string> => {
  const file = folder.blob(sha256);
  const { size } = await stat(file);
  const target = {
    Bucket,
    Key: key,
    ...present({
      ContentType: attributes.content_type,
      CacheControl: attributes.cache_control,
      ContentDisposition: attributes.content_disposition,
      ContentEncoding: attributes.content_encoding,
      ContentLanguage: attributes.content_language,
      Metadata: attributes.metadata,
    }),
  };
  const handle = await open(file);
  try {
    const read = async (start: number, length: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
      if (bytesRead !== length) throw new Error(`${file} became shorter while it was read`);
      return buffer;
    };
    const partBytes = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
    if (size <= partBytes) {
      const { VersionId } = await client.send(new PutObjectCommand({ ...target, Body: await read(0, size) }));
      return VersionId ?? 'null';
    }
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...target, ChecksumAlgorithm: 'CRC32' }));
    const Parts: CompletedPart[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const PartNumber = Parts.length + 1;
      const Body = await read(start, Math.min(partBytes, size - start));
      const { ETag, ChecksumCRC32 } = await client.send(
        new UploadPartCommand({ Bucket, Key: key, UploadId, PartNumber, Body, ChecksumAlgorithm: 'CRC32' }),
      );
      Parts.push({ PartNumber, ETag, ChecksumCRC32 });
    }
    const { VersionId } = await client.send(
      new CompleteMultipartUploadCommand({ Bucket, Key: key, UploadId, MultipartUpload: { Parts } }),
    );
    return VersionId ?? 'null';
  } finally {
    await handle.close();
  }
};
