import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { CopyObjectCommand, DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { StillStore } from '../../domain/content/still-store.ts';
import { clientSettings } from '../client-settings.ts';

/** The path of a still contains its version, so a still never changes. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Errors of S3 for a missing object, for roles that may list the bucket. */
const MISSING = new Set(['NoSuchKey', 'NotFound']);

/** Stills in the media bucket, and the distribution in front of them. */
export const createStillStore = (options: {
  readonly bucket: string;
  /** Id of the distribution. */
  readonly readDistribution: () => Promise<string>;
}): StillStore => {
  const s3 = new S3Client(clientSettings);
  const cloudFront = new CloudFrontClient(clientSettings);
  const { bucket } = options;
  return {
    async copy(sources, target) {
      for (const source of sources) {
        try {
          await s3.send(
            new CopyObjectCommand({
              Bucket: bucket,
              Key: target,
              CopySource: `${bucket}/${source}`,
              MetadataDirective: 'REPLACE',
              ContentType: 'image/jpeg',
              CacheControl: CACHE_CONTROL,
            }),
          );
          return true;
        } catch (error) {
          if (!(error instanceof Error && MISSING.has(error.name))) throw error;
        }
      }
      return false;
    },
    async remove(keys) {
      await Promise.all(keys.map((key) => s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))));
    },
    async forget(path, reference) {
      await cloudFront.send(
        new CreateInvalidationCommand({
          DistributionId: await options.readDistribution(),
          InvalidationBatch: { CallerReference: reference, Paths: { Quantity: 1, Items: [path] } },
        }),
      );
    },
  };
};
