import type { Env } from '../../../lambdas/api/tokens/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { readParameters, useObjects } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/** Smart tokens: users and administrators manage them, and scripts call with them what they are issued for. */
export const tokens: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const { stage, data } = platform;
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'tokens',
    env: {
      ...apiEnv,
      CURSOR_KEY_PARAMETER: names.cursorKey,
      EXPORTS_BUCKET: data.exports.bucketName,
      S3_PUBLIC_ENDPOINT: stage.s3PublicEndpoint,
      SITE_URL_PARAMETER: names.siteUrl,
      UPLOADS_BUCKET: data.uploads.bucketName,
    },
    errorImpact: 'Scripts of users can download nothing, and no smart token can be created, refreshed or revoked.',
  });
  readParameters(api, names.cursorKey, names.siteUrl);
  useObjects(api, data.uploads, 'uploads', 's3:GetObjectVersion');
  useObjects(api, data.exports, 'exports', 's3:GetObject');
  table.grant(
    api,
    {
      smartToken: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
      activeTokens: ['GetItem', 'PutItem'],
      usedProof: ['PutItem'],
      audit: ['PutItem'],
      rights: ['ConditionCheckItem'],
      behavioralPattern: ['Query'],
      profile: ['BatchGetItem'],
      content: ['GetItem'],
      creator: ['GetItem'],
      upload: ['GetItem'],
      dataRequest: ['GetItem'],
      historyState: ['GetItem'],
    },
    ['gsi1', 'gsi2'],
  );
  return { api };
};
