import type { Env } from '../../../lambdas/api/content/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { publishEvents, publishStills, readParameters, useObjects } from '../../permissions.ts';
import { analysisEnv, partsOf, storageEnv, type FeatureFactory } from '../feature.ts';

/** Managing content items: create, edit, publish, captions, delete. */
export const content: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const { media } = platform.data;
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'content',
    env: {
      ...apiEnv,
      CURSOR_KEY_PARAMETER: names.cursorKey,
      ...storageEnv(platform),
      ...analysisEnv(platform),
      MEDIA_BUCKET: media.bucketName,
    },
    errorImpact:
      'Administrators cannot add, edit, publish or delete content or change its legal holds; listeners are unaffected.',
  });
  publishStills(api, media, names.distribution);
  useObjects(api, media, 'media/captions', 's3:PutObject', 's3:DeleteObject');
  readParameters(api, names.cursorKey);
  publishEvents(api);
  table.grant(
    api,
    {
      settings: ['GetItem'],
      content: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'],
      attempt: ['Query'],
      step: ['Query', 'PutItem'],
      transcript: ['GetItem', 'PutItem'],
      leftovers: ['PutItem'],
      schedule: ['PutItem'],
      titleHold: ['PutItem', 'DeleteItem'],
      safetyVerdict: ['GetItem', 'PutItem', 'ConditionCheckItem'],
      safetyDecision: ['PutItem'],
      category: ['GetItem', 'UpdateItem'],
      creator: ['GetItem', 'UpdateItem'],
      upload: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      audit: ['PutItem'],
    },
    ['gsi1', 'gsi5', 'gsi6'],
  );
  return { api };
};
