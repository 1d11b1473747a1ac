import { Validations, type App, type IPolicyValidationContext, type PolicyValidationPluginReport } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks, type NagPack } from 'cdk-nag';
import type { IConstruct } from 'constructs';

/** An accepted finding with a reason that a reader can verify. */
interface Acknowledgement {
  /** The construct that is or contains the resource of the finding. */
  readonly scope: IConstruct;
  /** Rule of cdk-nag, with its pack: `AwsSolutions-IAM5`. */
  readonly rule: string;
  /** End of the finding's own text, for rules that report several findings on one resource. */
  readonly findingEnd?: string;
  readonly reason: string;
  used: boolean;
}

const registered = new WeakMap<IConstruct, Acknowledgement[]>();

const register = (scope: IConstruct, rule: string, reason: string, findingEnd?: string): void => {
  const list = registered.get(scope.node.root) ?? [];
  registered.set(scope.node.root, list);
  const known = list.some((other) => other.scope === scope && other.rule === rule && other.findingEnd === findingEnd);
  if (!known) list.push({ scope, rule, reason, used: false, ...(findingEnd === undefined ? {} : { findingEnd }) });
};

/** Every reason to accept a finding. */
export const reasons = {
  runtimeId:
    'The name contains an ID created at run time or by a later stack. ' +
    'This prefix is the narrowest one known at deployment.',
  noResource:
    'MediaConvert has no resource type for Probe and SearchJobs, Transcribe none for StartTranscriptionJob, ' +
    'Rekognition none for images, Comprehend none for its own models, and CloudWatch none for GetMetricStatistics ' +
    '(see their service authorization references).',
  modelRegions:
    'An inference profile sends requests to regions of its geography, which AWS chooses and extends. ' +
    'The permission is for one model.',
  openEndpoint:
    'The contract declares this endpoint open to signed-out callers. The function verifies any token that is sent.',
  liveChannel:
    'Only the $connect route of a WebSocket API can be authorized; its function requires a single-use ticket. ' +
    'An access log would need a role in the settings of the whole account.',
  deadLetterQueue: 'This queue is the dead-letter queue itself.',
  queueMapping: 'Lambda has no failure destination for SQS sources. The queue itself has a dead-letter queue.',
  tracing:
    'Request paths are not traced, because tracing adds 127 KB to each bundle. Logs contain the request ID instead.',
  bucketDeployment: "CDK's own deployment function runs only while a stack is deployed. CDK owns its code and role.",
  optionalMfa: 'Two-step verification (TOTP) is available to every user and required of none.',
  userPoolPlan: 'The Plus plan bills every active user. The sign-in limits of the Essentials plan still apply.',
  edgeSwitches:
    'The operator decides on geographic restrictions and on paying for a firewall. Logs are delivered by resources ' +
    'of their own (delivery-logs.ts), and the rule looks for them in the distribution only.',
  defaultCertificate: 'Without a custom domain, CloudFront uses its own certificate, whose TLS version cannot be set.',
} as const;

/**
 * Acknowledges a statement whose resource contains a wildcard. `resource` may contain tokens; its literal end
 * identifies the finding.
 */
export const acknowledgeWildcard = (policy: IConstruct, resource: string, reason: string): void =>
  // A bare `*` is identified with the text before it, because other resources end in a star too.
  register(
    policy,
    'AwsSolutions-IAM5',
    reason,
    `${resource === '*' ? 'Resource::*' : resource.slice(resource.lastIndexOf('}') + 1)}]`,
  );

/** Acknowledges a route without an authorizer. */
export const acknowledgeOpenRoute = (route: IConstruct): void =>
  register(route, 'AwsSolutions-APIG4', reasons.openEndpoint);

/** Acknowledges a queue without a dead-letter queue, because it is one. */
export const acknowledgeDeadLetterQueue = (queue: IConstruct): void =>
  register(queue, 'Serverless-SQSRedrivePolicy', reasons.deadLetterQueue);

