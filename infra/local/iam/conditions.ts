import { arnMatcher, globPattern } from './glob.ts';

/** A request's values by condition key in lower case; undefined when it has no such key. */
export type RequestContext = (key: string) => readonly string[] | undefined;

/** One compiled condition of a statement. */
export type Condition = (context: RequestContext) => boolean;

/** Condition keys that the local cloud supports, in lower case. */
const KEYS: ReadonlySet<string> = new Set([
  'aws:principalarn',
  'aws:principalisawsservice',
  'aws:resourceaccount',
  'aws:securetransport',
  'aws:sourceaccount',
  'aws:sourcearn',
  'cloudwatch:namespace',
  'dynamodb:attributes',
  'dynamodb:leadingkeys',
  'iam:passedtoservice',
  's3:tlsversion',
  's3:x-amz-acl',
  'sts:externalid',
  'transcribe:outputbucketname',
]);

/** Compiles the test of one expected value. */
type Operator = (expected: string) => (value: string) => boolean;

const like: Operator = (expected) => {
  const pattern = globPattern(expected);
  return (value) => pattern.test(value);
};

const OPERATORS: Readonly<Record<string, Operator>> = {
  StringEquals: (expected) => (value) => value === expected,
  StringLike: like,
  // Both are the same (IAM user guide, ARN condition operators).
  ArnEquals: arnMatcher,
  ArnLike: arnMatcher,
  NumericLessThan: (expected) => (value) => Number(value) < Number(expected),
  Bool: (expected) => (value) => value.toLowerCase() === expected.toLowerCase(),
};

/** How several values of one key are combined. An absent key counts as the IAM user guide describes. */
const QUANTIFIERS: Readonly<
  Record<string, (values: readonly string[] | undefined, test: (value: string) => boolean) => boolean>
> = {
  '': (values, test) => values !== undefined && values.some(test),
  ForAllValues: (values, test) => (values ?? []).every(test),
  ForAnyValue: (values, test) => (values ?? []).some(test),
};

const ownEntry = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/**
 * Compiles a statement's `Condition`. All its conditions must be met.
 * @throws Error naming an operator or key that the local cloud does not support
 */
export const readConditions = (block: unknown): readonly Condition[] =>
  Object.entries((block ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>).flatMap(
    ([name, keys]) => {
      const colon = name.indexOf(':');
      const operator = ownEntry(OPERATORS, name.slice(colon + 1));
      const quantifier = ownEntry(QUANTIFIERS, name.slice(0, Math.max(0, colon)));
      if (!operator || !quantifier) throw new Error(`the local cloud does not support the condition operator ${name}`);
      return Object.entries(keys).map(([key, expected]): Condition => {
        const lowered = key.toLowerCase();
        if (!KEYS.has(lowered)) throw new Error(`the local cloud does not support the condition key ${key}`);
        const tests = [expected].flat().map((value) => operator(String(value)));
        return (context) => quantifier(context(lowered), (value) => tests.some((test) => test(value)));
      });
    },
  );
