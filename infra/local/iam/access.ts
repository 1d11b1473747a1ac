import { AwsError, LOCAL_ACCOUNT, type Principal } from '../aws/service.ts';
import type { ServiceCaller } from '../invoke.ts';
import type { PolicyDocument, RoleBook } from '../roles.ts';
import type { RequestContext } from './conditions.ts';
import { evaluate, readStatements, type Decision, type Statement } from './evaluator.ts';
import { createResourcePolicies, type Party, type ResourcePolicies } from './resource-policies.ts';

/** A request of a role, with the decision of its own policies. */
export interface RoleDecision {
  readonly roleArn: string;
  readonly action: string;
  readonly resource: string;
  readonly context: RequestContext;
  readonly decision: Decision;
}

/** A request that a resource's policies took part in deciding: a service's, or a role's that they allow or deny. */
export interface ResourceDecision {
  readonly party: Party;
  readonly action: string;
  readonly resource: string;
  readonly context: RequestContext;
  readonly decision: Decision;
}

/** Condition keys of a request, by lower-case name. */
export type ContextValues = Readonly<Record<string, () => readonly string[] | undefined>>;

/** Decides requests by the roles and policies of the template. */
export interface Access {
  /** Whether a role allows an action; for services that act with a role. */
  allows(roleArn: string, action: string, resource: string, values?: ContextValues): boolean;
  /** Why a caller is denied, in IAM's words; undefined when it is allowed. The operator's key may do everything. */
  denial(caller: Principal, action: string, resource: string, values?: ContextValues): string | undefined;
  /** Why an AWS service is denied, in IAM's words; undefined when the resource's own policies allow it. */
  serviceDenial(caller: ServiceCaller, action: string, resource: string): string | undefined;
  /** Whether a service may assume a role, with the external ID that it sends. */
  trusts(roleArn: string, service: string, externalId?: string): boolean;
}

/** Authorizes a call. @throws AwsError in the service's words when it is denied */
export type Authorize = (
  caller: Principal | undefined,
  action: string,
  resource: string,
  values?: ContextValues,
) => void;

export interface AccessOptions {
  readonly roles: RoleBook;
  /** @default none */
  readonly policies?: ResourcePolicies;
  /** Called for every request that a role's policies decided. */
  readonly onRoleDecision?: (request: RoleDecision) => void;
  /** Called for every request that a resource's policies took part in deciding. */
  readonly onResourceDecision?: (request: ResourceDecision) => void;
}

interface CompiledRole {
  /** The parsed documents. A new array means that policies were added. */
  readonly documents: readonly PolicyDocument[];
  readonly statements: readonly Statement[];
  /** Decisions that depend on no condition, by action and resource. */
  readonly cachedDecisions: Map<string, Decision>;
}

/** Maximum cached decisions per role, because object keys would otherwise fill the memory. */
const MAX_CACHED_DECISIONS = 1000;

const NO_VALUES: ContextValues = {};

/** Values that are the same for every request. On AWS all calls use TLS; the local endpoint does not. */
const COMMON: Readonly<Record<string, readonly string[]>> = {
  'aws:resourceaccount': [LOCAL_ACCOUNT],
  'aws:securetransport': ['true'],
  's3:tlsversion': ['1.3'],
};

/** The ARN that makes a function's calls: a session of its role, named after the function. */
export const sessionArn = (roleArn: string, session: string): string =>
  `arn:aws:sts::${LOCAL_ACCOUNT}:assumed-role/${roleArn.slice(roleArn.lastIndexOf('/') + 1)}/${session}`;

