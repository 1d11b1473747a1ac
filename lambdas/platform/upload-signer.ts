import { GetObjectCommand, PutObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { PART_CHECKSUM_HEADER } from '../contract/media/upload-limits.ts';

/** A body that only a transfer of this very length (and type) can send. */
export interface SignedBody {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Seconds that the URL holds. */
  readonly expiresIn: number;
}

/** Signs URLs that a browser uses directly. They are rights: never log one. */
export interface UploadSigner {
  put(body: SignedBody & { readonly contentType: string }): Promise<string>;
  /** Takes only the bytes of this SHA-256 (base64), which the request names in a header: S3 verifies them. */
  part(
    body: SignedBody & { readonly s3UploadId: string; readonly partNumber: number; readonly sha256: string },
  ): Promise<string>;
  /** A download that the browser saves under `disposition`'s name. */
  download(object: { key: string; versionId: string; disposition: string; expiresIn: number }): Promise<string>;
}

/**
 * A client whose URLs lead to the address that browsers use; '' is S3's own. Checksums are computed when required only:
 * the browser sends the body, so a checksum in the URL would be one of nothing.
 */
export const createPublicS3Client = (publicEndpoint: string): S3Client =>
  new S3Client({
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(publicEndpoint === '' ? {} : { endpoint: publicEndpoint, forcePathStyle: true }),
  });

export const createUploadSigner = (client: S3Client, bucket: string): UploadSigner => ({
  put: ({ key, size, contentType, expiresIn }) =>
    getSignedUrl(
      client,
      new PutObjectCommand({ Bucket: bucket, Key: key, ContentType: contentType, ContentLength: size }),
      {
        expiresIn,
        signableHeaders: new Set(['content-type', 'content-length']),
      },
    ),
  part: ({ key, size, s3UploadId, partNumber, sha256, expiresIn }) =>
    getSignedUrl(
      client,
      new UploadPartCommand({
        Bucket: bucket,
        Key: key,
        UploadId: s3UploadId,
        PartNumber: partNumber,
        ContentLength: size,
        ChecksumSHA256: sha256,
      }),
      {
        expiresIn,
        signableHeaders: new Set(['content-length', PART_CHECKSUM_HEADER]),
        unhoistableHeaders: new Set([PART_CHECKSUM_HEADER]),
      },
    ),
  download: ({ key, versionId, disposition, expiresIn }) =>
    getSignedUrl(
      client,
      new GetObjectCommand({ Bucket: bucket, Key: key, VersionId: versionId, ResponseContentDisposition: disposition }),
      { expiresIn },
    ),
});
