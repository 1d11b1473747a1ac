import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AppFunction } from './app-function.ts';

/** Properties of an event target. */
export interface EventTargetProps {
  readonly target: AppFunction;
  readonly failureQueue: sqs.IQueue;
  /** A schedule or an event pattern. */
  readonly on: { readonly schedule: events.Schedule } | { readonly eventPattern: events.EventPattern };
  /** Events older than this are not delivered any more. @default 1 hour */
  readonly maxAge?: Duration;
}

/**
 * A rule that invokes a function directly: on a schedule, or for rare events, because polling an idle queue costs
 * money. Events that cannot be delivered go to the failure queue.
 */
export class EventTarget extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { target, failureQueue, on, maxAge = Duration.hours(1) }: EventTargetProps,
  ) {
    super(scope, id);
    // Imported, so that the rule adds no policy to the queue's stack. That stack already allows this account's rules.
    const deadLetterQueue = sqs.Queue.fromQueueArn(this, 'FailureQueue', failureQueue.queueArn);
    new events.Rule(this, 'Rule', {
      ...on,
      targets: [
        new targets.LambdaFunction(target.function, { deadLetterQueue, retryAttempts: 2, maxEventAge: maxAge }),
      ],
    });
  }
}
