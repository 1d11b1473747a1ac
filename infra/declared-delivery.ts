import type { Stack } from 'aws-cdk-lib';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Stage } from './stages.ts';

/** A rule of cross-origin requests, as S3's API writes it. */
interface DeclaredCorsRule {
  readonly AllowedMethods: readonly ('GET' | 'PUT')[];
  readonly AllowedOrigins: readonly string[];
  readonly AllowedHeaders: readonly string[];
  readonly ExposeHeaders: readonly string[];
  /** Seconds. */
  readonly MaxAgeSeconds: number;
}

/** How browsers may use the upload bucket. */
export const uploadCors = (stage: Stage): DeclaredCorsRule => ({
  AllowedMethods: ['PUT', 'GET'],
  // Without a custom domain, the site's origin is not known yet. The presigned URL authorizes the request anyway.
  AllowedOrigins: [stage.domain ? `https://${stage.domain.name}` : '*'],
  AllowedHeaders: ['content-type', 'content-length', 'if-none-match', 'x-amz-*'],
  ExposeHeaders: ['ETag', 'x-amz-checksum-crc32', 'x-amz-version-id'],
  MaxAgeSeconds: 3600,
});

/** The same rule for the template. */
export const toCorsRule = (rule: DeclaredCorsRule): s3.CorsRule => ({
  allowedMethods: rule.AllowedMethods.map((method) => s3.HttpMethods[method]),
  allowedOrigins: [...rule.AllowedOrigins],
  allowedHeaders: [...rule.AllowedHeaders],
  exposedHeaders: [...rule.ExposeHeaders],
  maxAge: rule.MaxAgeSeconds,
});

/** What every bucket blocks: all four switches of S3's public access block. */
const CLOSED = {
  BlockPublicAcls: true,
  BlockPublicPolicy: true,
  IgnorePublicAcls: true,
  RestrictPublicBuckets: true,
} as const;

/** The same for the template. */
export const closedBucket = new s3.BlockPublicAccess({
  blockPublicAcls: CLOSED.BlockPublicAcls,
  blockPublicPolicy: CLOSED.BlockPublicPolicy,
  ignorePublicAcls: CLOSED.IgnorePublicAcls,
  restrictPublicBuckets: CLOSED.RestrictPublicBuckets,
});

/** A bucket of the delivery with what the template declares about it. */
interface DeclaredBucket {
  readonly bucket: s3.IBucket;
  readonly cors: readonly DeclaredCorsRule[];
}

const declarationOf = ({ bucket, cors }: DeclaredBucket) => ({
  name: bucket.bucketName,
  cors,
  publicAccessBlock: CLOSED,
  // The document of the bucket's policy resource itself: with every statement that is added to it until synthesis.
  policy: bucket.policy?.document,
});

/**
 * The declared state of the buckets that take part in delivery, as JSON: what `lambdas/domain/delivery/declared.ts`
 * reads. Made of the same constants and documents as the template.
 */
export const declaredDelivery = (
  stack: Stack,
  buckets: { readonly uploads: DeclaredBucket; readonly media: DeclaredBucket },
): string =>
  stack.toJsonString({
    region: stack.region,
    buckets: { uploads: declarationOf(buckets.uploads), media: declarationOf(buckets.media) },
  });
