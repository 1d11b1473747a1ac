import { BlockList } from 'node:net';

/** A pattern that EventBridge or Lambda would reject, or an unknown operator. */
export class PatternError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatternError';
  }
}

/** Whether an event (parsed JSON) matches. */
export type PatternMatch = (event: unknown) => boolean;

type Json = Readonly<Record<string, unknown>>;
/** Tests one scalar of an event; `undefined` is a missing field. */
type Test = (value: unknown) => boolean;

/** Limit of numeric matching; see the EventBridge user guide. */
const NUMERIC_LIMIT = 5e9;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const stringList = (value: unknown, operator: string): string[] => {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length === 0 || !list.every((item) => typeof item === 'string')) {
    throw new PatternError(`"${operator}" requires a string or a list of strings`);
  }
  return list as string[];
};

const matchesAny =
  (candidates: string[], matches: (value: string, candidate: string) => boolean): Test =>
  (value) =>
    typeof value === 'string' && candidates.some((candidate) => matches(value, candidate));

/** `prefix` and `suffix` also accept `{ "equals-ignore-case": … }`. */
const edge = (value: unknown, operator: 'prefix' | 'suffix', list: boolean): Test => {
  const matches = (text: string, part: string): boolean =>
    operator === 'prefix' ? text.startsWith(part) : text.endsWith(part);
  if (isObject(value)) {
    const folded = stringList(value['equals-ignore-case'], operator).map((part) => part.toLowerCase());
    return matchesAny(folded, (text, part) => matches(text.toLowerCase(), part));
  }
  if (Array.isArray(value) && !list) throw new PatternError(`"${operator}" requires a string`);
  return matchesAny(stringList(value, operator), matches);
};

/** `*` matches any characters; `\*` and `\\` match themselves. */
const wildcard = (value: unknown): Test => {
  const expressions = stringList(value, 'wildcard').map((pattern) => {
    const bare = pattern.replace(/\\[*\\]/g, 'x');
    if (bare.includes('**')) throw new PatternError('"wildcard" must not contain consecutive asterisks');
    if (bare.includes('\\')) throw new PatternError('"wildcard" escapes only * and \\');
    const source = pattern.replace(
      /\\([*\\])|(\*)|([.+?^${}()|[\]/])/g,
      (_all, escaped?: string, star?: string, special?: string) =>
        escaped === undefined ? (star === undefined ? `\\${special}` : '[^]*') : `\\${escaped}`,
    );
    return new RegExp(`^${source}$`);
  });
  return (text) => typeof text === 'string' && expressions.some((expression) => expression.test(text));
};

const numeric = (value: unknown): Test => {
  if (!Array.isArray(value) || (value.length !== 2 && value.length !== 4))
    throw new PatternError('"numeric" requires one or two comparisons');
  const tests: Test[] = [];
  for (let index = 0; index < value.length; index += 2) {
    const [operator, bound] = value.slice(index, index + 2) as [unknown, unknown];
    if (typeof bound !== 'number' || Math.abs(bound) > NUMERIC_LIMIT) {
      throw new PatternError(`"numeric" compares with numbers from -${NUMERIC_LIMIT} to ${NUMERIC_LIMIT}`);
    }
    const compare: Record<string, (number: number) => boolean> = {
      '=': (number) => number === bound,
      '<': (number) => number < bound,
      '<=': (number) => number <= bound,
      '>': (number) => number > bound,
      '>=': (number) => number >= bound,
    };
    const chosen = typeof operator === 'string' && Object.hasOwn(compare, operator) ? compare[operator] : undefined;
    if (!chosen) throw new PatternError(`"numeric" does not support ${JSON.stringify(operator)}`);
    tests.push((number) => typeof number === 'number' && Math.abs(number) <= NUMERIC_LIMIT && chosen(number));
  }
  return (number) => tests.every((test) => test(number));
};

const cidr = (value: unknown): Test => {
  const [address = '', bits = ''] = stringList(value, 'cidr').join().split('/');
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  const block = new BlockList();
  try {
    block.addSubnet(address, Number.parseInt(bits, 10), family);
  } catch {
    throw new PatternError(`"cidr" requires an address block, not ${JSON.stringify(value)}`);
  }
  return (text) => typeof text === 'string' && block.check(text, text.includes(':') ? 'ipv6' : 'ipv4');
};

