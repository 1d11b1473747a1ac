import type { CorsRule, PublicAccessBlock } from './declared.ts';

const sorted = (values: readonly string[]): readonly string[] => [...values].sort();

/** A rule in one spelling: the order of its lists and the case of its header names do not matter. */
const comparableRule = (rule: CorsRule) => ({
  methods: sorted(rule.AllowedMethods),
  origins: sorted(rule.AllowedOrigins),
  allowed: sorted(rule.AllowedHeaders.map((name) => name.toLowerCase())),
  exposed: sorted(rule.ExposeHeaders.map((name) => name.toLowerCase())),
  seconds: rule.MaxAgeSeconds ?? null,
});

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether two lists of rules mean the same. Their order matters, because the first rule that fits decides. */
export const sameCors = (declared: readonly CorsRule[], real: readonly CorsRule[]): boolean =>
  equal(declared.map(comparableRule), real.map(comparableRule));

/** Whether all four switches are on. */
export const isClosed = (block: PublicAccessBlock): boolean =>
  block.BlockPublicAcls && block.BlockPublicPolicy && block.IgnorePublicAcls && block.RestrictPublicBuckets;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const texts = (value: unknown): readonly string[] => sorted([value].flat().map(String));

/** An object whose values are texts or lists of texts: names in order, values as sorted lists. */
const comparableLists = (value: unknown): readonly unknown[] =>
  isFields(value)
    ? Object.keys(value)
        .sort()
        .map((name) => [name, texts(value[name])])
    : [];

/** `*` and `{"AWS": "*"}` both mean everyone. */
const comparablePrincipal = (value: unknown): readonly unknown[] =>
  comparableLists(value === '*' ? { AWS: '*' } : value);

const comparableConditions = (value: unknown): readonly unknown[] =>
  isFields(value)
    ? Object.keys(value)
        .sort()
        .map((operator) => [operator, comparableLists(value[operator])])
    : [];

/** A statement in one spelling. Its ID says nothing. All other fields count, so that an unknown one is a difference. */
const comparableStatement = ({ Sid: _id, Effect, Principal, Action, Resource, Condition, ...rest }: Fields): string =>
  JSON.stringify([
    Effect,
    comparablePrincipal(Principal),
    texts(Action ?? []).map((action) => action.toLowerCase()),
    texts(Resource ?? []),
    comparableConditions(Condition),
    rest,
  ]);

const statementsOf = (document: Fields): readonly Fields[] => [document['Statement']].flat().filter(isFields);

/**
 * Whether two policies mean the same. S3 returns a policy as sent, or with single values instead of lists of one;
 * the order of statements never matters.
 */
export const samePolicy = (declared: Fields, real: Fields): boolean =>
  equal(sorted(statementsOf(declared).map(comparableStatement)), sorted(statementsOf(real).map(comparableStatement)));
