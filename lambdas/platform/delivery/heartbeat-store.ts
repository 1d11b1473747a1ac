import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { HEARTBEAT_KEY } from '../../contract/delivery/heartbeat.ts';

/** Stores the file that the probe requests. */
export interface HeartbeatStore {
  readonly put: () => Promise<void>;
}

/** The heartbeat in the media bucket. Caches ask the bucket each time, so that the probe sees the whole way. */
export const createHeartbeatStore = (client: Pick<S3Client, 'send'>, bucket: string): HeartbeatStore => ({
  async put() {
    await client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: HEARTBEAT_KEY,
        Body: 'ok',
        ContentType: 'text/plain',
        CacheControl: 'max-age=0',
      }),
    );
  },
});
