import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { functionsOutput } from '../build-functions.ts';
import { acknowledge, acknowledgeWildcard, reasons } from '../nag.ts';
import { logRetention, removalOf } from '../retention.ts';
import type { Stage } from '../stages.ts';

/** How one is made. */
export interface AppFunctionProps<Env extends Readonly<Record<string, string>>> {
  readonly stage: Stage;
  /** Folder under `lambdas/api` or `lambdas/workers`; also the function's name in the local cloud. */
  readonly folder: string;
  /** The function's own environment: exactly the keys of its `env.ts`. */
  readonly env: Env;
  /** What breaks, for whom, when this function fails. Becomes the text of its alarm. */
  readonly errorImpact: string;
  /** Takes events of asynchronous calls that failed all their tries. */
  readonly failureQueue: sqs.IQueue;
  /** @default 10 seconds */
  readonly timeout?: Duration;
  /** MB. @default 256 */
  readonly memory?: number;
}

/** A permission of one function. */
export interface Permission {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** Why a resource must end in a wildcard. Required when one does. */
  readonly wildcardReason?: string;
  readonly conditions?: Readonly<Record<string, unknown>>;
}

/** A Lambda function of the house: own role, own log group, bundle of the shared build, and a written impact. */
export class AppFunction<
  Env extends Readonly<Record<string, string>> = Readonly<Record<string, string>>,
> extends Construct {
  readonly function: lambda.Function;
  readonly errorImpact: string;
  readonly folder: string;
  private readonly policy: iam.Policy;

  constructor(scope: Construct, id: string, props: AppFunctionProps<Env>) {
    super(scope, id);
    this.errorImpact = props.errorImpact;
    this.folder = props.folder;
    const role = new iam.Role(this, 'Role', { assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com') });
    const logGroup = new logs.LogGroup(this, 'Logs', {
      retention: logRetention(props.stage),
      removalPolicy: removalOf(props.stage),
    });
    this.policy = new iam.Policy(this, 'Policy', { roles: [role] });
    this.allow({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logGroup.logGroupArn] });
    this.function = new lambda.Function(this, 'Function', {
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      handler: 'index.handler',
      code: lambda.Code.fromAsset(join(functionsOutput(rootFolder), props.folder)),
      role: role.withoutPolicyUpdates(),
      logGroup,
      timeout: props.timeout ?? Duration.seconds(10),
      memorySize: props.memory ?? 256,
      description: `soundstage ${props.folder}`,
      environment: {
        ...props.env,
        LOG_LEVEL: props.stage.logLevel,
        NODE_OPTIONS: '--enable-source-maps',
      },
      deadLetterQueue: props.failureQueue,
    });
    acknowledge(this.function, 'Serverless-LambdaTracing', reasons.tracing);
    this.allow({ actions: ['sqs:SendMessage'], resources: [props.failureQueue.queueArn] });
    // Lambda checks at creation that the role may write to the dead-letter queue.
    this.function.node.addDependency(this.policy);
  }

  /** Adds a permission. A resource with a wildcard needs its reason. */
  allow(permission: Permission): this {
    this.policy.addStatements(
      new iam.PolicyStatement({
        actions: [...permission.actions],
        resources: [...permission.resources],
        ...(permission.conditions ? { conditions: { ...permission.conditions } } : {}),
      }),
    );
    for (const resource of permission.resources) {
      if (!resource.endsWith('*')) continue;
      if (!permission.wildcardReason) throw new Error(`${this.node.path}: ${resource} needs a written reason`);
      acknowledgeWildcard(this.policy, resource, permission.wildcardReason);
    }
    return this;
  }

  /** Refuses what a permission allows otherwise, now or later. */
  deny({ actions, resources, conditions }: Required<Omit<Permission, 'wildcardReason'>>): void {
    this.policy.addStatements(
      new iam.PolicyStatement({
        effect: iam.Effect.DENY,
        actions: [...actions],
        resources: [...resources],
        conditions: { ...conditions },
      }),
    );
  }
}

const rootFolder = join(import.meta.dirname, '..', '..');
