import type { ServiceCaller } from '../invoke.ts';
import type { PolicyDocument } from '../roles.ts';
import { evaluate, readStatement, type AccessRequest, type Decision, type Statement } from './evaluator.ts';

/** The principal of a request: an AWS service, or a role of the template. */
export type Party = ServiceCaller | { readonly roleArn: string };

/**
 * Resource-based policies by the resource's ARN: of buckets and queues, permissions of functions, trust policies of
 * roles.
 */
export interface ResourcePolicies {
  /** Adds a document. @throws Error naming what the local cloud does not support */
  attach(ownerArn: string, document: PolicyDocument): void;
  documents(ownerArn: string): readonly PolicyDocument[];
  /** ARNs of the resources that have a policy. */
  owners(): readonly string[];
  /** Decides a request by the policies of the resource's owner. Without a policy, nothing is allowed or denied. */
  evaluate(party: Party, request: AccessRequest): Decision;
}

type RawStatement = Readonly<Record<string, unknown>>;
type Matcher = (party: Party) => boolean;

/** A statement with its principals. */
interface ResourceStatement {
  readonly appliesTo: Matcher;
  readonly statement: Statement;
}

/** The ARN of the resource that owns the policy: the bucket of an object, the function of a version. */
export const ownerOf = (resource: string): string => {
  if (resource.startsWith('arn:aws:s3:::')) return resource.split('/', 1)[0] ?? resource;
  return resource.startsWith('arn:aws:lambda:') ? resource.split(':').slice(0, 7).join(':') : resource;
};

const principalMatcher = (kind: string, value: string): Matcher => {
  if (kind === 'Service') return (party) => 'service' in party && party.service === value;
  if (kind === 'AWS' && value === '*') return () => true;
  if (kind === 'AWS' && /^arn:aws:iam::\d{12}:role\//.test(value))
    return (party) => 'roleArn' in party && party.roleArn === value;
  throw new Error(`the local cloud does not support the principal ${kind} ${value}`);
};

const readPrincipal = (principal: unknown): Matcher => {
  if (principal === '*') return () => true;
  if (typeof principal !== 'object' || principal === null)
    throw new Error('a statement of a resource policy must have a Principal');
  const tests = Object.entries(principal).flatMap(([kind, values]) =>
    [values as unknown].flat().map((value) => principalMatcher(kind, String(value))),
  );
  return (party) => tests.some((test) => test(party));
};

/**
 * Compiles a statement of a resource's policy. A trust policy names no resource: it applies to its role. @throws Error
 * naming what is not supported
 */
const readResourceStatement = ({ Principal, ...raw }: RawStatement): ResourceStatement => ({
  appliesTo: readPrincipal(Principal),
  statement: readStatement('Resource' in raw || 'NotResource' in raw ? raw : { ...raw, Resource: '*' }),
});

/** Statements that were compiled before. Many requests are decided by the same ones. */
const compiled = new WeakMap<RawStatement, ResourceStatement>();

const compiledStatement = (raw: RawStatement): ResourceStatement => {
  const found = compiled.get(raw) ?? readResourceStatement(raw);
  compiled.set(raw, found);
  return found;
};

/**
 * Decides a request by the statements of a resource's policies, which do not change afterwards. Pure. @throws Error
 * naming what is not supported
 */
export const evaluateResource = (statements: readonly RawStatement[], party: Party, request: AccessRequest): Decision =>
  evaluate(
    statements
      .map(compiledStatement)
      .filter(({ appliesTo }) => appliesTo(party))
      .map(({ statement }) => statement),
    request,
  );

/** Creates an empty registry. */
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
    evaluate(party, request) {
      const { statements = [] } = owners.get(ownerOf(request.resource)) ?? {};
      return evaluate(
        statements.filter(({ appliesTo }) => appliesTo(party)).map(({ statement }) => statement),
        request,
      );
    },
  };
};
