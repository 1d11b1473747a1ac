import { Duration, Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import type { Env as BulkEnv } from '../../lambdas/api/bulk/env.ts';
import { EVENT_SOURCE } from '../../lambdas/events/app-events.ts';
import type { Env as WorkerEnv } from '../../lambdas/workers/bulk-worker/env.ts';
import type { Env as ScheduleEnv } from '../../lambdas/workers/content-schedule/env.ts';
import { reasons } from '../nag.ts';
import { parameterNames } from '../parameter-names.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stages.ts';
import { AppFunction } from './app-function.ts';
import { QueueConsumer } from './app-queue.ts';
import { AppSchedule } from './app-schedule.ts';

/** How it is made. */
export interface BulkProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/** What happens to contents without a person at each: jobs over many of them, and publications by the clock. */
export class Bulk extends Construct {
  /** Answers the API. */
  readonly answers: AppFunction;
  readonly worker: AppFunction;
  readonly schedule: AppFunction;
  readonly consumers: readonly QueueConsumer[];

  constructor(scope: Construct, id: string, { stage, data }: BulkProps) {
    super(scope, id);
    const { table, failureQueue, media } = data;
    const shared = { stage, failureQueue };
    const names = parameterNames(stage.name);
    const TABLE_NAME = table.table.tableName;
    const stack = Stack.of(this);
    const publish = {
      actions: ['events:PutEvents'],
      resources: [stack.formatArn({ service: 'events', resource: 'event-bus', resourceName: 'default' })],
    };
    const env = { TABLE_NAME, MEDIA_BUCKET: media.bucketName, DISTRIBUTION_PARAMETER: names.distribution };
    const showStills = (target: AppFunction): AppFunction =>
      target
        // Without this right S3 answers 403 for a still that is not there, which hides a missing permission.
        .allow({ actions: ['s3:ListBucket'], resources: [media.bucketArn] })
        .allow({
          actions: ['s3:GetObject'],
          resources: [media.arnForObjects('media/*')],
          wildcardReason: reasons.runtimeId,
        })
        .allow({
          actions: ['s3:PutObject', 's3:DeleteObject'],
          resources: [media.arnForObjects('posters/*')],
          wildcardReason: reasons.runtimeId,
        })
        .allow({ actions: ['ssm:GetParameter'], resources: [data.parameterArn(names.distribution)] })
        .allow({
          actions: ['cloudfront:CreateInvalidation'],
          resources: [
            stack.formatArn({ service: 'cloudfront', region: '', resource: 'distribution', resourceName: '*' }),
          ],
          wildcardReason: reasons.runtimeId,
        })
        .allow(publish);

    this.answers = new AppFunction<BulkEnv>(this, 'Answers', {
      ...shared,
      folder: 'bulk',
      env: { TABLE_NAME, CURSOR_KEY_PARAMETER: names.cursorKey },
      // A job of a thousand is read and stored before the answer.
      timeout: Duration.seconds(29),
      errorImpact: 'Administrators cannot begin or follow jobs over many contents; those that run go on.',
    })
      .allow({ actions: ['ssm:GetParameter'], resources: [data.parameterArn(names.cursorKey)] })
      .allow(publish);
    table.grant(this.answers, ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'], ['gsi1']);

    const timeout = Duration.minutes(5);
    this.worker = showStills(
      new AppFunction<WorkerEnv>(this, 'Worker', {
        ...shared,
        folder: 'bulk-worker',
        env,
        timeout,
        errorImpact:
          'Jobs over many contents stand still, with exact counts of what they did; they go on when the worker does.',
      }),
    );
    table.grant(this.worker, ['GetItem', 'Query', 'PutItem', 'UpdateItem']);

    this.schedule = showStills(
      new AppFunction<ScheduleEnv>(this, 'Schedule', {
        ...shared,
        folder: 'content-schedule',
        env,
        timeout: Duration.minutes(1),
        errorImpact: 'Planned publications happen late, and jobs whose worker stopped are not taken up.',
      }),
    );
    table.grant(
      this.schedule,
      ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      ['gsi1', 'gsi2'],
    );
    new AppSchedule(this, 'Clock', {
      schedule: events.Schedule.rate(Duration.minutes(1)),
      target: this.schedule,
      failureQueue,
    });

    this.consumers = [
      new QueueConsumer(this, 'BulkQueue', {
        consumer: this.worker,
        timeout,
        maxConcurrency: 4,
        sources: { Started: { source: [EVENT_SOURCE], detailType: ['BulkJobStarted.v1'] } },
        deadLetterImpact: 'Nothing is lost: jobs that nobody works are found by the clock and asked for again.',
      }),
    ];
  }
}
