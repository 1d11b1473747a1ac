import { Duration } from 'aws-cdk-lib';
import type { Env } from '../../../lambdas/api/safety/env.ts';
import type { Env as WorkerEnv } from '../../../lambdas/workers/safety-worker/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { publishEvents, publishStills, readParameters, useObjects } from '../../permissions.ts';
import { analysisEnv, partsOf, type FeatureFactory } from '../feature.ts';

/** Brand safety: the verdict of the analysis, the policy behind it, and the decisions of staff. */
export const safety: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME, apiEnv } = partsOf(platform);
  const { media } = platform.data;
  const env = { TABLE_NAME, MEDIA_BUCKET: media.bucketName, DISTRIBUTION_PARAMETER: names.distribution };

  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'safety',
    env: { ...apiEnv, ...env, CURSOR_KEY_PARAMETER: names.cursorKey },
    errorImpact: 'Staff cannot review findings or change the safety policy; what is published stays published.',
  });
  readParameters(api, names.cursorKey);
  publishEvents(api);
  publishStills(api, media, names.distribution);
  useObjects(api, media, 'analysis', 's3:GetObject');
  table.grant(
    api,
    {
      profile: ['BatchGetItem'],
      creator: ['GetItem', 'Query'],
      content: ['GetItem', 'BatchGetItem', 'UpdateItem'],
      analysisResult: ['Query'],
      transcript: ['GetItem'],
      safetyPolicy: ['GetItem', 'Query', 'PutItem'],
      safetyEvaluation: ['GetItem', 'PutItem'],
      safetyFindings: ['Query'],
      safetyVerdict: ['Query', 'PutItem'],
      counts: ['GetItem'],
      audit: ['PutItem'],
    },
    ['gsi1', 'gsi7'],
  );

  const worker = new AppFunction<WorkerEnv>(scope, 'Worker', {
    ...shared,
    folder: 'safety-worker',
    env: { ...env, ...analysisEnv(platform) },
    timeout: Duration.seconds(60),
    errorImpact: 'New titles stay "Not fully analyzed"; while content moderation is on, they wait for a moderator.',
  });
  publishStills(worker, media, names.distribution);
  publishEvents(worker);
  table.grant(
    worker,
    {
      settings: ['GetItem'],
      content: ['GetItem', 'Query', 'UpdateItem'],
      step: ['GetItem', 'Query', 'PutItem', 'UpdateItem'],
      upload: ['Query'],
      analysisResult: ['Query'],
      safetyPolicy: ['GetItem'],
      safetyEvaluation: ['GetItem', 'PutItem'],
      safetyVerdict: ['Query', 'PutItem'],
    },
    ['gsi1'],
  );
  // No queue: the events are rare, and the sweeper requests runs again that have no worker.
  const on = {
    Requested: appEvent('StepRequested.v1', { step: ['safety'] }),
    PolicyChanged: appEvent('SafetyPolicyChanged.v1'),
  };
  for (const [id, eventPattern] of Object.entries(on))
    new EventTarget(scope, id, { target: worker, failureQueue: shared.failureQueue, on: { eventPattern } });
  return { api, workers: [worker] };
};
