import { GetObjectCommand, PutObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { PART_CHECKSUM_HEADER, SINGLE_PUT_HEADERS } from '../../contract/media/upload-limits.ts';

/** The signed properties of an upload: its length must match exactly. */
export interface SignedBody {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Seconds until the URL expires. */
  readonly expiresIn: number;
}

/** Signs URLs for browsers. They grant access: never log them. */
export interface UploadSigner {
  /** A PUT with SINGLE_PUT_HEADERS and this content type. S3 rejects it with 412 once the key has an object. */
  put(body: SignedBody & { readonly contentType: string }): Promise<string>;
  /** S3 accepts only a part with this SHA-256 (base64), which the request must contain in a header. */
  part(
    body: SignedBody & { readonly s3UploadId: string; readonly partNumber: number; readonly sha256: string },
  ): Promise<string>;
  /** A download that the browser saves under the name in `disposition`. */
  download(object: { key: string; versionId: string; disposition: string; expiresIn: number }): Promise<string>;
}

/**
 * A client that signs URLs for the endpoint that browsers use; '' is the endpoint of S3. It computes checksums only
 * when required: the browser sends the body, so a checksum in the URL would be that of an empty body.
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
      new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        ContentType: contentType,
        ContentLength: size,
        IfNoneMatch: SINGLE_PUT_HEADERS['if-none-match'],
      }),
      {
        expiresIn,
        signableHeaders: new Set(['content-type', 'content-length', ...Object.keys(SINGLE_PUT_HEADERS)]),
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
