import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { tableDefinition } from '../../lambdas/data/table/table-definition.ts';
import type { Env as SearchEnv } from '../../lambdas/api/search/env.ts';
import type { Env as IndexEnv } from '../../lambdas/workers/search-index/env.ts';
import { reasons } from '../nag.ts';
import { parameterNames } from '../parameter-names.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stages.ts';
import { AppFunction } from './app-function.ts';
import { StreamConsumer } from './stream-consumer.ts';

/** How it is made. */
export interface SearchProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/**
 * MB of the function that answers: one whole processor, and room for the index of a million contents beside the one
 * that replaces it.
 */
const QUERY_MEMORY = 1769;

/** MB of the worker, which takes an index apart and packs it anew. */
const INDEX_MEMORY = 3008;

/**
 * Search of published content: from the table's stream into a packed index in a bucket, and the function that answers
 * from it.
 */
export class Search extends Construct {
  readonly query: AppFunction;
  /** Reads the table's stream. */
  readonly index: AppFunction;

  constructor(scope: Construct, id: string, { stage, data }: SearchProps) {
    super(scope, id);
    const { table, failureQueue, search: bucket, userPool } = data;
    const SEARCH_BUCKET = bucket.bucketName;
    const names = parameterNames(stage.name);
    // Without the first right S3 answers 403 for an index that is not there yet, which hides a missing permission.
    const mayList = { actions: ['s3:ListBucket'], resources: [bucket.bucketArn] };
    const may = (...actions: readonly string[]) => ({
      actions,
      resources: [bucket.arnForObjects('search/*')],
      wildcardReason: reasons.runtimeId,
    });

    this.query = new AppFunction<SearchEnv>(this, 'Query', {
      stage,
      failureQueue,
      folder: 'search',
      env: {
        TABLE_NAME: table.table.tableName,
        SEARCH_BUCKET,
        PUBLIC_CATALOG: String(stage.publicCatalog),
        USER_POOL_CLIENT_ID: userPool.client.userPoolClientId,
        ISSUER: userPool.issuer,
        JWKS_URI: userPool.jwksUri,
        CURSOR_KEY_PARAMETER: names.cursorKey,
      },
      timeout: Duration.seconds(29),
      memory: QUERY_MEMORY,
      errorImpact: 'Nobody can search; browsing and playing are unaffected.',
    })
      .allow(mayList)
      .allow(may('s3:GetObject'))
      .allow({ actions: ['ssm:GetParameter'], resources: [data.parameterArn(names.cursorKey)] });
    // Visitors are counted.
    table.grant(this.query, [
      'GetItem',
      'BatchGetItem',
      ...(stage.publicCatalog ? (['PutItem', 'UpdateItem'] as const) : []),
    ]);

    this.index = new AppFunction<IndexEnv>(this, 'Index', {
      stage,
      failureQueue,
      folder: 'search-index',
      env: { SEARCH_BUCKET },
      timeout: Duration.minutes(5),
      memory: INDEX_MEMORY,
      errorImpact: 'What is published is not found by searching; what is no longer public is not shown all the same.',
    })
      .allow(mayList)
      .allow(may('s3:GetObject', 's3:PutObject', 's3:DeleteObject'));
    // The second reader of the stream: DynamoDB bears two at each shard.
    new StreamConsumer(this, 'Stream', {
      table,
      consumer: this.index,
      types: tableDefinition.searchTypes,
      failureQueue,
    });
  }
}
