import { Validations, type App, type IPolicyValidationContext, type PolicyValidationPluginReport } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks, type NagPack } from 'cdk-nag';
import type { IConstruct } from 'constructs';

/** A finding that stands, with the reason that a reader can check. */
interface Acknowledgement {
  /** The construct that is, or holds, the resource of the finding. */
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

/** Every reason for which a finding may stand. */
export const reasons = {
  runtimeId:
    'The name carries an id that is made at run time or by a later stack; this prefix is the narrowest that exists at deployment.',
  noResource: 'MediaConvert defines no resource for probing and searching (its service authorization reference).',
  openEndpoint:
    'The contract declares this endpoint open to signed-out callers; the function verifies a token whenever one is sent.',
  liveChannel:
    'Of a WebSocket API only $connect can be guarded, which its function does by a single-use ticket; and its access log would need a role in the settings of the whole account.',
  deadLetterQueue: 'This queue is the dead-letter queue itself.',
  queueMapping: 'Lambda has no failure destination for SQS sources: the queue itself has a dead-letter queue.',
  tracing: 'Tracing is left out of request paths: it adds 127 KB to each bundle; logs carry the request id instead.',
  bucketDeployment:
    "CDK's own deployment function, which runs only while a stack is deployed; its code and role are CDK's.",
  optionalMfa: 'A second factor (TOTP) is offered to everybody and forced on nobody.',
  userPoolPlan: 'The Plus plan bills every active listener; the sign-in limits of the Essentials plan stay in force.',
  edgeSwitches: 'Where a catalog may be seen and whether a firewall is paid for are decisions of the operator.',
  defaultCertificate: 'Without an own domain CloudFront serves its own certificate, whose TLS version cannot be set.',
} as const;

/**
 * A statement's resource ends in a wildcard, for this reason. `resource` may hold tokens; its literal end names the
 * finding.
 */
export const acknowledgeWildcard = (policy: IConstruct, resource: string, reason: string): void =>
  // A bare `*` is named with what precedes it: other resources end in a star too.
  register(
    policy,
    'AwsSolutions-IAM5',
    reason,
    `${resource === '*' ? 'Resource::*' : resource.slice(resource.lastIndexOf('}') + 1)}]`,
  );

/** A route without an authorizer. */
export const acknowledgeOpenRoute = (route: IConstruct): void =>
  register(route, 'AwsSolutions-APIG4', reasons.openEndpoint);

/** A queue without a dead-letter queue, because it is one. */
export const acknowledgeDeadLetterQueue = (queue: IConstruct): void =>
  register(queue, 'Serverless-SQSRedrivePolicy', reasons.deadLetterQueue);

/** A finding of another rule. */
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

/** Acknowledges what CDK's own deployment function is found to do. `stack` holds the function. */
export const acknowledgeBucketDeployment = (stack: IConstruct): void => {
  const handler = stack.node.children.find(({ node }) => node.id.startsWith('Custom::CDKBucketDeployment'));
  if (!handler) throw new Error('The stack holds no bucket deployment');
  for (const [rule, findingEnd] of DEPLOYMENT_FINDINGS) register(handler, rule, reasons.bucketDeployment, findingEnd);
};

const within = (path: string, scope: IConstruct): boolean =>
  path === scope.node.path || path.startsWith(`${scope.node.path}/`);

/**
 * Turns registered acknowledgements into CDK's own just before a pack reports: only then are the exact texts of the
 * findings known, since they hold logical ids and names of stack outputs. Each lands on one finding of one resource.
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
      // With the pack's name in front, the report lists the finding among those that were acknowledged.
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

/** Adds both rule packs; an open finding fails synthesis. */
export const addChecks = (app: App): void => {
  Validations.of(app).addPlugins(new SolutionsChecks(app), new ServerlessPack(app));
};

/** What was acknowledged in an app after its synthesis, for the test that counts and finds stale ones. */
export const acknowledgements = (
  app: App,
): readonly Readonly<Omit<Acknowledgement, 'scope'> & { readonly path: string }>[] =>
  (registered.get(app) ?? []).map(({ scope, ...rest }) => ({ ...rest, path: scope.node.path }));
