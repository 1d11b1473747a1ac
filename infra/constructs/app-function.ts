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

/** Properties of a function. */
export interface AppFunctionProps<Env extends Readonly<Record<string, string>>> {
  readonly stage: Stage;
  /** Folder under `lambdas/api` or `lambdas/workers`; also the function's name in the local cloud. */
  readonly folder: string;
  /** The function's own environment variables: exactly the keys of its `env.ts`. */
  readonly env: Env;
  /** What stops working, and for whom, when the function fails. Part of its alarm's description. */
  readonly errorImpact: string;
  /** Receives the events of asynchronous calls that failed after all retries. */
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
  /** Why a resource must contain a wildcard. Required when one does. */
  readonly wildcardReason?: string;
  readonly conditions?: Readonly<Record<string, unknown>>;
}

/** A Lambda function with its own role, log group and bundle, and a description of what its failure affects. */
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

  /** Adds a permission. Throws when a resource contains a wildcard and no reason is given. */
  allow(permission: Permission): this {
    this.policy.addStatements(
      new iam.PolicyStatement({
        actions: [...permission.actions],
        resources: [...permission.resources],
        ...(permission.conditions ? { conditions: { ...permission.conditions } } : {}),
      }),
    );
    for (const resource of permission.resources) {
      if (!resource.includes('*')) continue;
      if (!permission.wildcardReason)
        throw new Error(`${this.node.path}: ${resource} contains a wildcard and needs a wildcardReason`);
      acknowledgeWildcard(this.policy, resource, permission.wildcardReason);
    }
    return this;
  }

  /** Denies these actions, whatever other permissions allow. */
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
