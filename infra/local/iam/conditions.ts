import { arnMatcher, globPattern } from './glob.ts';

/**
 * What a request says about itself beyond action and resource, by condition key in lower case. Undefined: the request
 * has no such key.
 */
export type RequestContext = (key: string) => readonly string[] | undefined;

/** One condition of a statement, ready to be judged. */
export type Condition = (context: RequestContext) => boolean;

/** Condition keys that the local cloud can answer, in lower case. */
const KEYS: ReadonlySet<string> = new Set([
  'aws:principalarn',
  'aws:principalisawsservice',
  'aws:resourceaccount',
  'aws:securetransport',
  'aws:sourceaccount',
  'aws:sourcearn',
  'dynamodb:leadingkeys',
  'iam:passedtoservice',
  's3:tlsversion',
]);

/** Makes a test of one wanted value. */
type Operator = (wanted: string) => (value: string) => boolean;

const like: Operator = (wanted) => {
  const pattern = globPattern(wanted);
  return (value) => pattern.test(value);
};

const OPERATORS: Readonly<Record<string, Operator>> = {
  StringEquals: (wanted) => (value) => value === wanted,
  StringLike: like,
  // The two behave alike (IAM user guide, ARN condition operators).
  ArnEquals: arnMatcher,
  ArnLike: arnMatcher,
  NumericLessThan: (wanted) => (value) => Number(value) < Number(wanted),
  Bool: (wanted) => (value) => value.toLowerCase() === wanted.toLowerCase(),
};

/** How the values of one key come together; a key that is absent counts as the IAM user guide has it. */
const QUANTIFIERS: Readonly<
  Record<string, (values: readonly string[] | undefined, test: (value: string) => boolean) => boolean>
> = {
  '': (values, test) => values !== undefined && values.some(test),
  ForAllValues: (values, test) => (values ?? []).every(test),
  ForAnyValue: (values, test) => (values ?? []).some(test),
};

const knownIn = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/**
 * Reads a statement's `Condition`. All of its conditions must hold.
 * @throws Error naming an operator or key that the local cloud does not judge
 */
export const readConditions = (block: unknown): readonly Condition[] =>
  Object.entries((block ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>).flatMap(
    ([name, keys]) => {
      const colon = name.indexOf(':');
      const operator = knownIn(OPERATORS, name.slice(colon + 1));
      const quantifier = knownIn(QUANTIFIERS, name.slice(0, Math.max(0, colon)));
      if (!operator || !quantifier) throw new Error(`the local cloud does not judge the condition operator ${name}`);
      return Object.entries(keys).map(([key, wanted]): Condition => {
        const lowered = key.toLowerCase();
        if (!KEYS.has(lowered)) throw new Error(`the local cloud does not judge the condition key ${key}`);
        const tests = [wanted].flat().map((value) => operator(String(value)));
        return (context) => quantifier(context(lowered), (value) => tests.some((test) => test(value)));
      });
    },
  );
