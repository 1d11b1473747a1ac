import { AwsError, LOCAL_ACCOUNT, type Principal } from '../aws/service.ts';
import type { PolicyDocument, RoleBook } from '../roles.ts';
import type { RequestContext } from './conditions.ts';
import { evaluate, readStatements, type Decision, type Statement } from './evaluator.ts';

/** A judged request of a role. */
export interface JudgedRequest {
  readonly roleArn: string;
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
}

/** Checks a call before it is served. @throws AwsError as the service words a refusal */
export type Authorize = (caller: Principal | undefined, action: string, resource: string, values?: ContextValues) => void;

/** What access is decided on. */
export interface AccessOptions {
  readonly roles: RoleBook;
  /** Hears of every judged request. */
  readonly onJudged?: (request: JudgedRequest) => void;
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

/** The ARN under which a function's calls are made: a session of its role, named after the function. */
export const sessionArn = (roleArn: string, session: string): string =>
  `arn:aws:sts::${LOCAL_ACCOUNT}:assumed-role/${roleArn.slice(roleArn.lastIndexOf('/') + 1)}/${session}`;

/** Makes the judge. Policies are read once for each role, and again when more are attached. */
export const createAccess = ({ roles, onJudged }: AccessOptions): Access => {
  const compiled = new Map<string, CompiledRole>();

  const roleOf = (arn: string): CompiledRole => {
    const documents = roles.documents(arn);
    const known = compiled.get(arn);
    if (known?.documents === documents) return known;
    const role = { documents, statements: readStatements(documents), settled: new Map<string, Decision>() };
    compiled.set(arn, role);
    return role;
  };

  const contextOf = (roleArn: string, values: ContextValues): RequestContext => (key) => {
    if (key === 'aws:principalarn') return [roleArn];
    if (key === 'aws:resourceaccount') return [LOCAL_ACCOUNT];
    // On AWS every call of an SDK is; this machine's own endpoint is plain.
    if (key === 'aws:securetransport') return ['true'];
    return Object.hasOwn(values, key) ? values[key]?.() : undefined;
  };

  const judge = (roleArn: string, action: string, resource: string, values: ContextValues): Decision => {
    const role = roleOf(roleArn);
    const name = `${action} ${resource}`;
    const settled = role.settled.get(name);
    if (settled !== undefined && !onJudged) return settled;
    const context = contextOf(roleArn, values);
    const decision = settled ?? evaluate(role.statements, { action, resource, context });
    if (settled === undefined && !role.statements.some(({ covers, conditions }) => conditions.length > 0 && covers(action, resource))) {
      if (role.settled.size >= KEPT_DECISIONS) role.settled.clear();
      role.settled.set(name, decision);
    }
    onJudged?.({ roleArn, action, resource, context, decision });
    return decision;
  };

  return {
    allows: (roleArn, action, resource, values = NO_VALUES) => judge(roleArn, action, resource, values) === 'allowed',
    refusal({ name, roleArn }, action, resource, values = NO_VALUES) {
      if (roleArn === undefined) return undefined;
      const decision = judge(roleArn, action, resource, values);
      if (decision === 'allowed') return undefined;
      const reason = decision === 'denied' ? 'with an explicit deny in an identity-based policy' : `because no identity-based policy allows the ${action} action`;
      return `User: ${sessionArn(roleArn, name)} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
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
