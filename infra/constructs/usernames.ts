import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Env as UsernameEnv } from '../../lambdas/api/username/env.ts';
import { EVENT_SOURCE, type AppEventType } from '../../lambdas/events/app-events.ts';
import type { Env as MailEnv } from '../../lambdas/workers/username-mail/env.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stages.ts';
import { AppFunction } from './app-function.ts';

/** How it is made. */
export interface UsernamesProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/** Minutes after which a request is not worth its mail: its code would be too old. */
const MAX_EVENT_AGE = Duration.minutes(10);

/**
 * Username retrieval: the function that answers everybody alike, and the worker that looks whether there is an account
 * and mails it. The rule calls the worker without a queue between: requests are rare, and Lambda looks at an idle queue
 * for money.
 */
export class Usernames extends Construct {
  /** Answers the API. */
  readonly answers: AppFunction;
  /** Mails codes. */
  readonly mails: AppFunction;

  constructor(scope: Construct, id: string, { stage, data }: UsernamesProps) {
    super(scope, id);
    const { table, failureQueue, userPool } = data;
    const shared = { stage, failureQueue };
    const TABLE_NAME = table.table.tableName;

    this.answers = new AppFunction<UsernameEnv>(this, 'Answers', {
      ...shared,
      folder: 'username',
      env: { TABLE_NAME },
      errorImpact: 'Nobody can ask for a forgotten username; signing in is unaffected.',
    }).allow({
      actions: ['events:PutEvents'],
      resources: [data.formatArn({ service: 'events', resource: 'event-bus', resourceName: 'default' })],
    });
    table.grant(this.answers, ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem']);

    this.mails = new AppFunction<MailEnv>(this, 'Mails', {
      ...shared,
      folder: 'username-mail',
      env: { TABLE_NAME, USER_POOL_ID: userPool.pool.userPoolId, MAIL_FROM: stage.ownMailFrom },
      errorImpact: 'People who ask for their username get no mail.',
    })
      .allow({ actions: ['cognito-idp:AdminGetUser'], resources: [userPool.pool.userPoolArn] })
      .allow({
        actions: ['ses:SendEmail'],
        resources: [data.formatArn({ service: 'ses', resource: 'identity', resourceName: stage.ownMailFrom })],
      });
    table.grant(this.mails, ['GetItem', 'PutItem', 'UpdateItem']);

    const requested: AppEventType = 'UsernameRequested.v1';
    new events.Rule(this, 'Requested', {
      eventPattern: { source: [EVENT_SOURCE], detailType: [requested] },
      targets: [
        new targets.LambdaFunction(this.mails.function, {
          // Imported, so that the rule writes no policy into the queue's stack: that stack allows this account's rules
          // itself.
          deadLetterQueue: sqs.Queue.fromQueueArn(this, 'FailureQueue', failureQueue.queueArn),
          retryAttempts: 2,
          maxEventAge: MAX_EVENT_AGE,
        }),
      ],
    });
  }
}
