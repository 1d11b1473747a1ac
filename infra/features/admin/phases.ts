import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import type { Env } from '../../../lambdas/api/phases/env.ts';
import type { Env as ChecksEnv } from '../../../lambdas/workers/security-checks/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { appEvent } from '../../constructs/event-pattern.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { publishEvents, readParameters } from '../../permissions.ts';
import type { Platform } from '../../platform.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/**
 * The worker that attacks the site from outside, as a visitor could. It has no permission to read any bucket, because
 * it must be denied their files.
 */
const createChecks = (scope: Construct, platform: Platform): AppFunction => {
  const { shared, table, names, TABLE_NAME } = partsOf(platform);
  const { media, uploads } = platform.data;
  const worker = new AppFunction<ChecksEnv>(scope, 'Checks', {
    ...shared,
    folder: 'security-checks',
    env: {
      TABLE_NAME,
      SITE_URL_PARAMETER: names.siteUrl,
      CURSOR_KEY_PARAMETER: names.cursorKey,
      MEDIA_BUCKET: media.bucketName,
      MEDIA_DOMAIN: media.bucketRegionalDomainName,
      UPLOADS_BUCKET: uploads.bucketName,
      UPLOADS_DOMAIN: uploads.bucketRegionalDomainName,
      S3_PUBLIC_ENDPOINT: platform.stage.s3PublicEndpoint,
    },
    timeout: Duration.minutes(2),
    errorImpact:
      'The protection of tokens and files and the response times are not checked. After a week without a check, ' +
      'the phases of the security program cannot be completed. What they check keeps working.',
  });
  readParameters(worker, names.siteUrl, names.cursorKey);
  table.grant(worker, { content: ['GetItem'], securityCheck: ['PutItem'] }, ['gsi2']);
  new EventTarget(scope, 'Checking', {
    target: worker,
    failureQueue: shared.failureQueue,
    on: { schedule: events.Schedule.rate(Duration.days(1)) },
  });
  new EventTarget(scope, 'ChecksRequested', {
    target: worker,
    failureQueue: shared.failureQueue,
    on: { eventPattern: appEvent('SecurityChecksRequested.v1') },
  });
  return worker;
};

/** The phases of the security program, whose metrics come from alerts and from the daily check. */
export const phases: FeatureFactory = (scope, platform) => {
  const { shared, table, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'phases',
    env: apiEnv,
    errorImpact: 'Administrators can neither see nor advance the phases of the security program.',
  });
  table.grant(
    api,
    {
      audit: ['PutItem'],
      phase: ['Query', 'PutItem'],
      phaseSimulation: ['GetItem', 'PutItem', 'DeleteItem'],
      profile: ['BatchGetItem'],
      securityCheck: ['Query'],
    },
    ['gsi1'],
  );
  publishEvents(api);
  return { api, workers: [createChecks(scope, platform)] };
};
