import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AssemblyStack, readAssembly, type Template } from '../../../infra/local/assembly.ts';
import { createSyncFilter } from '../../../infra/local/deployment/filters.ts';
import { replaceMarkers } from '../../../infra/local/deployment/markers.ts';
import { createRewriter } from '../../../infra/local/placeholders.ts';
import { type MeaningOf, provisionStacks } from '../../../infra/local/provision.ts';
import { createMeaningOf } from '../../../infra/local/resources/registry.ts';
import type { Provisioner, ResourceInput } from '../../../infra/local/resources/types.ts';
import { subNames } from '../../../infra/local/template/references.ts';
import { resolveValue, type Scope } from '../../../infra/local/template/resolver.ts';

const scope: Scope = {
  stackName: 'S',
  ref: (name) => `ref-${name}`,
  attribute: (id, name) => (name === 'List' ? ['a', 'b'] : `${id}/${name}`),
  importValue: (name) => `import-${name}`,
  stackOutput: (stack, output) => `${stack}.${output}`,
  condition: (name) => name === 'Yes',
  mapping: (...path) => path.join('.'),
  rewrite: (text) => text.replace('http://here.invalid', 'http://localhost:1'),
};
const resolve = (value: unknown): unknown => resolveValue(value, scope, 'S.Thing');

