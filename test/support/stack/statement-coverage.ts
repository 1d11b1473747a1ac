import type { ResourceDecision, RoleDecision } from '../../../infra/local/iam/access.ts';
import { evaluate, readStatement, readStatements, type Statement } from '../../../infra/local/iam/evaluator.ts';
import { evaluateResource, ownerOf } from '../../../infra/local/iam/resource-policies.ts';
import type { PolicyDocument } from '../../../infra/local/roles.ts';

type RawStatement = Readonly<Record<string, unknown>>;

/** A grant of a role's policies that can be removed. */
export interface Grant {
  /** `<role>: <action> on <resource>`, for messages. */
  readonly name: string;
  /** The role's policies without it. */
  readonly without: readonly RawStatement[];
}

const list = (value: unknown): readonly string[] => [value].flat().map(String);

const rawStatements = (documents: readonly PolicyDocument[]): readonly RawStatement[] =>
  documents.flatMap(({ Statement }) => [Statement].flat() as readonly RawStatement[]);

const allows = (raw: RawStatement): boolean => raw['Effect'] === 'Allow';

/** CDK's own deployment function is written in Python; the local cloud does its work instead. */
export const isForeign = (name: string): boolean => name.includes('CustomCDKBucketDeployment');

/** Every Allow statement of a role, each removable as a whole. */
export const statementsOf = (role: string, documents: readonly PolicyDocument[]): readonly Grant[] => {
  const all = rawStatements(documents);
  return all.filter(allows).map((raw) => ({
    name: `${role}: ${list(raw['Action']).join(', ')} on ${list(raw['Resource']).join(', ')}`,
    without: all.filter((other) => other !== raw),
  }));
};

/** Every pair of an action and a resource that a role's statements allow, each removable on its own. */
export const pairsOf = (role: string, documents: readonly PolicyDocument[]): readonly Grant[] => {
  const all = rawStatements(documents).flatMap((raw) =>
    list(raw['Action']).flatMap((Action) => list(raw['Resource']).map((Resource) => ({ ...raw, Action, Resource }))),
  );
  return all.filter(allows).map((raw) => ({
    name: `${role}: ${raw.Action} on ${raw.Resource}`,
    without: all.filter((other) => other !== raw),
  }));
};

/** Condition of the statements that limit table access to the partitions of some entities. */
const PARTITIONS = ['ForAllValues:StringLike', 'dynamodb:LeadingKeys'] as const;

type Conditions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const partitionsIn = (raw: RawStatement): readonly string[] => {
  const patterns = (raw['Condition'] as Conditions | undefined)?.[PARTITIONS[0]]?.[PARTITIONS[1]];
  return patterns === undefined ? [] : list(patterns);
};

/** Every partition key pattern that a role's statements allow, each removable on its own. */
export const partitionsOf = (role: string, documents: readonly PolicyDocument[]): readonly Grant[] => {
  const all = rawStatements(documents);
  return all.filter(allows).flatMap((raw) =>
    partitionsIn(raw).map((pattern) => {
      const rest = partitionsIn(raw).filter((other) => other !== pattern);
      const narrowed = { ...raw, Condition: { [PARTITIONS[0]]: { [PARTITIONS[1]]: rest } } };
      return {
        name: `${role}: ${list(raw['Action']).join(', ')} in ${pattern}`,
        without: all.map((other) => (other === raw ? narrowed : other)),
      };
    }),
  );
};

/** Statements that were compiled before: the grants of a role have all but one of their statements in common. */
const compiled = new WeakMap<RawStatement, Statement>();

const compiledStatement = (raw: RawStatement): Statement => {
  const found = compiled.get(raw) ?? readStatement(raw);
  compiled.set(raw, found);
  return found;
};

/** An allowed request that is denied without the grant; undefined when all stay allowed. */
export const deniedWithout = (grant: Grant, allowed: readonly RoleDecision[]): RoleDecision | undefined => {
  const statements = grant.without.map(compiledStatement);
  return allowed.find((request) => evaluate(statements, request) !== 'allowed');
};