/** Creates the access decisions. A role's policies are parsed once, and again when more are attached. */
export const createAccess = ({
  roles,
  policies = createResourcePolicies(),
  onRoleDecision,
  onResourceDecision,
}: AccessOptions): Access => {
  const compiled = new Map<string, CompiledRole>();

  const roleOf = (arn: string): CompiledRole => {
    const documents = roles.documents(arn);
    const existing = compiled.get(arn);
    if (existing?.documents === documents) return existing;
    const role = { documents, statements: readStatements(documents), cachedDecisions: new Map<string, Decision>() };
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
    ({ sourceArn, externalId, acl }: ServiceCaller): RequestContext =>
    (key) => {
      if (key === 'aws:principalisawsservice') return ['true'];
      if (key === 'sts:externalid') return externalId === undefined ? undefined : [externalId];
      if (key === 's3:x-amz-acl') return acl === undefined ? undefined : [acl];
      if (key === 'aws:sourceaccount') return [LOCAL_ACCOUNT];
      return key === 'aws:sourcearn' && sourceArn !== undefined ? [sourceArn] : COMMON[key];
    };

  const decide = (roleArn: string, action: string, resource: string, values: ContextValues): Decision => {
    const role = roleOf(roleArn);
    const name = `${action} ${resource}`;
    const cached = role.cachedDecisions.get(name);
    if (cached !== undefined && !onRoleDecision) return cached;
    const context = roleContext(roleArn, values);
    const decision = cached ?? evaluate(role.statements, { action, resource, context });
    if (
      cached === undefined &&
      !role.statements.some(({ covers, conditions }) => conditions.length > 0 && covers(action, resource))
    ) {
      if (role.cachedDecisions.size >= MAX_CACHED_DECISIONS) role.cachedDecisions.clear();
      role.cachedDecisions.set(name, decision);
    }
    onRoleDecision?.({ roleArn, action, resource, context, decision });
    return decision;
  };

  const decideByResource = (party: Party, action: string, resource: string, context: RequestContext): Decision => {
    const decision = policies.evaluate(party, { action, resource, context });
    if ('service' in party || decision !== 'not allowed')
      onResourceDecision?.({ party, action, resource, context, decision });
    return decision;
  };

  /**
   * The reason for a denial; undefined when allowed. In one account, either kind of policy can allow, and either can
   * deny.
   */
  const denialOf = (roleArn: string, action: string, resource: string, values: ContextValues): string | undefined => {
    const own = decide(roleArn, action, resource, values);
    const other = decideByResource({ roleArn }, action, resource, roleContext(roleArn, values));
    if (own === 'denied') return 'with an explicit deny in an identity-based policy';
    if (other === 'denied') return 'with an explicit deny in a resource-based policy';
    return own === 'allowed' || other === 'allowed'
      ? undefined
      : `because no identity-based policy allows the ${action} action`;
  };

  return {
    allows: (roleArn, action, resource, values = NO_VALUES) =>
      denialOf(roleArn, action, resource, values) === undefined,
    denial({ name, roleArn }, action, resource, values = NO_VALUES) {
      if (roleArn === undefined) return undefined;
      const reason = denialOf(roleArn, action, resource, values);
      return reason === undefined
        ? undefined
        : `User: ${sessionArn(roleArn, name)} is not authorized to perform: ${action} ` +
            `on resource: ${resource} ${reason}`;
    },
    serviceDenial(caller, action, resource) {
      const decision = decideByResource(caller, action, resource, serviceContext(caller));
      if (decision === 'allowed') return undefined;
      const reason =
        decision === 'denied'
          ? 'with an explicit deny in a resource-based policy'
          : `because no resource-based policy allows the ${action} action`;
      const { service } = caller;
      return `User: ${service} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
    },
    trusts(roleArn, service, externalId) {
      const caller = { service, externalId };
      return decideByResource(caller, 'sts:AssumeRole', roleArn, serviceContext(caller)) === 'allowed';
    },
  };
};

/**
 * Creates the authorization of one service. `code` and `status` are its access-denied error; see its API's common
 * errors.
 */
export const createAuthorize =
  (access: Access, code = 'AccessDeniedException', status = 400): Authorize =>
  (caller, action, resource, values) => {
    if (!caller) throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
    const denial = access.denial(caller, action, resource, values);
    if (denial !== undefined) throw new AwsError(code, denial, status);
  };