const ignoreCase = (value: unknown): Test =>
  matchesAny(
    stringList(value, 'equals-ignore-case').map((text) => text.toLowerCase()),
    (text, folded) => text.toLowerCase() === folded,
  );

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value) || value === null;

/** Matches values that exist and that the inner test does not match. */
const anythingBut = (value: unknown): Test => {
  const but =
    (inner: Test): Test =>
    (found) =>
      found !== undefined && !inner(found);
  if (isObject(value)) {
    const [[operator, inner] = ['', undefined], ...more] = Object.entries(value);
    if (more.length > 0) throw new PatternError('"anything-but" accepts one operator');
    if (operator === 'prefix' || operator === 'suffix') return but(edge(inner, operator, true));
    if (operator === 'equals-ignore-case') return but(ignoreCase(inner));
    if (operator === 'wildcard') return but(wildcard(inner));
    throw new PatternError(`"anything-but" does not support "${operator}"`);
  }
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length === 0 || !list.every((item) => typeof item === 'string' || typeof item === 'number')) {
    throw new PatternError('"anything-but" requires strings or numbers');
  }
  return but((found) => (list as readonly unknown[]).includes(found));
};

const exists = (value: unknown): Test => {
  if (typeof value !== 'boolean') throw new PatternError('"exists" requires true or false');
  return (found) => (found !== undefined) === value;
};

const OPERATORS: Readonly<Record<string, (value: unknown) => Test>> = {
  prefix: (value) => edge(value, 'prefix', false),
  suffix: (value) => edge(value, 'suffix', false),
  'equals-ignore-case': ignoreCase,
  'anything-but': anythingBut,
  numeric,
  exists,
  cidr,
  wildcard,
};

const compileMatcher = (matcher: unknown): Test => {
  if (isScalar(matcher)) return (value) => value === matcher;
  const [[operator, value] = ['', undefined], ...more] = isObject(matcher) ? Object.entries(matcher) : [];
  if (more.length > 0) throw new PatternError('A matcher has one operator');
  const make = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  if (!make) throw new PatternError(`Unknown operator ${JSON.stringify(operator === '' ? matcher : operator)}`);
  return make(value);
};

/** The scalars of a field: its value, or those of its array. None for a missing field, an object or an empty array. */
const scalarsOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value.flat(Infinity).filter(isScalar);
  return isScalar(value) ? [value] : [];
};

const compileField = (matchers: readonly unknown[], path: string): Test => {
  if (matchers.length === 0) throw new PatternError(`The list of ${path} is empty`);
  const tests = matchers.map((matcher) => {
    try {
      return compileMatcher(matcher);
    } catch (error) {
      throw error instanceof PatternError ? new PatternError(`${error.message} (at ${path})`) : error;
    }
  });
  return (value) => {
    const scalars = scalarsOf(value);
    return tests.some((test) => (scalars.length === 0 ? test(undefined) : scalars.some(test)));
  };
};

const compileObject = (pattern: unknown, path: string): Test => {
  if (!isObject(pattern) || Object.keys(pattern).length === 0)
    throw new PatternError(`${path || 'The pattern'} must be an object with fields`);
  const tests = Object.entries(pattern).map(([key, value]): ((event: Json) => boolean) => {
    const here = path === '' ? key : `${path}.${key}`;
    if (key === '$or' && Array.isArray(value)) {
      if (value.length === 0) throw new PatternError(`The list of ${here} is empty`);
      const choices = value.map((choice) => compileObject(choice, path));
      return (event) => choices.some((choice) => choice(event));
    }
    if (!Array.isArray(value) && !isObject(value)) throw new PatternError(`${here} must be an object or an array`);
    const test = Array.isArray(value) ? compileField(value, here) : compileObject(value, here);
    return (event) => test(event[key]);
  });
  const matches = (event: unknown): boolean => {
    // All fields of a pattern must match in the same element of an array.
    if (Array.isArray(event) && event.length > 0) return event.some(matches);
    return tests.every((test) => test(isObject(event) ? event : {}));
  };
  return matches;
};

/**
 * Compiles an event pattern: a rule's `EventPattern`, or a filter of an event source mapping, which use the same
 * language. Throws PatternError, with the position, for what AWS would reject.
 */
export const compilePattern = (pattern: unknown): PatternMatch => compileObject(pattern, '');
