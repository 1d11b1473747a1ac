import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, CfnResource, Stack } from 'aws-cdk-lib';
import { addStacks } from '../../infra/app.ts';
import { acknowledgements, addChecks } from '../../infra/nag.ts';
import { stageNamed } from '../../infra/stages.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { assemblyOf, readTemplates, resourcesOf, type Assembly } from '../support/stack/assembly.ts';

interface PolicyStatement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Principal?: unknown;
  readonly Condition?: Readonly<Record<string, unknown>>;
}

const policyStatements = (properties: Readonly<Record<string, unknown>>): readonly PolicyStatement[] =>
  (properties['PolicyDocument'] as { Statement: readonly PolicyStatement[] }).Statement;

/** A template value as one text. Parts that are known only at deployment are in braces. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const [[name = '', inner] = []] = Object.entries((value ?? {}) as Readonly<Record<string, unknown>>);
  return name === 'Fn::Join'
    ? (inner as [string, unknown[]])[1].map(textOf).join((inner as [string])[0])
    : `{${JSON.stringify(inner).replaceAll(/[{}"*[\]]/g, '')}}`;
};

describe('cdk-nag', () => {
  let report: { pluginReports: { violations: unknown[]; suppressedViolations?: unknown[] }[] };
  let list: ReturnType<typeof acknowledgements>;
  /** Paths of constructs by stack and logical id. */
  let paths: Readonly<Record<string, string>>;

  beforeAll(async () => {
    // Builds the bundles and the site, which are assets of the stacks.
    await assemblyOf('dev');
    const { context } = JSON.parse(readFileSync(join(repositoryRoot, 'cdk.json'), 'utf8')) as {
      context: Record<string, unknown>;
    };
    const outdir = join(repositoryRoot, '.build', 'test-assembly', 'nag');
    const app = new App({ context, outdir });
    addStacks(app, stageNamed('dev'), join(repositoryRoot, '.build', 'web'));
    addChecks(app);
    app.synth();
    list = acknowledgements(app);
    paths = Object.fromEntries(
      app.node
        .findAll()
        .filter(CfnResource.isCfnResource)
        .map((resource) => [
          `${Stack.of(resource).artifactId}.${String(Stack.of(resource).resolve(resource.logicalId))}`,
          resource.node.path,
        ]),
    );
    report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as typeof report;
  });

  it('has no open finding', () => {
    expect(report.pluginReports.flatMap(({ violations }) => violations)).toEqual([]);
  });

  it('acknowledges findings one by one, for at most 12 reasons, and each finding still occurs', () => {
    const reasons = new Set(list.map(({ reason }) => reason));
    console.log(`cdk-nag: ${list.length} findings acknowledged for ${reasons.size} reasons, 0 open`);
    expect(reasons.size).toBeLessThanOrEqual(12);
    expect(
      list.filter(({ used }) => !used).map(({ path, rule, findingEnd }) => `${path} ${rule} ${findingEnd ?? ''}`),
    ).toEqual([]);
  });

  it('has a written reason for every wildcard in the resources of every role', () => {
    const templates = readTemplates(join(repositoryRoot, '.build', 'test-assembly', 'nag'));
    const found: string[] = [];
    const unexplained: string[] = [];
    for (const { stack, id, properties } of resourcesOf({ folder: '', templates }, 'AWS::IAM::Policy')) {
      const path = paths[`${stack}.${id}`] ?? '';
      for (const statement of policyStatements(properties)) {
        for (const resource of [statement.Resource].flat()) {
          const text = textOf(resource);
          if (!text.includes('*')) continue;
          found.push(text);
          const end = text.slice(text.lastIndexOf('}') + 1);
          const explained = list.some(
            (one) =>
              one.rule === 'AwsSolutions-IAM5' &&
              path.startsWith(`${one.path}/`) &&
              `Resource::${end}]`.endsWith(one.findingEnd ?? 'none'),
          );
          // The only wildcard allowed is one at the end, with an acknowledged reason.
          if (!explained || !/^[^*]*\*$/.test(text))
            unexplained.push(`${path}: ${[statement.Action].flat().join(', ')} on ${text}`);
        }
      }
    }
    console.log(`wildcards of roles: ${found.length - unexplained.length} of ${found.length} with a reason`);
    expect(found.length).toBeGreaterThan(10);
    expect(unexplained).toEqual([]);
  });
});

