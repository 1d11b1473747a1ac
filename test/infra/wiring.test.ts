import { assemblyOf, type Assembly } from '../support/stack/assembly.ts';
import { deniedWires, wiresOf } from '../support/stack/wiring.ts';

const assemblies: Partial<Record<'dev' | 'prod', Assembly>> = {};
const assembly = (stage: 'dev' | 'prod'): Assembly => assemblies[stage] as Assembly;

beforeAll(async () => {
  assemblies.dev = await assemblyOf('dev');
  assemblies.prod = await assemblyOf('prod');
});

/** The kinds of calls between resources. `prod` alone has an address for alarms. */
const kinds = {
  dev: [
    'access log of a bucket',
    'dead letters of a function',
    'dead letters of a rule',
    'delivery of logs',
    'event source',
    'failures of an event source',
    'origin of the distribution',
    'route of an API',
    'target of a rule',
    'trigger of a user pool',
  ],
  prod: ['action of an alarm', 'dead letters of a subscription'],
};

type Change = (properties: Record<string, unknown>) => void;

/** Changes every resource of a type. */
const changed = (type: string, change: Change): Assembly => {
  const templates = structuredClone(assembly('prod').templates);
  for (const { Resources } of Object.values(templates))
    for (const resource of Object.values(Resources))
      if (resource.Type === type) change(resource.Properties as Record<string, unknown>);
  return { ...assembly('prod'), templates };
};

const kindsDenied = (denied: readonly string[]): readonly string[] =>
  [...new Set(denied.map((text) => /, ([^:]+):/.exec(text)?.[1] ?? text))].sort();

describe('the wiring of the templates', () => {
  it.each(['dev', 'prod'] as const)('%s: every target lets its source in', (stage) => {
    const wires = wiresOf(assembly(stage));
    const found = [...new Set(wires.map(({ kind }) => kind))].sort();
    expect(found).toEqual((stage === 'dev' ? kinds.dev : [...kinds.dev, ...kinds.prod]).sort());
    console.info(`${stage}: ${wires.length} calls between resources, of ${found.length} kinds`);
    expect(deniedWires(assembly(stage))).toEqual([]);
  });

  const withoutGrants: Change = (properties) => {
    const document = properties['PolicyDocument'] as { Statement: { Effect: string }[] };
    document.Statement = document.Statement.filter(({ Effect }) => Effect === 'Deny');
  };
  const ofAnotherAccount: Change = (properties) => {
    const document = properties['PolicyDocument'] as { Statement: unknown[] };
    document.Statement = JSON.parse(
      JSON.stringify(document.Statement).replaceAll('{"Ref":"AWS::AccountId"}', '"999999999999"'),
    ) as unknown[];
  };

  it.each<[string, string, Change, readonly string[]]>([
    ['topics', 'AWS::SNS::TopicPolicy', withoutGrants, ['action of an alarm']],
    ['topics for another account', 'AWS::SNS::TopicPolicy', ofAnotherAccount, ['action of an alarm']],
    [
      'queues',
      'AWS::SQS::QueuePolicy',
      withoutGrants,
      ['target of a rule', 'dead letters of a rule', 'dead letters of a subscription'],
    ],
    [
      'buckets',
      'AWS::S3::BucketPolicy',
      withoutGrants,
      ['access log of a bucket', 'delivery of logs', 'origin of the distribution'],
    ],
    [
      'roles',
      'AWS::IAM::Policy',
      withoutGrants,
      ['event source', 'failures of an event source', 'dead letters of a function'],
    ],
    [
      'functions',
      'AWS::Lambda::Permission',
      (properties) => void (properties['SourceArn'] = 'arn:aws:s3:::other'),
      ['target of a rule', 'trigger of a user pool', 'route of an API'],
    ],
  ])('is denied without the grants of %s', (_, type, change, expected) => {
    expect(kindsDenied(deniedWires(changed(type, change)))).toEqual([...expected].sort());
  });
});
