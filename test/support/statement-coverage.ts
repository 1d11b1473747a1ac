import type { JudgedRequest } from '../../infra/local/iam/access.ts';
import { evaluate, readStatement, readStatements } from '../../infra/local/iam/evaluator.ts';
import type { PolicyDocument } from '../../infra/local/roles.ts';

type RawStatement = Readonly<Record<string, unknown>>;

/** A part of a role's policies that can be taken away. */
export interface Grant {
  /** `<role>: <action> on <resource>`, for messages. */
  readonly name: string;
  /** The role's policies without it. */
  readonly without: readonly RawStatement[];
}

const list = (value: unknown): readonly string[] => [value].flat().map(String);

const rawStatements = (documents: readonly PolicyDocument[]): readonly RawStatement[] => documents.flatMap(({ Statement }) => [Statement].flat() as readonly RawStatement[]);

/** Every statement of a role, to be taken away as a whole. */
export const statementsOf = (role: string, documents: readonly PolicyDocument[]): readonly Grant[] => {
  const all = rawStatements(documents);
  return all.map((raw, index) => ({
    name: `${role}: ${list(raw['Action']).join(', ')} on ${list(raw['Resource']).join(', ')}`,
    without: all.filter((_, other) => other !== index),
  }));
};

/** Every pair of an action and a resource that a role's statements allow, to be taken away one at a time. */
export const pairsOf = (role: string, documents: readonly PolicyDocument[]): readonly Grant[] => {
  const all = rawStatements(documents).flatMap((raw) =>
    list(raw['Action']).flatMap((Action) => list(raw['Resource']).map((Resource) => ({ ...raw, Action, Resource }))),
  );
  return all.map(({ Action, Resource }, index) => ({ name: `${role}: ${Action} on ${Resource}`, without: all.filter((_, other) => other !== index) }));
};

/** A request that a role was allowed and is not allowed without a grant; undefined when all go on. */
export const refusedWithout = (grant: Grant, allowed: readonly JudgedRequest[]): JudgedRequest | undefined => {
  const statements = grant.without.map(readStatement);
  return allowed.find((request) => evaluate(statements, request) !== 'allowed');
};

/** The allowed requests of a role, each kind once. @throws Error when the policies themselves do not allow one of them */
export const allowedRequests = (judged: readonly JudgedRequest[], roleArn: string, documents: readonly PolicyDocument[]): readonly JudgedRequest[] => {
  const kinds = new Map<string, JudgedRequest>();
  for (const request of judged) {
    if (request.roleArn === roleArn && request.decision === 'allowed') kinds.set(`${request.action} ${request.resource}`, request);
  }
  const statements = readStatements(documents);
  const wrong = [...kinds.values()].find((request) => evaluate(statements, request) !== 'allowed');
  if (wrong) throw new Error(`${wrong.action} was allowed by other policies than ${roleArn} has`);
  return [...kinds.values()];
};
