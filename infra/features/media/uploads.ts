import { Duration } from 'aws-cdk-lib';
import type { Env } from '../../../lambdas/api/uploads/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { listObjects, useObjects } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** Starting, resuming and finishing uploads. */
export const uploads: FeatureFactory = (scope, platform) => {
  const { shared, table, apiEnv } = partsOf(platform);
  const { uploads: bucket } = platform.data;
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'uploads',
    env: { ...apiEnv, UPLOADS_BUCKET: bucket.bucketName, S3_PUBLIC_ENDPOINT: platform.stage.s3PublicEndpoint },
    timeout: Duration.seconds(29),
    errorImpact: 'Uploads cannot be started or finished; transfers of parts continue until their URLs expire.',
  });
  listObjects(api, bucket);
  useObjects(
    api,
    bucket,
    'uploads',
    's3:PutObject',
    's3:GetObject',
    's3:GetObjectVersion',
    's3:AbortMultipartUpload',
    's3:ListMultipartUploadParts',
    's3:DeleteObjectVersion',
  );
  table.grant(
    api,
    {
      content: ['GetItem', 'ConditionCheckItem'],
      upload: ['GetItem', 'PutItem', 'UpdateItem'],
      creator: ['GetItem', 'PutItem', 'UpdateItem'],
      audit: ['PutItem'],
    },
    ['gsi1'],
  );
  return { api };
};