/** Acknowledges a finding of another rule. */
export const acknowledge = (scope: IConstruct, rule: string, reason: string, findingEnd?: string): void =>
  register(scope, rule, reason, findingEnd);

/** Findings of CDK's bucket deployment function, by the ends of their texts. */
const DEPLOYMENT_FINDINGS: readonly (readonly [rule: string, findingEnd?: string])[] = [
  ['AwsSolutions-L1'],
  ['Serverless-LambdaDLQ'],
  ['Serverless-LambdaLatestVersion'],
  ['Serverless-LambdaTracing'],
  ['AwsSolutions-IAM4', 'AWSLambdaBasicExecutionRole]'],
  ['AwsSolutions-IAM5', 's3:GetBucket*]'],
  ['AwsSolutions-IAM5', 's3:GetObject*]'],
  ['AwsSolutions-IAM5', 's3:List*]'],
  ['AwsSolutions-IAM5', 's3:Abort*]'],
  ['AwsSolutions-IAM5', 's3:DeleteObject*]'],
  ['AwsSolutions-IAM5', '/*]'],
  ['AwsSolutions-IAM5', 'Resource::*]'],
];

/** Acknowledges the findings of CDK's own deployment function. `stack` contains the function. */
export const acknowledgeBucketDeployment = (stack: IConstruct): void => {
  const handler = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
  if (!handler) throw new Error('The stack contains no bucket deployment');
  for (const [rule, findingEnd] of DEPLOYMENT_FINDINGS) register(handler, rule, reasons.bucketDeployment, findingEnd);
};

const within = (path: string, scope: IConstruct): boolean =>
  path === scope.node.path || path.startsWith(`${scope.node.path}/`);

/**
 * Turns registered acknowledgements into CDK's own just before a pack reports. Only then are the exact texts of the
 * findings known, because they contain logical IDs and names of stack outputs. Each applies to one finding of one
 * resource.
 */
const acknowledgeFindings = (root: IConstruct, pack: NagPack): void => {
  const list = registered.get(root) ?? [];
  for (const violation of pack.validateScope(root).violations) {
    for (const { constructPath } of violation.violatingResources as unknown as readonly {
      readonly constructPath: string;
    }[]) {
      const match = list.find(
        ({ scope, rule, findingEnd }) =>
          within(constructPath, scope) &&
          (findingEnd === undefined
            ? violation.ruleName === rule
            : violation.ruleName.startsWith(`${rule}[`) && violation.ruleName.endsWith(findingEnd)),
      );
      if (!match) continue;
      match.used = true;
      const resource = root.node.findChild(constructPath.split('/')[0] ?? '');
      const target = constructPath
        .split('/')
        .slice(1)
        .reduce((scope, id) => scope.node.findChild(id), resource);
      // The pack's name as prefix makes the report list the finding as acknowledged.
      Validations.of(target).acknowledge({ id: `${pack.readPackName}::${violation.ruleName}`, reason: match.reason });
    }
  }
};

class SolutionsChecks extends AwsSolutionsChecks {
  override validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    acknowledgeFindings(rootOf(context), this);
    return super.validate(context);
  }
}

class ServerlessPack extends ServerlessChecks {
  override validate(context: IPolicyValidationContext): PolicyValidationPluginReport {
    acknowledgeFindings(rootOf(context), this);
    return super.validate(context);
  }
}

const rootOf = (context: IPolicyValidationContext): IConstruct =>
  (context as IPolicyValidationContext & { readonly appConstruct: IConstruct }).appConstruct;

/** Adds both rule packs. An open finding fails synthesis. */
export const addChecks = (app: App): void => {
  Validations.of(app).addPlugins(new SolutionsChecks(app), new ServerlessPack(app));
};

/** Acknowledgements of a synthesized app, for the test that counts them and finds stale ones. */
export const acknowledgements = (
  app: App,
): readonly Readonly<Omit<Acknowledgement, 'scope'> & { readonly path: string }>[] =>
  (registered.get(app) ?? []).map(({ scope, ...rest }) => ({ ...rest, path: scope.node.path }));
