import { AwsError, LOCAL_ACCOUNT, type Principal } from '../aws/service.ts';
import type { ServiceCaller } from '../invoke.ts';
import type { PolicyDocument, RoleBook } from '../roles.ts';
import type { RequestContext } from './conditions.ts';
import { evaluate, readStatements, type Decision, type Statement } from './evaluator.ts';
import { createResourcePolicies, type Party, type ResourcePolicies } from './resource-policies.ts';

/** A judged request of a role, as its own policies see it. */
export interface JudgedRequest {
  readonly roleArn: string;
  readonly action: string;
  readonly resource: string;
  readonly context: RequestContext;
  readonly decision: Decision;
}

/** A request as the policies of a resource see it: a service's, or a role's that they allow or deny. */
export interface JudgedByResource {
  readonly party: Party;
  readonly action: string;
  readonly resource: string;
  readonly context: RequestContext;
  readonly decision: Decision;
}

/** Condition keys of a request, by name in lower case. */
export type ContextValues = Readonly<Record<string, () => readonly string[] | undefined>>;

/** Decides who may do what, by the roles of the template. */
export interface Access {
  /** Whether a role allows an action; for services that act in a role's name. */
  allows(roleArn: string, action: string, resource: string, values?: ContextValues): boolean;
  /** Why a caller may not, in IAM's words; undefined when it may. The operator's own key may do everything. */
  refusal(caller: Principal, action: string, resource: string, values?: ContextValues): string | undefined;
  /** Why an AWS service may not, in IAM's words; undefined when the resource's own policies allow it. */
  serviceRefusal(caller: ServiceCaller, action: string, resource: string): string | undefined;
  /** Whether a service may act in a role's name. */
  trusts(roleArn: string, service: string): boolean;
}

/** Checks a call before it is served. @throws AwsError as the service words a refusal */
export type Authorize = (
  caller: Principal | undefined,
  action: string,
  resource: string,
  values?: ContextValues,
) => void;

/** What access is decided on. */
export interface AccessOptions {
  readonly roles: RoleBook;
  /** None when left out. */
  readonly policies?: ResourcePolicies;
  /** Hears of every request that a role's policies judged. */
  readonly onJudged?: (request: JudgedRequest) => void;
  /** Hears of every request that a resource's policies had a say in. */
  readonly onJudgedByResource?: (request: JudgedByResource) => void;
}

interface CompiledRole {
  /** What was read; another array means that policies came since. */
  readonly documents: readonly PolicyDocument[];
  readonly statements: readonly Statement[];
  /** Decisions that no condition has a say in, by action and resource. */
  readonly settled: Map<string, Decision>;
}

/** Settled decisions that are kept for each role; object keys would fill the memory otherwise. */
const KEPT_DECISIONS = 1000;

const NO_VALUES: ContextValues = {};

/**
 * What is the same for every request. On AWS all calls of SDKs and services go over TLS; this machine's own endpoint is
 * plain.
 */
const COMMON: Readonly<Record<string, readonly string[]>> = {
  'aws:resourceaccount': [LOCAL_ACCOUNT],
  'aws:securetransport': ['true'],
  's3:tlsversion': ['1.3'],
};

/** The ARN under which a function's calls are made: a session of its role, named after the function. */
export const sessionArn = (roleArn: string, session: string): string =>
  `arn:aws:sts::${LOCAL_ACCOUNT}:assumed-role/${roleArn.slice(roleArn.lastIndexOf('/') + 1)}/${session}`;

