import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Env } from '../../../lambdas/api/audit/env.ts';
import type { Env as SealEnv } from '../../../lambdas/workers/audit-seal/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { readParameters, useObjects } from '../../permissions.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/**
 * The audit log: the API, and the worker that seals new entries every minute. The worker runs on a schedule instead of
 * the table's stream, so that a lost stream record cannot leave an entry unsealed.
 */
export const audit: FeatureFactory = (scope, platform) => {
  const { shared, table, names, TABLE_NAME, apiEnv } = partsOf(platform);
  const { audit: bucket } = platform.data;

  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'audit',
    env: { ...apiEnv, CURSOR_KEY_PARAMETER: names.cursorKey },
    errorImpact: 'The audit log cannot be read; entries are still recorded.',
  });
  readParameters(api, names.cursorKey);
  table.grant(
    api,
    {
      audit: ['Query', 'BatchGetItem'],
      auditMonth: ['Query'],
      content: ['BatchGetItem'],
      playlist: ['BatchGetItem'],
      profile: ['BatchGetItem'],
    },
    ['gsi1', 'gsi2', 'gsi3', 'gsi4'],
  );

  const seal = new AppFunction<SealEnv>(scope, 'Seal', {
    ...shared,
    folder: 'audit-seal',
    env: { TABLE_NAME, AUDIT_BUCKET: bucket.bucketName },
    timeout: Duration.minutes(5),
    errorImpact: 'New audit log entries are neither sealed nor copied, so changes to them would go undetected.',
  });
  useObjects(seal, bucket, 'audit', 's3:PutObject', 's3:GetObject');
  table.grant(seal, { audit: ['Query'], auditSeal: ['Query', 'PutItem'], auditMonth: ['PutItem'] });
  new EventTarget(scope, 'Sealing', {
    target: seal,
    failureQueue: shared.failureQueue,
    on: { schedule: events.Schedule.rate(Duration.minutes(1)) },
  });
  return { api, workers: [seal] };
};
