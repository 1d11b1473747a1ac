import { Duration } from 'aws-cdk-lib';
import type { Env } from '../../../lambdas/api/delivery-tools/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import {
  describeDistribution,
  invalidate,
  listObjects,
  publishEvents,
  readParameters,
  useObjects,
} from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/**
 * Tools of administrators that compare the delivery with the template and repair it. Their role can write the CORS
 * rules and the public access block of two buckets, and no policy and no access control list of any.
 */
export const deliveryTools: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const { uploads, media } = platform.data;
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'delivery-tools',
    env: {
      ...apiEnv,
      CURSOR_KEY_PARAMETER: names.cursorKey,
      DECLARED_PARAMETER: names.declaredDelivery,
      DISTRIBUTION_PARAMETER: names.distribution,
      MEDIA_BUCKET: media.bucketName,
    },
    // One call reads up to a hundred titles and starts ten conversions.
    timeout: Duration.seconds(29),
    errorImpact: 'Administrators can neither diagnose nor repair the delivery; uploads and playback are unaffected.',
  });
  readParameters(api, names.cursorKey, names.declaredDelivery, names.distribution);
  api.allow({
    actions: [
      's3:GetBucketCORS',
      's3:PutBucketCORS',
      's3:GetBucketPublicAccessBlock',
      's3:PutBucketPublicAccessBlock',
      's3:GetBucketPolicy',
      's3:GetBucketPolicyStatus',
    ],
    resources: [uploads.bucketArn, media.bucketArn],
  });
  listObjects(api, media);
  useObjects(api, media, 'media', 's3:GetObject');
  describeDistribution(api);
  invalidate(api);
  publishEvents(api);
  table.grant(
    api,
    {
      content: ['GetItem', 'UpdateItem'],
      attempt: ['GetItem', 'Query', 'PutItem'],
      leftovers: ['PutItem'],
      upload: ['GetItem'],
      audit: ['PutItem'],
    },
    ['gsi1'],
  );
  return { api };
};
