import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import type { Env } from '../../../lambdas/api/delivery-monitor/env.ts';
import { WATCH_MINUTES } from '../../../lambdas/contract/delivery/monitor-rules.ts';
import { HEARTBEAT_KEY } from '../../../lambdas/contract/delivery/heartbeat.ts';
import type { Env as WatchEnv } from '../../../lambdas/workers/delivery-watch/env.ts';
import { AppFunction } from '../../constructs/app-function.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { reasons } from '../../nag.ts';
import { describeDistribution, readParameters } from '../../permissions.ts';
import type { Platform } from '../../platform.ts';
import { partsOf, type FeatureFactory } from '../feature.ts';

/**
 * The worker that looks at the delivery every five minutes. It may store one file, the one that it requests from
 * outside, and cannot read any other.
 */
const createWatch = (scope: Construct, platform: Platform): AppFunction => {
  const { shared, table, names, TABLE_NAME } = partsOf(platform);
  const { media } = platform.data;
  const worker = new AppFunction<WatchEnv>(scope, 'Watch', {
    ...shared,
    folder: 'delivery-watch',
    env: {
      TABLE_NAME,
      MEDIA_BUCKET: media.bucketName,
      SITE_URL_PARAMETER: names.siteUrl,
      DISTRIBUTION_PARAMETER: names.distribution,
    },
    timeout: Duration.minutes(1),
    errorImpact:
      'The CDN monitor shows the last values with their age, and delivery alerts are neither raised nor resolved. ' +
      'Delivery itself keeps working.',
  })
    .allow({ actions: ['s3:PutObject'], resources: [media.arnForObjects(HEARTBEAT_KEY)] })
    .allow({
      actions: ['cloudwatch:GetMetricStatistics'],
      resources: ['*'],
      wildcardReason: reasons.noResource,
    });
  readParameters(worker, names.siteUrl, names.distribution);
  describeDistribution(worker, 'cloudfront:ListInvalidations', 'cloudfront:GetMonitoringSubscription');
  table.grant(
    worker,
    {
      content: ['BatchGetItem'],
      deliveryAlert: ['PutItem', 'UpdateItem'],
      deliveryHour: ['Query'],
      watchRule: ['Query', 'PutItem'],
      watchState: ['GetItem', 'PutItem'],
    },
    ['gsi2'],
  );
  new EventTarget(scope, 'Watching', {
    target: worker,
    failureQueue: shared.failureQueue,
    on: { schedule: events.Schedule.rate(Duration.minutes(WATCH_MINUTES)) },
  });
  return worker;
};

/** The CDN monitor: what the delivery amounts to, its health, alerts, and what would improve it. */
export const deliveryMonitor: FeatureFactory = (scope, platform) => {
  const { shared, table, names, apiEnv } = partsOf(platform);
  const api = new AppFunction<Env>(scope, 'Api', {
    ...shared,
    folder: 'delivery-monitor',
    env: { ...apiEnv, CURSOR_KEY_PARAMETER: names.cursorKey, DISTRIBUTION_PARAMETER: names.distribution },
    errorImpact: 'Administrators cannot see the CDN monitor. Delivery and its alerts keep working.',
  });
  readParameters(api, names.cursorKey, names.distribution);
  describeDistribution(api, 'cloudfront:ListInvalidations');
  table.grant(api, {
    deliveryAlert: ['Query', 'BatchGetItem'],
    deliveryHour: ['Query'],
    watchRule: ['Query'],
    watchState: ['GetItem'],
  });
  return { api, workers: [createWatch(scope, platform)] };
};