describe('resolver', () => {
  it.each([
    [{ Ref: 'A' }, 'ref-A'],
    [{ Ref: 'AWS::Region' }, 'us-east-1'],
    [{ 'Fn::GetAtt': ['A', 'Arn'] }, 'A/Arn'],
    [{ 'Fn::GetAtt': 'A.Nested.Name' }, 'A/Nested.Name'],
    [{ 'Fn::Join': ['-', ['a', { Ref: 'B' }, 1]] }, 'a-ref-B-1'],
    [{ 'Fn::Join': [',', { 'Fn::GetAtt': ['A', 'List'] }] }, 'a,b'],
    [{ 'Fn::Sub': '${A}/${B.Arn}/${AWS::AccountId}/${!Literal}' }, 'ref-A/B/Arn/000000000000/${Literal}'],
    [{ 'Fn::Sub': ['${x}-${A}', { x: { Ref: 'C' } }] }, 'ref-C-ref-A'],
    [{ 'Fn::Select': [2, { 'Fn::Split': ['/', 'https://host/path'] }] }, 'host'],
    [{ 'Fn::ImportValue': 'Other:Export' }, 'import-Other:Export'],
    [{ 'Fn::GetStackOutput': { StackName: 'T', Region: 'us-east-1', OutputName: 'Out' } }, 'T.Out'],
    [{ 'Fn::If': ['Yes', 'a', 'b'] }, 'a'],
    [{ 'Fn::If': ['No', 'a', { Ref: 'B' }] }, 'ref-B'],
    [{ 'Fn::And': [{ Condition: 'Yes' }, { 'Fn::Not': [{ Condition: 'No' }] }] }, true],
    [{ 'Fn::Or': [{ 'Fn::Equals': ['a', 'b'] }, { 'Fn::Equals': [{ Ref: 'A' }, 'ref-A'] }] }, true],
    [{ 'Fn::FindInMap': ['M', 'a', { Ref: 'B' }] }, 'M.a.ref-B'],
    [{ 'Fn::Base64': 'hi' }, 'aGk='],
    [{ a: { Ref: 'AWS::NoValue' }, b: [1, { Ref: 'AWS::NoValue' }, 2] }, { b: [1, 2] }],
    [
      { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
      { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    ],
    [{ Condition: { StringEquals: { a: { Ref: 'A' } } } }, { Condition: { StringEquals: { a: 'ref-A' } } }],
    ['connect http://here.invalid/x', 'connect http://localhost:1/x'],
    [{ 'Fn::Join': ['', ['http://here', '.invalid/y']] }, 'http://localhost:1/y'],
  ])('%j', (value, expected) => expect(resolve(value)).toEqual(expected));

  it.each([
    [{ a: [{ 'Fn::Cidr': [] }] }, 'S.Thing.a[0]: the local cloud does not support Fn::Cidr.'],
    [{ a: '{{resolve:ssm:/x}}' }, 'S.Thing.a: the local cloud does not support dynamic references.'],
    [{ Ref: 'AWS::Moon' }, 'The local cloud does not support the pseudo parameter AWS::Moon.'],
    [{ 'Fn::Select': [5, ['a']] }, 'S.Thing.Fn::Select: element 5 does not exist.'],
    [{ 'Fn::Join': ['-', [{ a: 1 }]] }, 'S.Thing.Fn::Join[0]: a string is required.'],
  ])('rejects %j', (value, message) => expect(() => resolve(value)).toThrow(message));

  it('replaces the placeholder hosts by real addresses', () => {
    const rewrite = createRewriter({
      site: 'http://localhost:4000',
      uploads: 'http://127.0.0.1:4001',
      aws: 'http://127.0.0.1:9',
    });
    expect(rewrite("connect-src 'self' http://local-uploads.invalid http://local-site.invalid/_local/cognito")).toBe(
      "connect-src 'self' http://127.0.0.1:4001 http://localhost:4000/_local/cognito",
    );
    expect(rewrite('http://other.invalid')).toBe('http://other.invalid');
    expect(subNames('${A.Arn}${!No}${ B }')).toEqual(['A.Arn', 'B']);
  });
});

describe('deployed files', () => {
  it('have their markers replaced by values, escaped for JSON', () => {
    expect(replaceMarkers('{"a":"<<m:0>>","b":"<<m:1>>"}', { '<<m:0>>': 'x"y\n', '<<m:1>>': '$&' }, true)).toBe(
      '{"a":"x\\"y\\n","b":"$&"}',
    );
    expect(replaceMarkers('<<m:0>> <<m:0>>', { '<<m:0>>': 1 }, false)).toBe('1 1');
  });

  it('are selected as by aws s3 sync', () => {
    const assets = createSyncFilter(['*'], ['assets/*']);
    expect(['index.html', 'assets/a.js', 'assets/x/y.js'].map(assets)).toEqual([false, true, true]);
    const page = createSyncFilter(['assets/*', '[ab]?.txt'], []);
    expect(['index.html', 'assets/a.js', 'a1.txt', 'c1.txt'].map(page)).toEqual([true, false, false, true]);
  });
});

const stack = (name: string, template: Template): AssemblyStack => ({ name, template, assets: new Map() });

describe('provisioning', () => {
  const made: string[] = [];
  const meaningOf: MeaningOf = (type) => {
    if (type === 'Test::Inert') return { inert: true, provision: ({ logicalId }) => ({ ref: logicalId }) };
    if (type === 'Test::Broken') return { inert: false, provision: () => Promise.reject(new Error('no room')) };
    if (type !== 'Test::Thing') return undefined;
    return {
      inert: false,
      async provision({ logicalId, properties, stack: { name } }) {
        await new Promise((done) => setImmediate(done));
        made.push(logicalId);
        return {
          ref: `${name}.${logicalId}`,
          attributes: { Arn: `arn:${logicalId}`, Given: properties['Value'] ?? null },
        };
      },
    };
  };
  const run = (...stacks: AssemblyStack[]): ReturnType<typeof provisionStacks> =>
    provisionStacks(stacks, meaningOf, (text) => text);
  const thing = (Value?: unknown, extra: object = {}): { Type: string } => ({
    Type: 'Test::Thing',
    ...(Value === undefined ? {} : { Properties: { Value } }),
    ...extra,
  });
  const conditioned: Template = {
    Parameters: { Wanted: { Type: 'String', Default: 'yes' } },
    Conditions: {
      IsWanted: { 'Fn::Equals': [{ Ref: 'Wanted' }, 'yes'] },
      IsNot: { 'Fn::Not': [{ Condition: 'IsWanted' }] },
    },
    Resources: { In: thing(undefined, { Condition: 'IsWanted' }), Out: thing(undefined, { Condition: 'IsNot' }) },
  };
  beforeEach(() => {
    made.length = 0;
  });

  it('creates a resource after its dependencies, across stacks too', async () => {
    const later = stack('Later', {
      Resources: {
        Last: thing({ 'Fn::Join': ['', [{ 'Fn::ImportValue': 'First:Arn' }, '!']] }),
        After: thing(
          { 'Fn::GetStackOutput': { StackName: 'First', OutputName: 'Name' } },
          { DependsOn: ['Last', 'Quiet'] },
        ),
        Quiet: { Type: 'Test::Inert', Properties: { Value: { 'Fn::Unknown': 1 } } },
      },
      Outputs: { All: { Value: { 'Fn::GetAtt': ['After', 'Given'] } } },
    });
    const first = stack('First', {
      Resources: { B: thing({ 'Fn::Sub': '${A.Arn}' }), A: thing() },
      Outputs: {
        Arn: { Value: { 'Fn::GetAtt': ['B', 'Given'] }, Export: { Name: { 'Fn::Sub': '${AWS::StackName}:Arn' } } },
        Name: { Value: { Ref: 'A' } },
      },
    });
    const pending: number[] = [];
    const result = await provisionStacks(
      [later, first],
      meaningOf,
      (text) => text,
      (types) => pending.push(types.length),
    );
    expect(made).toEqual(['A', 'B', 'Last', 'After']);
    expect(result.find('Later', 'Last')?.attributes?.['Given']).toBe('arn:A!');
    expect(result.outputs['Later']).toEqual({ All: 'First.A' });
    expect(pending.at(-1)).toBe(0);
  });

  it('starts no resource after a failure, because nothing would stop it', async () => {
    await expect(
      run(stack('S', { Resources: { A: thing(), B: thing({ Ref: 'A' }), T: { Type: 'Test::Broken' } } })),
    ).rejects.toThrow('no room');
    for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done));
    expect(made).toEqual(['A']);
  });

  it('skips resources whose condition is false', async () => {
    await run(stack('S', conditioned));
    expect(made).toEqual(['In']);
  });

  it.each<[string, Template, string]>([
    [
      'an unknown type',
      { Resources: { T: { Type: 'AWS::Moon::Base' } } },
      'AWS::Moon::Base (logical id T, stack S) is not supported by the local cloud.',
    ],
    [
      'an unknown attribute',
      { Resources: { A: thing(), T: thing({ 'Fn::GetAtt': ['A', 'Color'] }) } },
      'Test::Thing (A, stack S) has no attribute Color in the local cloud.',
    ],
    [
      'an unknown resource',
      { Resources: { T: thing({ Ref: 'Nothing' }) } },
      'Stack S has no resource or parameter Nothing.',
    ],
    [
      'a skipped resource',
      { ...conditioned, Resources: { ...conditioned.Resources, T: thing({ Ref: 'Out' }) } },
      'Test::Thing (Out, stack S) does not exist in this stage.',
    ],
    [
      'an unknown import',
      { Resources: { T: thing({ 'Fn::ImportValue': 'missing' }) } },
      'No stack exports missing, which stack S imports.',
    ],
    [
      'a dependency cycle',
      { Resources: { A: thing({ Ref: 'B' }), B: thing(undefined, { DependsOn: 'A' }) } },
      'Resources depend on each other: S/A → S/B → S/A',
    ],
    [
      'a failure',
      { Resources: { T: { Type: 'Test::Broken' } } },
      'Test::Broken (logical id T, stack S) could not be created: no room',
    ],
    [
      'a parameter without a value',
      { Parameters: { P: { Type: 'String' } }, Resources: { T: thing({ Ref: 'P' }) } },
      'Parameter P of stack S has no value in the local cloud.',
    ],
  ])('fails for %s', async (_name, template, message) => {
    await expect(run(stack('S', template))).rejects.toThrow(message);
  });

  it("supports the engines' types and no others, each from one engine", () => {
    const name: Provisioner = ({ logicalId }) => ({ ref: logicalId });
    const engines = [
      { resources: { 'AWS::DynamoDB::Table': name } },
      { namedResources: { 'AWS::Logs::LogGroup': ({ logicalId }: ResourceInput) => ({ ref: logicalId }) } },
      { resources: { 'Custom::*': name, 'Custom::Own': name } },
    ];
    const meaningFrom = createMeaningOf(engines);
    expect(meaningFrom('AWS::DynamoDB::Table')?.inert).toBe(false);
    expect(meaningFrom('AWS::Logs::LogGroup')?.inert).toBe(true);
    expect(meaningFrom('Custom::Anything')?.inert).toBe(false);
    for (const type of ['AWS::EC2::Instance', 'toString', 'constructor']) expect(meaningFrom(type)).toBeUndefined();
    expect(() => createMeaningOf([...engines, { resources: { 'Custom::Own': name } }])).toThrow(
      'Two engines provision Custom::Own',
    );
  });
});

