import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { isAbsent } from './absent-object.ts';

/**
 * Permanently deletes all versions and delete markers under a prefix, 1,000 at a time. Returns how many. A repeated
 * call resumes where the previous one stopped.
 */
export const removeVersions = async (
  client: Pick<S3Client, 'send'>,
  bucket: string,
  prefix: string,
): Promise<number> => {
  let removed = 0;
  for (;;) {
    const { Versions = [], DeleteMarkers = [] } = await client.send(
      new ListObjectVersionsCommand({ Bucket: bucket, Prefix: prefix }),
    );
    const objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (objects.length === 0) return removed;
    const { Errors = [] } = await client.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: objects, Quiet: true } }),
    );
    const [error] = Errors;
    if (error) throw new Error(`S3 did not delete ${Errors.length} objects: ${error.Code ?? 'unknown'}`);
    removed += objects.length;
  }
};

/** Aborts all unfinished multipart uploads under a prefix. */
export const dropUnfinished = async (client: Pick<S3Client, 'send'>, bucket: string, prefix: string): Promise<void> => {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }));
  for (const { Key, UploadId } of Uploads) {
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
  }
};

/** Reads and writes the small text files of renditions. */
export interface RenditionStore {
  /** The text of an object; undefined when there is none. */
  readText(key: string): Promise<string | undefined>;
  writePlaylist(key: string, text: string): Promise<void>;
  /** Writes a WebVTT file. */
  writeCues(key: string, text: string): Promise<void>;
  /** Whether an object exists. */
  has(key: string): Promise<boolean>;
}

/** Renditions never change under their key. A year is the maximum that caches accept. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

export const createRenditionStore = (client: Pick<S3Client, 'send'>, bucket: string): RenditionStore => {
  const write =
    (contentType: string) =>
    async (key: string, text: string): Promise<void> => {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: text,
          ContentType: contentType,
          CacheControl: IMMUTABLE,
        }),
      );
    };
  return {
    async readText(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return await Body?.transformToString();
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },
    async has(key) {
      try {
        await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
        return true;
      } catch (error) {
        if (isAbsent(error)) return false;
        throw error;
      }
    },
    writePlaylist: write('application/vnd.apple.mpegurl'),
    writeCues: write('text/vtt'),
  };
};

/** The bytes of a small object; undefined when there is none. */
export const readBytes = async (
  client: Pick<S3Client, 'send'>,
  bucket: string,
  key: string,
): Promise<Uint8Array | undefined> => {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return await Body?.transformToByteArray();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
};
