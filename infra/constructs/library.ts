import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Env as LibraryEnv } from '../../lambdas/api/library/env.ts';
import { EVENT_SOURCE, type AppEventType } from '../../lambdas/events/app-events.ts';
import type { Env as ChangesEnv } from '../../lambdas/workers/library-changes/env.ts';
import { parameterNames } from '../parameter-names.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stages.ts';
import { AppFunction } from './app-function.ts';
import { QueueConsumer } from './app-queue.ts';

/** How it is made. */
export interface LibraryProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/** Likes and playlists: the function that answers, and the worker that lets them follow their contents. */
export class Library extends Construct {
  /** Answers the API. */
  readonly answers: AppFunction;
  /** Works the queue of what changed; it empties cleared histories too. */
  readonly changes: AppFunction;
  readonly consumers: readonly QueueConsumer[];

  constructor(scope: Construct, id: string, { stage, data }: LibraryProps) {
    super(scope, id);
    const { table, failureQueue, userPool } = data;
    const shared = { stage, failureQueue };
    const names = parameterNames(stage.name);
    const TABLE_NAME = table.table.tableName;

    this.answers = new AppFunction<LibraryEnv>(this, 'Answers', {
      ...shared,
      folder: 'library',
      env: {
        TABLE_NAME,
        PUBLIC_CATALOG: String(stage.publicCatalog),
        USER_POOL_CLIENT_ID: userPool.client.userPoolClientId,
        ISSUER: userPool.issuer,
        JWKS_URI: userPool.jwksUri,
        CURSOR_KEY_PARAMETER: names.cursorKey,
      },
      errorImpact: 'Likes and playlists are neither shown nor changed.',
    }).allow({ actions: ['ssm:GetParameter'], resources: [data.parameterArn(names.cursorKey)] });
    table.grant(
      this.answers,
      ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      ['gsi1', 'gsi2', 'gsi3'],
    );

    // A content that very many people like is many writes.
    const timeout = Duration.minutes(5);
    this.changes = new AppFunction<ChangesEnv>(this, 'Changes', {
      ...shared,
      folder: 'library-changes',
      env: { TABLE_NAME },
      timeout,
      errorImpact: 'Likes and playlists show titles as they were.',
    });
    table.grant(this.changes, ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'], ['gsi2']);
    const ours = (type: AppEventType) => ({ source: [EVENT_SOURCE], detailType: [type] });
    const queue = new QueueConsumer(this, 'LibraryQueue', {
      consumer: this.changes,
      timeout,
      sources: {
        Changed: ours('SavedContentChanged.v1'),
        Deleted: ours('PlaylistDeleted.v1'),
        Cleared: ours('HistoryCleared.v1'),
      },
      deadLetterImpact:
        'Likes and playlists show these titles as they were; what was unpublished stays in them and cannot be played. Of a cleared history, which nobody sees, the items are still stored.',
    });

    this.consumers = [queue];
  }
}
