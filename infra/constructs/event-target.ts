import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AppFunction } from './app-function.ts';

/** What calls a function. */
export interface EventTargetProps {
  readonly target: AppFunction;
  readonly failureQueue: sqs.IQueue;
  /** A schedule, or a pattern of events. */
  readonly on: { readonly schedule: events.Schedule } | { readonly eventPattern: events.EventPattern };
  /** After this, a call that could not be made is not worth making. @default 1 hour */
  readonly maxAge?: Duration;
}

/**
 * A rule that calls a function directly, on a schedule or for events that are rare: Lambda polls an idle queue, which
 * costs money. A call that cannot be made ends in the failure queue.
 */
export class EventTarget extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { target, failureQueue, on, maxAge = Duration.hours(1) }: EventTargetProps,
  ) {
    super(scope, id);
    // Imported, so that the rule adds no policy to the queue's stack, which allows this account's rules itself.
    const deadLetterQueue = sqs.Queue.fromQueueArn(this, 'FailureQueue', failureQueue.queueArn);
    new events.Rule(this, 'Rule', {
      ...on,
      targets: [
        new targets.LambdaFunction(target.function, { deadLetterQueue, retryAttempts: 2, maxEventAge: maxAge }),
      ],
    });
  }
}
