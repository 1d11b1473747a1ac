import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../../lambdas/events/app-events.ts';
import type { Env as NamesEnv } from '../../lambdas/workers/catalog-names/env.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stages.ts';
import { AppFunction } from './app-function.ts';
import { QueueConsumer } from './app-queue.ts';

/** How it is made. */
export interface CatalogNamesProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/** Lets contents follow the names of their category and creator, and the move to another category. */
export class CatalogNames extends Construct {
  readonly worker: AppFunction;
  readonly consumers: readonly QueueConsumer[];

  constructor(scope: Construct, id: string, { stage, data }: CatalogNamesProps) {
    super(scope, id);
    // A category of very many contents is many writes.
    const timeout = Duration.minutes(5);
    this.worker = new AppFunction<NamesEnv>(this, 'Worker', {
      stage,
      failureQueue: data.failureQueue,
      folder: 'catalog-names',
      env: { TABLE_NAME: data.table.table.tableName },
      timeout,
      errorImpact:
        'Contents show earlier names of their category or creator, and categories that were given up stay until the queue is worked again.',
    });
    data.table.grant(this.worker, ['GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'], ['gsi4', 'gsi7']);
    this.consumers = [
      new QueueConsumer(this, 'NamesQueue', {
        consumer: this.worker,
        timeout,
        sources: { Changed: { source: [EVENT_SOURCE], detailType: ['CatalogNamesChanged.v1'] } },
        deadLetterImpact:
          'Contents of these categories and creators show earlier names until the messages are redriven.',
      }),
    ];
  }
}
