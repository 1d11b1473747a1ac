import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Env as PeopleEnv } from '../../lambdas/api/people/env.ts';
import { parameterNames } from '../parameter-names.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stages.ts';
import { AppFunction } from './app-function.ts';

/** How it is made. */
export interface PeopleProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/** Managing people: the only function of the API that may touch accounts of the user pool. */
export class People extends Construct {
  /** Answers the API. */
  readonly answers: AppFunction;

  constructor(scope: Construct, id: string, { stage, data }: PeopleProps) {
    super(scope, id);
    const { table, userPool, failureQueue } = data;
    const { cursorKey } = parameterNames(stage.name);
    this.answers = new AppFunction<PeopleEnv>(this, 'Answers', {
      stage,
      failureQueue,
      folder: 'people',
      env: {
        TABLE_NAME: table.table.tableName,
        CURSOR_KEY_PARAMETER: cursorKey,
        USER_POOL_ID: userPool.pool.userPoolId,
        TEST_USERS: String(stage.name !== 'prod'),
      },
      // Making an account waits for Cognito, for the mail that it writes through our own function, and for the table.
      timeout: Duration.seconds(25),
      errorImpact: 'Administrators can neither see nor manage people; signed-in people notice nothing.',
    })
      .allow({ actions: ['ssm:GetParameter'], resources: [data.parameterArn(cursorKey)] })
      .allow({
        actions: ['AdminCreateUser', 'AdminDisableUser', 'AdminEnableUser', 'AdminUserGlobalSignOut', 'ListUsers'].map(
          (action) => `cognito-idp:${action}`,
        ),
        resources: [userPool.pool.userPoolArn],
      });
    table.grant(
      this.answers,
      ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      ['gsi1', 'gsi2', 'gsi3', 'gsi4'],
    );
  }
}