/** Makes the judge. Policies are read once for each role, and again when more are attached. */
export const createAccess = ({
  roles,
  policies = createResourcePolicies(),
  onJudged,
  onJudgedByResource,
}: AccessOptions): Access => {
  const compiled = new Map<string, CompiledRole>();

  const roleOf = (arn: string): CompiledRole => {
    const documents = roles.documents(arn);
    const known = compiled.get(arn);
    if (known?.documents === documents) return known;
    const role = { documents, statements: readStatements(documents), settled: new Map<string, Decision>() };
    compiled.set(arn, role);
    return role;
  };

  const roleContext =
    (roleArn: string, values: ContextValues): RequestContext =>
    (key) => {
      if (key === 'aws:principalarn') return [roleArn];
      if (key === 'aws:principalisawsservice') return ['false'];
      return COMMON[key] ?? (Object.hasOwn(values, key) ? values[key]?.() : undefined);
    };
  const serviceContext =
    ({ sourceArn }: ServiceCaller): RequestContext =>
    (key) => {
      if (key === 'aws:principalisawsservice') return ['true'];
      if (key === 'aws:sourceaccount') return [LOCAL_ACCOUNT];
      return key === 'aws:sourcearn' && sourceArn !== undefined ? [sourceArn] : COMMON[key];
    };

  const judge = (roleArn: string, action: string, resource: string, values: ContextValues): Decision => {
    const role = roleOf(roleArn);
    const name = `${action} ${resource}`;
    const settled = role.settled.get(name);
    if (settled !== undefined && !onJudged) return settled;
    const context = roleContext(roleArn, values);
    const decision = settled ?? evaluate(role.statements, { action, resource, context });
    if (
      settled === undefined &&
      !role.statements.some(({ covers, conditions }) => conditions.length > 0 && covers(action, resource))
    ) {
      if (role.settled.size >= KEPT_DECISIONS) role.settled.clear();
      role.settled.set(name, decision);
    }
    onJudged?.({ roleArn, action, resource, context, decision });
    return decision;
  };

  const judgeByResource = (party: Party, action: string, resource: string, context: RequestContext): Decision => {
    const decision = policies.judge(party, { action, resource, context });
    if ('service' in party || decision !== 'not allowed')
      onJudgedByResource?.({ party, action, resource, context, decision });
    return decision;
  };

  /** In one account either kind of policy is enough to allow, and either denies. Undefined: allowed. */
  const refusalOf = (roleArn: string, action: string, resource: string, values: ContextValues): string | undefined => {
    const own = judge(roleArn, action, resource, values);
    const other = judgeByResource({ roleArn }, action, resource, roleContext(roleArn, values));
    if (own === 'denied') return 'with an explicit deny in an identity-based policy';
    if (other === 'denied') return 'with an explicit deny in a resource-based policy';
    return own === 'allowed' || other === 'allowed'
      ? undefined
      : `because no identity-based policy allows the ${action} action`;
  };

  return {
    allows: (roleArn, action, resource, values = NO_VALUES) =>
      refusalOf(roleArn, action, resource, values) === undefined,
    refusal({ name, roleArn }, action, resource, values = NO_VALUES) {
      if (roleArn === undefined) return undefined;
      const reason = refusalOf(roleArn, action, resource, values);
      return reason === undefined
        ? undefined
        : `User: ${sessionArn(roleArn, name)} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
    },
    serviceRefusal(caller, action, resource) {
      const decision = judgeByResource(caller, action, resource, serviceContext(caller));
      if (decision === 'allowed') return undefined;
      const reason =
        decision === 'denied'
          ? 'with an explicit deny in a resource-based policy'
          : `because no resource-based policy allows the ${action} action`;
      return `User: ${caller.service} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
    },
    trusts(roleArn, service) {
      const caller = { service };
      return judgeByResource(caller, 'sts:AssumeRole', roleArn, serviceContext(caller)) === 'allowed';
    },
  };
};

/** Makes the check of one service. `code` and `status` are how that service refuses; see its API's common errors. */
export const createAuthorize =
  (access: Access, code = 'AccessDeniedException', status = 400): Authorize =>
  (caller, action, resource, values) => {
    if (!caller) throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
    const refusal = access.refusal(caller, action, resource, values);
    if (refusal !== undefined) throw new AwsError(code, refusal, status);
  };