describe('assembly', () => {
  let folder: string;
  const write = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value));
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assembly-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('returns stacks in dependency order with their assets', () => {
    mkdirSync(join(folder, 'asset.1'));
    write('manifest.json', {
      artifacts: {
        Web: {
          type: 'aws:cloudformation:stack',
          properties: { templateFile: 'Web.json', stackName: 'site-web' },
          dependencies: ['Data', 'Web.assets'],
        },
        'Web.assets': { type: 'cdk:asset-manifest', properties: { file: 'Web.assets.json' } },
        Data: { type: 'aws:cloudformation:stack', properties: { templateFile: 'Data.json' } },
        Tree: { type: 'cdk:tree' },
      },
    });
    write('Web.json', { Resources: {} });
    write('Data.json', { Resources: { T: { Type: 'X' } } });
    write('Web.assets.json', {
      files: { h1: { source: { path: 'asset.1' }, destinations: { current: { objectKey: 'h1.zip' } } } },
    });
    const stacks = readAssembly(folder);
    expect(stacks.map(({ name }) => name)).toEqual(['Data', 'site-web']);
    expect(stacks[1]?.assets.get('h1.zip')).toBe(join(folder, 'asset.1'));
  });

  it('names a missing file', () => {
    expect(() => readAssembly(folder)).toThrow('manifest.json is missing');
  });
});
