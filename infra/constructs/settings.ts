import { Construct } from 'constructs';
import type { Env as SettingsEnv } from '../../lambdas/api/settings/env.ts';
import { parameterNames } from '../parameter-names.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stages.ts';
import { AppFunction } from './app-function.ts';

/** The platform's settings: the function that shows and changes them. */
export class Settings extends Construct {
  readonly answers: AppFunction;

  constructor(scope: Construct, id: string, { stage, data }: { readonly stage: Stage; readonly data: DataStack }) {
    super(scope, id);
    const { table, failureQueue } = data;
    const names = parameterNames(stage.name);
    this.answers = new AppFunction<SettingsEnv>(this, 'Answers', {
      stage,
      failureQueue,
      folder: 'settings',
      env: { TABLE_NAME: table.table.tableName, CURSOR_KEY_PARAMETER: names.cursorKey },
      errorImpact: 'Settings can be neither read nor changed; visitors see the name that they saw last.',
    }).allow({ actions: ['ssm:GetParameter'], resources: [data.parameterArn(names.cursorKey)] });
    table.grant(this.answers, ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem']);
  }
}