/** Grants in resource policies whose source ends in a wildcard, with the reason for each. */
const wideSources: readonly (readonly [owner: RegExp, source: RegExp, reason: string])[] = [
  [
    /^Data\.MediaBucketPolicy/,
    /:distribution\/\*$/,
    'the distribution belongs to a stack that depends on this one; the account is fixed',
  ],
  [/^Ops\.AlarmsPolicy/, /:alarm:Soundstage-prod-Ops-\*$/, 'alarms of the same stack, whose names AWS completes'],
  [/^Data\.FailuresPolicy/, /:rule\/\*$/, 'rules of later stacks send their failed events here; the account is fixed'],
  [/^Data\.LogsBucketPolicy/, /^$/, "the site's bucket belongs to a later stack; the prefix and the account are fixed"],
  [
    /^Data\.LogsBucketPolicy/,
    /:delivery-source:\*$/,
    "the distribution's logs belong to a later stack; the prefix and the account are fixed",
  ],
  [
    /Permission/,
    /:execute-api:.*:\{[^}]+\}\/\*[^{}]*$/,
    'routes of this one API that a function serves, in its one stage',
  ],
];

describe('policies of resources', () => {
  let prod: Assembly;

  beforeAll(async () => {
    // The stage with every option set has every kind of policy.
    prod = await assemblyOf('prod');
  });

  const grants = () => {
    const ofType = (type: string) => resourcesOf(prod, type);
    const documents = ['AWS::S3::BucketPolicy', 'AWS::SQS::QueuePolicy', 'AWS::SNS::TopicPolicy']
      .flatMap(ofType)
      .flatMap(({ stack, id, properties }) =>
        policyStatements(properties).map((statement) => ({ owner: `${stack}.${id}`, ...statement })),
      );
    const permissions = ofType('AWS::Lambda::Permission').map(
      ({ stack, id, properties: { Action, FunctionName, Principal, SourceArn, SourceAccount } }) => ({
        owner: `${stack}.${id}.Permission`,
        Effect: 'Allow',
        Action: Action as string,
        Resource: FunctionName,
        Principal: { Service: Principal },
        Condition: { ArnLike: { 'aws:SourceArn': SourceArn }, StringEquals: { 'aws:SourceAccount': SourceAccount } },
      }),
    );
    return { documents, permissions, all: [...documents, ...permissions] };
  };

  it('grant access to named services only, for actions without wildcards', () => {
    const allowed = grants().all.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed.length).toBeGreaterThan(20);
    expect(
      allowed
        .filter(
          ({ Action, Principal }) =>
            [Action].flat().some((action) => action.includes('*')) ||
            Object.keys(Principal as object).join() !== 'Service',
        )
        .map(({ owner }) => owner),
    ).toEqual([]);
  });

  it('restrict the source of each grant to an ARN, or to a pattern with a written reason', () => {
    const used = new Set<string>();
    const wide: string[] = [];
    for (const { owner, Effect, Condition } of grants().all) {
      if (Effect !== 'Allow') continue;
      const values = Object.fromEntries(
        Object.values(Condition ?? {}).flatMap((keys) =>
          Object.entries(keys as object).map(([key, value]) => [
            key.toLowerCase(),
            value === undefined ? '' : textOf(value),
          ]),
        ),
      );
      const [source = '', account = ''] = [values['aws:sourcearn'], values['aws:sourceaccount']];
      if (source !== '' && !source.includes('*')) continue;
      const known = wideSources.find(([where, what]) => where.test(owner) && what.test(source));
      if (known) used.add(known[2]);
      // A pattern that contains the API's id needs no account.
      if (!known || (account === '' && !source.includes(':{'))) wide.push(`${owner}: ${source} of account ${account}`);
    }
    expect(wide).toEqual([]);
    expect([...used].sort()).toEqual(wideSources.map(([, , reason]) => reason).sort());
  });

  it('deny all access without TLS, on every bucket, queue and topic', () => {
    const denied = grants()
      .documents.filter(({ Effect }) => Effect === 'Deny')
      .map(({ Principal, Condition }) => [Principal, Object.keys(Condition ?? {}).join()]);
    const countOf = (type: string): number => resourcesOf(prod, type).length;
    const buckets = countOf('AWS::S3::Bucket');
    expect(denied.filter(([, kind]) => kind === 'Bool')).toHaveLength(
      buckets + countOf('AWS::SQS::Queue') + countOf('AWS::SNS::Topic'),
    );
    expect(denied.filter(([, kind]) => kind === 'NumericLessThan')).toHaveLength(buckets);
    expect(denied.every(([principal]) => ['"*"', '{"AWS":"*"}'].includes(JSON.stringify(principal)))).toBe(true);
  });
});
