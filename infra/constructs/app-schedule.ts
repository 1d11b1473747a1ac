import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import { Duration } from 'aws-cdk-lib';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AppFunction } from './app-function.ts';

/** How one is made. */
export interface AppScheduleProps {
  readonly schedule: events.Schedule;
  readonly target: AppFunction;
  readonly failureQueue: sqs.IQueue;
}

/** Runs a function by the clock; a run that cannot be started lands in the failure queue. */
export class AppSchedule extends Construct {
  constructor(scope: Construct, id: string, props: AppScheduleProps) {
    super(scope, id);
    // Imported, so that the rule writes no policy into the queue's stack: that stack allows this account's rules
    // itself.
    const deadLetterQueue = sqs.Queue.fromQueueArn(this, 'FailureQueue', props.failureQueue.queueArn);
    new events.Rule(this, 'Rule', {
      schedule: props.schedule,
      targets: [
        new targets.LambdaFunction(props.target.function, {
          deadLetterQueue,
          retryAttempts: 2,
          maxEventAge: Duration.hours(1),
        }),
      ],
    });
  }
}
