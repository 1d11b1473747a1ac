import { isDeepStrictEqual } from 'node:util';
import { assemblyOf } from '../support/stack/assembly.ts';
import { partitionOwners, publicStageOwners, testStageOwners } from '../support/stack/partition-owners.ts';
import { statementsByFunction, writesIn } from '../support/partition-writes.ts';

type Owners = Readonly<Record<string, readonly string[]>>;
type Statements = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;

let dev: Statements;
let prod: Statements;

beforeAll(async () => {
  dev = statementsByFunction(await assemblyOf('dev'));
  prod = statementsByFunction(await assemblyOf('prod'));
});

const both = (one: Owners, other: Owners): Owners =>
  Object.fromEntries(
    Object.keys({ ...one, ...other }).map((name) => [name, [...(one[name] ?? []), ...(other[name] ?? [])]]),
  );

/** The writes that policies allow and the list does not, and the entries of the list that no policy needs. */
const compare = (statements: Statements, owners: Owners) => {
  const names = [...new Set([...statements.keys(), ...Object.keys(owners)])].sort();
  const difference = (name: string, of: readonly string[], without: readonly string[]): readonly string[] =>
    [...new Set(of)].filter((one) => !without.includes(one)).map((one) => `${name} ${one}`);
  const written = (name: string): readonly string[] => (statements.get(name) ?? []).flatMap(writesIn);
  return {
    tooWide: names.flatMap((name) => difference(name, written(name), owners[name] ?? [])),
    unused: names.flatMap((name) => difference(name, owners[name] ?? [], written(name))),
    unknown: names.filter((name) => !statements.has(name) || !owners[name]),
  };
};

const NOTHING = { tooWide: [], unused: [], unknown: [] };

it('lets each function write the partitions that it owns, and no other', () => {
  const owners = both(partitionOwners, testStageOwners);
  expect(compare(dev, owners)).toEqual(NOTHING);
  expect(compare(prod, both(partitionOwners, publicStageOwners))).toEqual(NOTHING);
  const pairs = Object.values(owners).reduce((sum, owned) => sum + owned.length, 0);
  console.info(`${dev.size} functions, ${pairs} pairs of function and partition`);
  expect(dev.size).toBeGreaterThan(50);
});

it('lets no function that talks to Stripe or begins sessions write rights', () => {
  const writers = (partition: string): readonly string[] =>
    [...dev].flatMap(([name, all]) => (all.flatMap(writesIn).includes(partition) ? [name] : [])).sort();
  expect(writers('RIGHTS#*')).toEqual(['cleanup', 'credentials', 'data-requests', 'people', 'privacy-erase']);
  expect(writers('PLAN#*')).toEqual([
    'billing',
    'billing-reconcile',
    'billing-sync',
    'people',
    'person-plans',
    'privacy-erase',
  ]);
  expect(writers('PROFILE#*')).toEqual(['account', 'cleanup', 'credentials', 'people', 'privacy-erase']);
  expect(writers('SESSIONS#*').length).toBeGreaterThan(25);
});

it('lets only responses to security alerts change what restricts a user', () => {
  const restricting = [...dev].flatMap(([name, all]) => {
    const isDenied = all.some(
      ({ Effect: effect, Action: action, Condition: condition }) =>
        effect === 'Deny' &&
        action === 'dynamodb:UpdateItem' &&
        isDeepStrictEqual(condition, { 'ForAnyValue:StringEquals': { 'dynamodb:Attributes': ['restrictions'] } }),
    );
    const updates = all.some(
      (statement) =>
        [statement['Action']].flat().includes('dynamodb:UpdateItem') && writesIn(statement).includes('SESSIONS#*'),
    );
    return updates && !isDenied ? [name] : [];
  });
  expect(restricting.sort()).toEqual(['security', 'security-responder']);
});

/** The policies of `dev` with another statement for one function. */
const widened = (folder: string, statement: Readonly<Record<string, unknown>>): Statements =>
  new Map([...dev, [folder, [...(dev.get(folder) ?? []), { Effect: 'Allow', Resource: 'the table', ...statement }]]]);
const inPartition = (...partitions: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
});

it.each<[string, string, Readonly<Record<string, unknown>>, string]>([
  [
    'rights for what talks to Stripe',
    'billing-sync',
    { Action: 'dynamodb:UpdateItem', Condition: inPartition('PLAN#*', 'RIGHTS#*') },
    'billing-sync RIGHTS#*',
  ],
  [
    'another attribute of rights',
    'factors',
    {
      Action: ['dynamodb:UpdateItem'],
      Condition: {
        ...inPartition('RIGHTS#*'),
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk', 'role'] },
      },
    },
    'factors RIGHTS#*: pk, role, sk',
  ],
  [
    'a pattern that covers more',
    'history',
    { Action: 'dynamodb:PutItem', Condition: inPartition('USER*') },
    'history USER*',
  ],
  ['every partition', 'docs', { Action: 'dynamodb:DeleteItem' }, 'docs *'],
  ['every operation', 'search', { Action: 'dynamodb:*', Condition: inPartition('SETTINGS') }, 'search SETTINGS'],
  [
    'a batch of writes',
    'playback',
    { Action: 'dynamodb:BatchWriteItem', Condition: inPartition('PROFILE#*') },
    'playback PROFILE#*',
  ],
])('finds a grant that is too wide: %s', (_name, folder, statement, found) => {
  const { tooWide } = compare(widened(folder, statement), both(partitionOwners, testStageOwners));
  expect(tooWide).toEqual([found]);
});

it('finds a function that the list does not name, and an entry that no policy needs', () => {
  const owners = both(partitionOwners, testStageOwners);
  const { history: _history, ...without } = owners;
  expect(compare(dev, without)).toMatchObject({
    unknown: ['history'],
    tooWide: ['history USER#*', 'history RATE#*#*', 'history SESSIONS#*', 'history SECURITY#*'],
  });
  expect(compare(dev, { ...owners, docs: ['SETTINGS'] }).unused).toEqual(['docs SETTINGS']);
});
