import { resourcesOf, type Assembly } from './stack/assembly.ts';

type Statement = Readonly<Record<string, unknown>>;
type Conditions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Operations of DynamoDB that change nothing. Every other one counts as a write. */
const READS: ReadonlySet<string> = new Set(
  [
    ...['GetItem', 'BatchGetItem', 'Query', 'ConditionCheckItem'],
    ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'],
  ].map((name) => `dynamodb:${name}`),
);

const list = (value: unknown): readonly string[] => (value === undefined ? [] : [value].flat().map(String));

/** The expected values of a condition key in an Allow statement; undefined when it has no such condition. */
const valuesOf = (statement: Statement, operator: string, key: string): readonly string[] | undefined => {
  const values = (statement['Condition'] as Conditions | undefined)?.[operator]?.[key];
  return values === undefined ? undefined : list(values);
};

/**
 * The partitions in which a statement allows writes, as `RIGHTS#*`, or `RIGHTS#*: consent` when it allows changes of
 * these attributes only. `*` when it does not limit them.
 */
export const writesIn = (statement: Statement): readonly string[] => {
  const writes = list(statement['Action']).some((action) => /^(dynamodb:|\*)/.test(action) && !READS.has(action));
  if (statement['Effect'] !== 'Allow' || !writes) return [];
  const partitions = valuesOf(statement, 'ForAllValues:StringLike', 'dynamodb:LeadingKeys') ?? ['*'];
  const attributes = valuesOf(statement, 'ForAllValues:StringEquals', 'dynamodb:Attributes');
  return partitions.map((one) => (attributes ? `${one}: ${[...attributes].sort().join(', ')}` : one));
};

/** The statements of every function's own policy, by the function's folder. */
export const statementsByFunction = (assembly: Assembly): ReadonlyMap<string, readonly Statement[]> => {
  const policies = resourcesOf(assembly, 'AWS::IAM::Policy');
  const found = new Map<string, readonly Statement[]>();
  for (const { stack, properties } of resourcesOf(assembly, 'AWS::Lambda::Function')) {
    const [, folder] = /^soundstage (.+)$/.exec(String(properties['Description'])) ?? [];
    const [role] = ((properties['Role'] ?? {}) as { 'Fn::GetAtt'?: readonly string[] })['Fn::GetAtt'] ?? [];
    if (folder === undefined || role === undefined) continue;
    const own = policies.filter(
      (policy) =>
        policy.stack === stack && (policy.properties['Roles'] as { Ref?: string }[]).some(({ Ref }) => Ref === role),
    );
    found.set(
      folder,
      own.flatMap(({ properties: { PolicyDocument: document } }) => (document as { Statement: Statement[] }).Statement),
    );
  }
  return found;
};
