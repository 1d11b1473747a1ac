import type { ServiceCaller } from '../invoke.ts';
import type { PolicyDocument } from '../roles.ts';
import { evaluate, readStatement, type AccessRequest, type Decision, type Statement } from './evaluator.ts';

/** Who a resource's own policy judges: an AWS service, or a role of the template. */
export type Party = ServiceCaller | { readonly roleArn: string };

/**
 * Policies that stand at resources: of buckets and queues, permissions of functions, trust policies of roles. By the
 * resource's ARN.
 */
export interface ResourcePolicies {
  /** Adds a document. @throws Error naming what the local cloud does not judge */
  attach(ownerArn: string, document: PolicyDocument): void;
  documents(ownerArn: string): readonly PolicyDocument[];
  /** ARNs of the resources that have a policy. */
  owners(): readonly string[];
  /** What the policies of the resource's owner say. Without one nothing is allowed by them, and nothing denied. */
  judge(party: Party, request: AccessRequest): Decision;
}

type RawStatement = Readonly<Record<string, unknown>>;
type Matcher = (party: Party) => boolean;

/** A statement with the parties that it speaks of. */
interface ResourceStatement {
  readonly concerns: Matcher;
  readonly statement: Statement;
}

/** The ARN whose policies judge a resource: a bucket answers for its objects, a function for its versions. */
export const ownerOf = (resource: string): string => {
  if (resource.startsWith('arn:aws:s3:::')) return resource.split('/', 1)[0] ?? resource;
  return resource.startsWith('arn:aws:lambda:') ? resource.split(':').slice(0, 7).join(':') : resource;
};

const principalMatcher = (kind: string, value: string): Matcher => {
  if (kind === 'Service') return (party) => 'service' in party && party.service === value;
  if (kind === 'AWS' && value === '*') return () => true;
  if (kind === 'AWS' && /^arn:aws:iam::\d{12}:role\//.test(value))
    return (party) => 'roleArn' in party && party.roleArn === value;
  throw new Error(`the local cloud does not judge the principal ${kind} ${value}`);
};

const readPrincipal = (principal: unknown): Matcher => {
  if (principal === '*') return () => true;
  if (typeof principal !== 'object' || principal === null)
    throw new Error('a statement of a resource policy has a Principal');
  const tests = Object.entries(principal).flatMap(([kind, values]) =>
    [values as unknown].flat().map((value) => principalMatcher(kind, String(value))),
  );
  return (party) => tests.some((test) => test(party));
};

/**
 * Reads a statement of a resource's policy. A trust policy names no resource: it is the role's own. @throws Error
 * naming what is not judged
 */
const readResourceStatement = ({ Principal, ...raw }: RawStatement): ResourceStatement => ({
  concerns: readPrincipal(Principal),
  statement: readStatement('Resource' in raw || 'NotResource' in raw ? raw : { ...raw, Resource: '*' }),
});

/** Judges a request by the statements of a resource's policies. Pure. @throws Error naming what is not judged */
export const evaluateResource = (statements: readonly RawStatement[], party: Party, request: AccessRequest): Decision =>
  evaluate(
    statements
      .map(readResourceStatement)
      .filter(({ concerns }) => concerns(party))
      .map(({ statement }) => statement),
    request,
  );

/** Makes an empty book. */
export const createResourcePolicies = (): ResourcePolicies => {
  const owners = new Map<string, { documents: readonly PolicyDocument[]; statements: readonly ResourceStatement[] }>();
  return {
    attach(ownerArn, document) {
      const { documents = [], statements = [] } = owners.get(ownerArn) ?? {};
      const read = ([document.Statement].flat() as readonly RawStatement[]).map(readResourceStatement);
      owners.set(ownerArn, { documents: [...documents, document], statements: [...statements, ...read] });
    },
    documents: (ownerArn) => owners.get(ownerArn)?.documents ?? [],
    owners: () => [...owners.keys()],
    judge(party, request) {
      const { statements = [] } = owners.get(ownerOf(request.resource)) ?? {};
      return evaluate(
        statements.filter(({ concerns }) => concerns(party)).map(({ statement }) => statement),
        request,
      );
    },
  };
};
