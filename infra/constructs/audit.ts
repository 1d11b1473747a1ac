import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';
import type { Env as AuditEnv } from '../../lambdas/api/audit/env.ts';
import type { Env as SealEnv } from '../../lambdas/workers/audit-seal/env.ts';
import { reasons } from '../nag.ts';
import { parameterNames } from '../parameter-names.ts';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stages.ts';
import { AppFunction } from './app-function.ts';
import { AppSchedule } from './app-schedule.ts';

/** How it is made. */
export interface AuditProps {
  readonly stage: Stage;
  readonly data: DataStack;
}

/**
 * The audit log: the function that shows it, and the worker that seals it every minute. The clock wakes the worker and
 * not the table's stream, which bears two readers at each shard and has them: what an entry misses is then found by
 * looking, whatever was lost on the way.
 */
export class Audit extends Construct {
  /** Answers the API. */
  readonly answers: AppFunction;
  readonly seal: AppFunction;

  constructor(scope: Construct, id: string, { stage, data }: AuditProps) {
    super(scope, id);
    const { table, failureQueue, audit: bucket } = data;
    const shared = { stage, failureQueue };
    const names = parameterNames(stage.name);
    const TABLE_NAME = table.table.tableName;

    this.answers = new AppFunction<AuditEnv>(this, 'Answers', {
      ...shared,
      folder: 'audit',
      env: { TABLE_NAME, CURSOR_KEY_PARAMETER: names.cursorKey },
      errorImpact: 'The audit log cannot be read; acts are noted in it all the same.',
    }).allow({ actions: ['ssm:GetParameter'], resources: [data.parameterArn(names.cursorKey)] });
    table.grant(this.answers, ['GetItem', 'BatchGetItem', 'Query'], ['gsi1', 'gsi2', 'gsi3', 'gsi4']);

    this.seal = new AppFunction<SealEnv>(this, 'Seal', {
      ...shared,
      folder: 'audit-seal',
      env: { TABLE_NAME, AUDIT_BUCKET: bucket.bucketName },
      timeout: Duration.minutes(5),
      errorImpact: 'New entries of the audit log are neither sealed nor copied: a change of them would not be found.',
    }).allow({
      actions: ['s3:PutObject', 's3:GetObject'],
      resources: [bucket.arnForObjects('audit/*')],
      wildcardReason: reasons.runtimeId,
    });
    table.grant(this.seal, ['Query', 'PutItem'], [], { seals: true });
    new AppSchedule(this, 'Sealing', {
      schedule: events.Schedule.rate(Duration.minutes(1)),
      target: this.seal,
      failureQueue,
    });
  }
}
