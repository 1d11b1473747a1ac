import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import type { Construct } from 'constructs';
import { AppFunction } from '../../constructs/app-function.ts';
import { EventTarget } from '../../constructs/event-target.ts';
import { reasons } from '../../nag.ts';
import type { Platform } from '../../platform.ts';
import { partsOf } from '../feature.ts';

/**
 * Fails once a day while Rekognition analyzes frames with a model version that this release does not know, so that its
 * event lands in the failure queue and raises the alarm there: all new titles then count as not fully analyzed. Its
 * pictures cost $0.03 a month.
 */
export const moderationModelCheck = (scope: Construct, platform: Platform): AppFunction => {
  const { shared } = partsOf(platform);
  const worker = new AppFunction(scope, 'ModerationModelCheck', {
    ...shared,
    folder: 'moderation-model-check',
    env: {},
    timeout: Duration.minutes(1),
    errorImpact:
      'Frames are still analyzed, but the operator is not warned when Rekognition uses a model version that this ' +
      'release does not know.',
  });
  worker.allow({
    actions: ['rekognition:DetectModerationLabels'],
    resources: ['*'],
    wildcardReason: reasons.noResource,
  });
  new EventTarget(scope, 'ModerationModelChecking', {
    target: worker,
    failureQueue: shared.failureQueue,
    on: { schedule: events.Schedule.rate(Duration.days(1)) },
  });
  return worker;
};