/** The allowed requests of a role, each kind once. @throws Error when the given policies do not allow one of them */
export const allowedRequests = (
  roleDecisions: readonly RoleDecision[],
  roleArn: string,
  documents: readonly PolicyDocument[],
): readonly RoleDecision[] => {
  const kinds = new Map<string, RoleDecision>();
  for (const request of roleDecisions) {
    if (request.roleArn !== roleArn || request.decision !== 'allowed') continue;
    const partitions = request.context('dynamodb:leadingkeys') ?? [];
    kinds.set([request.action, request.resource, ...partitions].join(' '), request);
  }
  const statements = readStatements(documents);
  const wrong = [...kinds.values()].find((request) => evaluate(statements, request) !== 'allowed');
  if (wrong) throw new Error(`${wrong.action} was allowed by policies that ${roleArn} does not have`);
  return [...kinds.values()];
};

/** A statement of a resource's policies that can be removed. */
export interface ResourceGrant {
  /** `<resource>: Allow s3:GetObject to {"Service":…} on …`, for messages. */
  readonly name: string;
  /** ARN of the resource. */
  readonly owner: string;
  readonly statement: RawStatement;
  /** The resource's statements without this one. */
  readonly without: readonly RawStatement[];
}

/** Every statement of a resource's policies; one that covers several resources counts once for each. */
export const resourceGrantsOf = (owner: string, documents: readonly PolicyDocument[]): readonly ResourceGrant[] => {
  const all = rawStatements(documents).flatMap((raw) =>
    raw['Effect'] === 'Allow'
      ? list(raw['Resource'] ?? '*').map((Resource) => ({ ...raw, Resource }))
      : [raw as RawStatement & { Resource: unknown }],
  );
  return all.map((statement, index) => {
    const { Effect, Action, Principal, Resource } = statement as RawStatement;
    return {
      name: [
        `${owner}: ${String(Effect)} ${list(Action).join(', ')}`,
        `to ${JSON.stringify(Principal)} on ${list(Resource).join(', ')}`,
      ].join(' '),
      owner,
      statement,
      without: all.filter((_, other) => other !== index),
    };
  });
};

/** Connection properties that Deny statements reject on AWS: no TLS, or an old TLS version. */
const WEAK: readonly Readonly<Record<string, readonly string[] | undefined>>[] = [
  { 'aws:securetransport': ['false'], 's3:tlsversion': undefined },
  { 's3:tlsversion': ['1.1'] },
];

/**
 * A request whose outcome changes when the statement is removed: an allowed request is denied. A Deny statement is
 * checked with the same request over a weak connection, which the local cloud cannot produce: it is denied with the
 * statement and not without it. Undefined when no request depends on the statement.
 */
export const changedWithout = (
  { owner, statement, without }: ResourceGrant,
  allowed: PartyRequests,
): PartyRequest | undefined => {
  const all = [...without, statement];
  const outcome = statement['Effect'] === 'Allow' ? 'allowed' : 'denied';
  const changes = (request: PartyRequest): boolean =>
    evaluateResource(all, request.party, request) === outcome &&
    evaluateResource(without, request.party, request) !== outcome;
  const here = allowed.get(owner) ?? [];
  // Only SQS itself writes to some dead-letter queues; a Deny statement applies to other roles too.
  const otherRole: PartyRequest = {
    party: { roleArn: 'arn:aws:iam::000000000000:role/stranger' },
    action: String(list(statement['Action'])[0]).replace('*', 'Get'),
    resource: owner,
    context: () => undefined,
  };
  return [...here, ...(outcome === 'denied' && here.length === 0 ? [otherRole] : [])].find((request) =>
    outcome === 'allowed'
      ? changes(request)
      : WEAK.some((connection) =>
          changes({
            ...request,
            context: (key) => (Object.hasOwn(connection, key) ? connection[key] : request.context(key)),
          }),
        ),
  );
};

/** A request of a service or a role that some policy allowed. */
export type PartyRequest = Omit<ResourceDecision, 'decision'>;

/** Requests by the ARN of the resource that owns the policies. */
type PartyRequests = ReadonlyMap<string, readonly PartyRequest[]>;

/** The allowed requests of services and of roles, as resource policies see them. */
export const partyRequests = (
  roleDecisions: readonly RoleDecision[],
  resourceDecisions: readonly ResourceDecision[],
): PartyRequests =>
  Map.groupBy(
    [
      ...resourceDecisions,
      ...roleDecisions.map(({ roleArn, ...request }) => ({ ...request, party: { roleArn } })),
    ].filter(({ decision }) => decision === 'allowed'),
    ({ resource }) => ownerOf(resource),
  );
