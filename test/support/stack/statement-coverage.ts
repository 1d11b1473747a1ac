import type { JudgedByResource, JudgedRequest } from '../../../infra/local/iam/access.ts';
import { evaluate, readStatement, readStatements } from '../../../infra/local/iam/evaluator.ts';
import { evaluateResource, ownerOf } from '../../../infra/local/iam/resource-policies.ts';
import type { PolicyDocument } from '../../../infra/local/roles.ts';

type RawStatement = Readonly<Record<string, unknown>>;

/** A part of a role's policies that can be taken away. */
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

/** Every statement of a role that allows something, to be taken away as a whole. */
export const statementsOf = (role: string, documents: readonly PolicyDocument[]): readonly Grant[] => {
  const all = rawStatements(documents);
  return all.filter(allows).map((raw) => ({
    name: `${role}: ${list(raw['Action']).join(', ')} on ${list(raw['Resource']).join(', ')}`,
    without: all.filter((other) => other !== raw),
  }));
};

/** Every pair of an action and a resource that a role's statements allow, to be taken away one at a time. */
export const pairsOf = (role: string, documents: readonly PolicyDocument[]): readonly Grant[] => {
  const all = rawStatements(documents).flatMap((raw) =>
    list(raw['Action']).flatMap((Action) => list(raw['Resource']).map((Resource) => ({ ...raw, Action, Resource }))),
  );
  return all.filter(allows).map((raw) => ({
    name: `${role}: ${raw.Action} on ${raw.Resource}`,
    without: all.filter((other) => other !== raw),
  }));
};

/** A request that a role was allowed and is not allowed without a grant; undefined when all go on. */
export const refusedWithout = (grant: Grant, allowed: readonly JudgedRequest[]): JudgedRequest | undefined => {
  const statements = grant.without.map(readStatement);
  return allowed.find((request) => evaluate(statements, request) !== 'allowed');
};

/**
 * The allowed requests of a role, each kind once. @throws Error when the policies themselves do not allow one of them
 */
export const allowedRequests = (
  judged: readonly JudgedRequest[],
  roleArn: string,
  documents: readonly PolicyDocument[],
): readonly JudgedRequest[] => {
  const kinds = new Map<string, JudgedRequest>();
  for (const request of judged) {
    if (request.roleArn === roleArn && request.decision === 'allowed')
      kinds.set(`${request.action} ${request.resource}`, request);
  }
  const statements = readStatements(documents);
  const wrong = [...kinds.values()].find((request) => evaluate(statements, request) !== 'allowed');
  if (wrong) throw new Error(`${wrong.action} was allowed by other policies than ${roleArn} has`);
  return [...kinds.values()];
};

/** A statement of a resource's policies that can be taken away. */
export interface ResourceGrant {
  /** `<resource>: Allow s3:GetObject to {"Service":…} on …`, for messages. */
  readonly name: string;
  /** ARN of the resource. */
  readonly owner: string;
  readonly statement: RawStatement;
  /** The resource's statements without it. */
  readonly without: readonly RawStatement[];
}

/** Every statement of a resource's policies; one that allows several resources counts for each of them. */
export const resourceGrantsOf = (owner: string, documents: readonly PolicyDocument[]): readonly ResourceGrant[] => {
  const all = rawStatements(documents).flatMap((raw) =>
    raw['Effect'] === 'Allow'
      ? list(raw['Resource'] ?? '*').map((Resource) => ({ ...raw, Resource }))
      : [raw as RawStatement & { Resource: unknown }],
  );
  return all.map((statement, index) => {
    const { Effect, Action, Principal, Resource } = statement as RawStatement;
    return {
      name: `${owner}: ${String(Effect)} ${list(Action).join(', ')} to ${JSON.stringify(Principal)} on ${list(Resource).join(', ')}`,
      owner,
      statement,
      without: all.filter((_, other) => other !== index),
    };
  });
};

/**
 * Connections that on AWS bring a request and that statements deny: without TLS, and with a version that is too old.
 */
const WEAK: readonly Readonly<Record<string, readonly string[] | undefined>>[] = [
  { 'aws:securetransport': ['false'], 's3:tlsversion': undefined },
  { 's3:tlsversion': ['1.1'] },
];

/**
 * A request whose end another one is without a statement: an allowed one is refused then. A Deny is seen by the same
 * request over a weak connection, which nobody here can make: it is refused, and without the statement it is not.
 * Undefined: nobody misses it.
 */
export const changedWithout = (
  { owner, statement, without }: ResourceGrant,
  allowed: readonly PartyRequest[],
): PartyRequest | undefined => {
  const all = [...without, statement];
  const wanted = statement['Effect'] === 'Allow' ? 'allowed' : 'denied';
  const changes = (request: PartyRequest): boolean =>
    evaluateResource(all, request.party, request) === wanted &&
    evaluateResource(without, request.party, request) !== wanted;
  const here = allowed.filter(({ resource }) => ownerOf(resource) === owner);
  // Nobody but SQS itself writes to some dead-letter queues; a Deny is for strangers too.
  const stranger: PartyRequest = {
    party: { roleArn: 'arn:aws:iam::000000000000:role/stranger' },
    action: String(list(statement['Action'])[0]).replace('*', 'Get'),
    resource: owner,
    context: () => undefined,
  };
  return [...here, ...(wanted === 'denied' && here.length === 0 ? [stranger] : [])].find((request) =>
    wanted === 'allowed'
      ? changes(request)
      : WEAK.some((connection) =>
          changes({
            ...request,
            context: (key) => (Object.hasOwn(connection, key) ? connection[key] : request.context(key)),
          }),
        ),
  );
};

/** A request of a service or a role, whoever's policies allowed it. */
export type PartyRequest = Omit<JudgedByResource, 'decision'>;

/** The allowed requests of services and of roles, as the policies of resources see them. */
export const partyRequests = (
  judged: readonly JudgedRequest[],
  judgedByResource: readonly JudgedByResource[],
): readonly PartyRequest[] =>
  [...judgedByResource, ...judged.map(({ roleArn, ...request }) => ({ ...request, party: { roleArn } }))].filter(
    ({ decision }) => decision === 'allowed',
  );
