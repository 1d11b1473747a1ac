import type { PolicyDocument } from '../roles.ts';
import { readConditions, type Condition, type RequestContext } from './conditions.ts';
import { arnMatcher, globPattern } from './glob.ts';

/** A request to authorize. */
export interface AccessRequest {
  /** `dynamodb:PutItem` */
  readonly action: string;
  /** ARN, or `*` for an action without a resource. */
  readonly resource: string;
  readonly context: RequestContext;
}

/** The decision of policies. An explicit Deny overrides every Allow; without an Allow, nothing is allowed. */
export type Decision = 'allowed' | 'not allowed' | 'denied';

/** A compiled statement. */
export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  /** Whether the statement applies to action and resource, regardless of its conditions. */
  covers(action: string, resource: string): boolean;
  readonly conditions: readonly Condition[];
}

const ELEMENTS: ReadonlySet<string> = new Set([
  'Sid',
  'Effect',
  'Action',
  'NotAction',
  'Resource',
  'NotResource',
  'Condition',
]);

const asStrings = (value: unknown): readonly string[] => [value].flat().map(String);

/** Compiles the test of an element or its negated `Not` form. A statement must have exactly one of them. */
const readMatch = (
  raw: Readonly<Record<string, unknown>>,
  name: 'Action' | 'Resource',
  matcher: (glob: string) => (value: string) => boolean,
): ((value: string) => boolean) => {
  const [included, excluded] = [raw[name], raw[`Not${name}`]];
  if ((included === undefined) === (excluded === undefined))
    throw new Error(`a policy statement must have either ${name} or Not${name}`);
  const globs = asStrings(included ?? excluded);
  const variable = globs.find((glob) => glob.includes('${'));
  if (variable !== undefined) throw new Error(`the local cloud does not support policy variables (${variable})`);
  const tests = globs.map(matcher);
  return (value) => tests.some((test) => test(value)) === (included !== undefined);
};

const actionMatcher = (glob: string): ((action: string) => boolean) => {
  const pattern = globPattern(glob, 'i');
  return (action) => pattern.test(action);
};

/** Compiles one statement. @throws Error naming what the local cloud does not support */
export const readStatement = (raw: Readonly<Record<string, unknown>>): Statement => {
  const unknown = Object.keys(raw).find((name) => !ELEMENTS.has(name));
  if (unknown !== undefined) throw new Error(`the local cloud does not support ${unknown} in a role's policy`);
  const effect = raw['Effect'];
  if (effect !== 'Allow' && effect !== 'Deny')
    throw new Error(`the Effect of a policy statement must be Allow or Deny, not ${String(effect)}`);
  const isAction = readMatch(raw, 'Action', actionMatcher);
  const isResource = readMatch(raw, 'Resource', arnMatcher);
  return {
    effect,
    covers: (action, resource) => isAction(action) && isResource(resource),
    conditions: readConditions(raw['Condition']),
  };
};

/** Compiles the statements of policies, in their order. @throws Error naming what the local cloud does not support */
export const readStatements = (documents: readonly PolicyDocument[]): readonly Statement[] =>
  documents.flatMap(({ Statement: statements }) => [statements].flat().map(readStatement));

/** Decides a request by statements. Pure. */
export const evaluate = (statements: readonly Statement[], { action, resource, context }: AccessRequest): Decision => {
  let allowed = false;
  for (const { effect, covers, conditions } of statements) {
    if (allowed && effect === 'Allow') continue;
    if (!covers(action, resource) || !conditions.every((isMet) => isMet(context))) continue;
    if (effect === 'Deny') return 'denied';
    allowed = true;
  }
  return allowed ? 'allowed' : 'not allowed';
};
