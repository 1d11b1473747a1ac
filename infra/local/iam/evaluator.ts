import type { PolicyDocument } from '../roles.ts';
import { readConditions, type Condition, type RequestContext } from './conditions.ts';
import { arnMatcher, globPattern } from './glob.ts';

/** What somebody wants to do. */
export interface AccessRequest {
  /** `dynamodb:PutItem` */
  readonly action: string;
  /** ARN, or `*` for an action without a resource. */
  readonly resource: string;
  readonly context: RequestContext;
}

/** How policies judge a request. An explicit Deny wins over every Allow; without an Allow nothing is allowed. */
export type Decision = 'allowed' | 'not allowed' | 'denied';

/** A statement, ready to be judged. */
export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  /** Whether action and resource are this statement's; its conditions are not asked. */
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

const texts = (value: unknown): readonly string[] => [value].flat().map(String);

/** A test of a value against an element or, turned round, its `Not` form. Exactly one of the two must be there. */
const readMatch = (
  raw: Readonly<Record<string, unknown>>,
  name: 'Action' | 'Resource',
  matcher: (glob: string) => (value: string) => boolean,
): ((value: string) => boolean) => {
  const [wanted, unwanted] = [raw[name], raw[`Not${name}`]];
  if ((wanted === undefined) === (unwanted === undefined))
    throw new Error(`a policy statement has one of ${name} and Not${name}`);
  const globs = texts(wanted ?? unwanted);
  const variable = globs.find((glob) => glob.includes('${'));
  if (variable !== undefined) throw new Error(`the local cloud does not fill in policy variables (${variable})`);
  const tests = globs.map(matcher);
  return (value) => tests.some((test) => test(value)) === (wanted !== undefined);
};

const actionMatcher = (glob: string): ((action: string) => boolean) => {
  const pattern = globPattern(glob, 'i');
  return (action) => pattern.test(action);
};

/** Reads one statement. @throws Error naming what the local cloud does not judge */
export const readStatement = (raw: Readonly<Record<string, unknown>>): Statement => {
  const unknown = Object.keys(raw).find((name) => !ELEMENTS.has(name));
  if (unknown !== undefined) throw new Error(`the local cloud does not judge ${unknown} in a role's policy`);
  const effect = raw['Effect'];
  if (effect !== 'Allow' && effect !== 'Deny') throw new Error(`a policy statement has the Effect ${String(effect)}`);
  const isAction = readMatch(raw, 'Action', actionMatcher);
  const isResource = readMatch(raw, 'Resource', arnMatcher);
  return {
    effect,
    covers: (action, resource) => isAction(action) && isResource(resource),
    conditions: readConditions(raw['Condition']),
  };
};

/** The statements of policies, in their order. @throws Error naming what the local cloud does not judge */
export const readStatements = (documents: readonly PolicyDocument[]): readonly Statement[] =>
  documents.flatMap(({ Statement: statements }) => [statements].flat().map(readStatement));

/** Judges a request by statements. Pure. */
export const evaluate = (statements: readonly Statement[], { action, resource, context }: AccessRequest): Decision => {
  let allowed = false;
  for (const { effect, covers, conditions } of statements) {
    if (allowed && effect === 'Allow') continue;
    if (!covers(action, resource) || !conditions.every((holds) => holds(context))) continue;
    if (effect === 'Deny') return 'denied';
    allowed = true;
  }
  return allowed ? 'allowed' : 'not allowed';
};
