import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  S3ServiceException,
  type ListPartsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { StoredPart } from '../../domain/uploads/part-plan.ts';
import { isAbsent } from './absent-object.ts';

/** One version of an uploaded file in S3. */
export interface StoredUpload {
  /** Bytes. */
  readonly size: number;
  readonly versionId: string;
  /** S3's SHA-256 of a multipart file: the hash of the parts' checksums, and the number of parts. */
  readonly sha256: string | undefined;
}

/** The bucket of uploads. */
export interface UploadStore {
  /** Starts a multipart upload and returns its id. */
  startParts(key: string, contentType: string): Promise<string>;
  /** The stored parts; undefined when the multipart upload does not exist (any more). */
  listParts(key: string, s3UploadId: string): Promise<readonly StoredPart[] | undefined>;
  /** Joins the parts. False when a part is missing or differs, or the multipart upload does not exist (any more). */
  joinParts(key: string, s3UploadId: string, parts: readonly StoredPart[]): Promise<boolean>;
  /** Aborts the multipart upload. No effect when it does not exist. */
  dropParts(key: string, s3UploadId: string): Promise<void>;
  /** The current version, or the given one; undefined when there is none. */
  find(key: string, versionId?: string): Promise<StoredUpload | undefined>;
  /** `bytes` bytes of one version, starting at `from`; undefined when the version does not exist. */
  readStart(key: string, versionId: string, bytes: number, from?: number): Promise<Uint8Array | undefined>;
  /** Permanently deletes one version. No effect when it does not exist. */
  remove(key: string, versionId: string): Promise<void>;
  /** Permanently deletes all versions of a key, one after the other. For keys with few versions. */
  removeCurrent(key: string): Promise<void>;
}

const CANNOT_JOIN = new Set(['NoSuchUpload', 'InvalidPart', 'InvalidPartOrder', 'EntityTooSmall']);

const orUndefined = async <T>(send: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await send();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
};

export const createUploadStore = (client: Pick<S3Client, 'send'>, bucket: string): UploadStore => {
  const find: UploadStore['find'] = async (key, versionId) => {
    const found = await orUndefined(() =>
      client.send(new HeadObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId, ChecksumMode: 'ENABLED' })),
    );
    return (
      found && {
        size: found.ContentLength ?? 0,
        versionId: found.VersionId ?? versionId ?? 'null',
        sha256: found.ChecksumSHA256,
      }
    );
  };
  const remove: UploadStore['remove'] = async (key, versionId) => {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId }));
  };
  return {
    find,
    remove,
    async startParts(key, contentType) {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({
          Bucket: bucket,
          Key: key,
          ContentType: contentType,
          ChecksumAlgorithm: 'SHA256',
        }),
      );
      if (!UploadId) throw new Error('S3 returned no upload id');
      return UploadId;
    },
    async listParts(key, s3UploadId) {
      const parts: StoredPart[] = [];
      let marker: string | undefined;
      do {
        const page: ListPartsCommandOutput | undefined = await orUndefined(() =>
          client.send(
            new ListPartsCommand({ Bucket: bucket, Key: key, UploadId: s3UploadId, PartNumberMarker: marker }),
          ),
        );
        if (!page) return undefined;
        for (const { PartNumber = 0, Size = 0, ETag = '', ChecksumSHA256 = '' } of page.Parts ?? []) {
          parts.push({ partNumber: PartNumber, size: Size, etag: ETag, sha256: ChecksumSHA256 });
        }
        marker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
      } while (marker !== undefined);
      return parts;
    },
    async joinParts(key, s3UploadId, parts) {
      try {
        await client.send(
          new CompleteMultipartUploadCommand({
            Bucket: bucket,
            Key: key,
            UploadId: s3UploadId,
            MpuObjectSize: parts.reduce((sum, { size }) => sum + size, 0),
            MultipartUpload: {
              Parts: parts.map(({ partNumber, etag, sha256 }) => ({
                PartNumber: partNumber,
                ETag: etag,
                ChecksumSHA256: sha256,
              })),
            },
          }),
        );
        return true;
      } catch (error) {
        if (error instanceof S3ServiceException && CANNOT_JOIN.has(error.name)) return false;
        throw error;
      }
    },
    async dropParts(key, s3UploadId) {
      try {
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: s3UploadId }));
      } catch (error) {
        if (!(error instanceof S3ServiceException && error.name === 'NoSuchUpload')) throw error;
      }
    },
    async readStart(key, versionId, bytes, from = 0) {
      return orUndefined(async () => {
        const { Body } = await client.send(
          new GetObjectCommand({
            Bucket: bucket,
            Key: key,
            VersionId: versionId,
            Range: `bytes=${from}-${from + bytes - 1}`,
          }),
        );
        return (await Body?.transformToByteArray()) ?? new Uint8Array();
      });
    },
    async removeCurrent(key) {
      for (let found = await find(key); found; found = await find(key)) await remove(key, found.versionId);
    },
  };
};
