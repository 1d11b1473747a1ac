import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { removeVersions } from '../storage/stored-objects.ts';

/** Signs URLs of exports for browsers. They grant access: never log them. */
export interface ExportSigner {
  /** A URL that downloads the object as a file with this name. */
  download(key: string, fileName: string, expiresIn: number): Promise<string>;
}

export const createExportSigner = (client: S3Client, bucket: string): ExportSigner => ({
  download: (key, fileName, expiresIn) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentDisposition: `attachment; filename="${fileName}"`,
      }),
      { expiresIn },
    ),
});

/** Stores the files of exports. */
export interface ExportStore {
  write(key: string, file: Uint8Array): Promise<void>;
}

export const createExportStore = (client: Pick<S3Client, 'send'>, bucket: string): ExportStore => ({
  async write(key, file) {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: file, ContentType: 'application/zip' }));
  },
});

/** The stored exports of users. */
export interface ExportFiles extends ExportStore {
  /** Removes all objects under a prefix. */
  removeAll(prefix: string): Promise<void>;
}

export const createExportFiles = (client: Pick<S3Client, 'send'>, bucket: string): ExportFiles => ({
  ...createExportStore(client, bucket),
  removeAll: async (prefix) => void (await removeVersions(client, bucket, prefix)),
});
