import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Env as DashboardEnv } from '../../lambdas/api/dashboard/env.ts';
import { EVENT_SOURCE, type AppEventType } from '../../lambdas/events/app-events.ts';
import type { Env as CountsEnv } from '../../lambdas/workers/counts/env.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stages.ts';
import { AppFunction } from './app-function.ts';
import { QueueConsumer } from './app-queue.ts';

/** How it is made. */
export interface DashboardProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/** The numbers of the dashboard: the function that answers, and the worker that counts. */
export class Dashboard extends Construct {
  /** Answers the API. */
  readonly answers: AppFunction;
  /** Works the queue of what is to be counted. */
  readonly counts: AppFunction;
  readonly consumers: readonly QueueConsumer[];

  constructor(scope: Construct, id: string, { stage, data }: DashboardProps) {
    super(scope, id);
    const { table, failureQueue } = data;
    const shared = { stage, failureQueue };
    const TABLE_NAME = table.table.tableName;

    this.answers = new AppFunction<DashboardEnv>(this, 'Answers', {
      ...shared,
      folder: 'dashboard',
      env: { TABLE_NAME },
      errorImpact: 'The dashboard shows no numbers.',
    });
    table.grant(this.answers, ['GetItem']);

    const timeout = Duration.seconds(30);
    this.counts = new AppFunction<CountsEnv>(this, 'Counts', {
      ...shared,
      folder: 'counts',
      env: { TABLE_NAME },
      timeout,
      errorImpact: 'The numbers of the dashboard lag behind.',
    });
    table.grant(this.counts, ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem']);
    const type: AppEventType = 'CountedThingChanged.v1';
    const queue = new QueueConsumer(this, 'CountsQueue', {
      consumer: this.counts,
      timeout,
      // All of them write the same totals: more at a time would only meet there.
      maxConcurrency: 2,
      sources: { Changed: { source: [EVENT_SOURCE], detailType: [type] } },
      deadLetterImpact: 'These people and contents are missing from the numbers of the dashboard, or still among them.',
    });

    this.consumers = [queue];
  }
}
