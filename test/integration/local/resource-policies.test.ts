import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalCloud, type RunningCloud } from '../../../infra/local/boot.ts';
import { bridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { assemblyOf, resourcesOf, type Assembly } from '../../support/stack/assembly.ts';
import { waitFor } from '../../support/stack/local-stack.ts';
import { openCloud, type OpenCloud } from '../../support/stack/running-cloud.ts';
import { changedAssembly, type Resources } from '../../support/stack/template-mutations.ts';

jest.setTimeout(120_000);

const work = mkdtempSync(join(tmpdir(), 'soundstage-policies-'));
let assembly: Assembly;
let starts = 0;

beforeAll(async () => {
  assembly = await assemblyOf('local', join(work, 'assembly'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

type Statement = { Effect: string; Principal: Record<string, string>; Condition?: Record<string, unknown> };

/** A change of one resource, found by its type and the beginning of its logical id. */
interface Change {
  readonly type: string;
  readonly id: string;
  /** Answers a policy's statements; the whole resource goes when it is left out. */
  readonly statements?: (all: readonly Statement[]) => readonly object[];
}

const DOCUMENTS: Readonly<Record<string, string>> = { 'AWS::IAM::Role': 'AssumeRolePolicyDocument' };

/** Starts a local cloud from the template with changes. */
const start = (changes: readonly Change[]): Promise<RunningCloud> => {
  const byStack: Record<string, (resources: Resources) => void> = {};
  for (const { type, id, statements } of changes) {
    const found = resourcesOf(assembly, type).filter((resource) => resource.id.startsWith(id));
    const [resource] = found;
    if (!resource || found.length !== 1) throw new Error(`The template has ${found.length} ${type} ${id}`);
    const before = byStack[resource.stack];
    byStack[resource.stack] = (resources) => {
      before?.(resources);
      if (!statements) return void delete resources[resource.id];
      const document = resources[resource.id]?.Properties?.[DOCUMENTS[type] ?? 'PolicyDocument'] as {
        Statement: object[];
      };
      document.Statement = [...statements(document.Statement as Statement[])];
    };
  }
  starts += 1;
  return startLocalCloud({
    assemblyDir: changedAssembly(assembly, join(work, `changed-${starts}`), byStack),
    dataDir: join(work, `data-${starts}`),
    port: 0,
    inMemory: true,
  });
};

const withoutGrants = (all: readonly Statement[]) => all.filter(({ Effect }) => Effect !== 'Allow');
const everythingDenied = (all: readonly Statement[]) =>
  all.map(({ Condition, ...statement }) => (statement.Effect === 'Deny' ? statement : { ...statement, Condition }));
/** Tests read the site's configuration to know where everything is. */
const onlyConfiguration = (all: readonly Statement[]) =>
  all.map((statement) =>
    statement.Effect === 'Allow'
      ? (JSON.parse(JSON.stringify(statement).replaceAll('"/*"', '"/config.json"')) as Statement)
      : statement,
  );
const ofAnotherAccount = (all: readonly Statement[]) =>
  all.map((statement) => ({ ...statement, Condition: { StringEquals: { 'aws:SourceAccount': '111111111111' } } }));

describe('a template whose services lack a grant', () => {
  let cloud: RunningCloud;
  let open: OpenCloud;
  let admin: string;
  const errors: string[] = [];

  beforeAll(async () => {
    jest.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => void errors.push(parts.join(' ')));
    cloud = await start([
      { type: 'AWS::Lambda::Permission', id: 'Apihistorylisthistory' },
      { type: 'AWS::Lambda::Permission', id: 'AccountsPoolPostConfirmation' },
      { type: 'AWS::Lambda::Permission', id: 'SweepingRule' },
      { type: 'AWS::S3::BucketPolicy', id: 'Site', statements: onlyConfiguration },
      { type: 'AWS::SQS::QueuePolicy', id: 'IngestQueuePolicy', statements: withoutGrants },
      { type: 'AWS::S3::BucketPolicy', id: 'Uploads', statements: everythingDenied },
      { type: 'AWS::IAM::Role', id: 'Converter', statements: ofAnotherAccount },
    ]);
    open = await openCloud({ ...cloud });
    admin = await open.person('admin', { admin: true });
  });
  afterAll(async () => {
    open?.close();
    await cloud?.stop();
    jest.restoreAllMocks();
  });

  it('fails at the gateway for the one function, in its own words', async () => {
    expect(await open.api.ask('history.list-history', {}, admin)).toMatchObject({
      status: 500,
      text: '{"message":"Internal Server Error"}',
    });
    expect((await open.api.ask('account.get-me', {}, admin)).status).toBe(200);
  });

  it("fails where the pool calls its trigger, in Cognito's words", async () => {
    await open.session.signUp('somebody@example.org', 'Soundstage-demo-1');
    const code = /\b\d{6}\b/.exec((await open.mailTo('somebody@example.org')).body)?.[0] ?? '';
    await expect(open.session.confirm('somebody@example.org', code)).rejects.toThrow(
      'PostConfirmation invocation failed due to error AccessDeniedException.',
    );
  });

  it('serves no page of a bucket that the distribution may not read', async () => {
    const { status, text } = await open.api.send('/index.html');
    expect([status, text]).toEqual([403, expect.stringContaining('<Code>AccessDenied</Code>')]);
  });

  it("gives an event up to the rule's dead-letter queue at once where the queue does not take it", async () => {
    const queue = cloud.queues.queueSummary().find(({ name }) => name.includes('IngestQueueDeadLetters'));
    cloud.bus.publish(bridgeEvent(Date.now(), 'soundstage', 'ConversionRequested.v1', { contentId: 'cnt_1' }));
    const [message] = await waitFor('the dead letter', async () => {
      const found = cloud.queues.messages(queue?.name ?? '');
      return found.length > 0 ? found : undefined;
    });
    expect(message?.attributes).toMatchObject({
      ERROR_CODE: { StringValue: 'NO_PERMISSIONS' },
      RETRY_ATTEMPTS: { StringValue: '0' },
      ERROR_MESSAGE: {
        StringValue: expect.stringMatching(
          /^User: events\.amazonaws\.com is not authorized to perform: sqs:SendMessage on resource: \S+IngestQueue\w+ because no resource-based policy allows the sqs:SendMessage action$/,
        ),
      },
    });
  });

  it('gives a run up to the failure queue where the rule may not call the function', async () => {
    const rule = cloud.bus.schedules().find(({ name }) => /-SweepingRule/.test(name));
    const failures = cloud.queues.queueSummary().find(({ name }) => name.includes('Failures'));
    cloud.bus.runNow(rule?.name ?? '');
    const [message] = await waitFor('the failed run', async () => {
      const found = cloud.queues.messages(failures?.name ?? '');
      return found.length > 0 ? found : undefined;
    });
    expect(message?.attributes).toMatchObject({
      ERROR_CODE: { StringValue: 'NO_PERMISSIONS' },
      RULE_ARN: { StringValue: rule?.arn },
    });
  });

  it('denies a role at the bucket what its own policies allow', async () => {
    const body = { fileName: 'a.wav', fileType: 'audio/wav', fileSize: 4 };
    const { uploadUrl } = (await open.api.call('uploads.s3-upload-url', { body }, admin)) as { uploadUrl: string };
    const answer = await fetch(uploadUrl, { method: 'PUT', body: 'RIFF', headers: { 'content-type': 'audio/wav' } });
    expect([answer.status, (await answer.text()).replaceAll('&quot;', '"')]).toEqual([
      403,
      expect.stringMatching(
        /is not authorized to perform: s3:PutObject on resource: "\S+" with an explicit deny in a resource-based policy/,
      ),
    ]);
  });

  it('does not let the converter take a role that trusts it for another account only', () => {
    const role = cloud.roles.list().find(({ name }) => name.includes('-Converter'));
    expect(role).toBeDefined();
    expect(
      cloud.policies.judge(
        { service: 'mediaconvert.amazonaws.com' },
        {
          action: 'sts:AssumeRole',
          resource: role?.arn ?? '',
          context: (key) => (key === 'aws:sourceaccount' ? ['000000000000'] : undefined),
        },
      ),
    ).toBe('not allowed');
  });
});

describe('a template whose policies cannot be right', () => {
  it.each<[string, Change, RegExp]>([
    [
      'a rule that may not write to its dead-letter queue',
      { type: 'AWS::SQS::QueuePolicy', id: 'ConversionQueueDeadLettersPolicy', statements: withoutGrants },
      /^Rule \S+ConversionQueueJobChanged\w+, dead-letter queue: User: events\.amazonaws\.com is not authorized to perform: sqs:SendMessage/,
    ],
    [
      'a schedule whose failures are lost',
      { type: 'AWS::SQS::QueuePolicy', id: 'FailuresPolicy', statements: withoutGrants },
      /^Rule \S+Sweeping\S+, dead-letter queue: User: events\.amazonaws\.com/,
    ],
    [
      'a bucket whose log nobody may write',
      { type: 'AWS::S3::BucketPolicy', id: 'LogsBucketPolicy', statements: withoutGrants },
      /^Bucket \S+bucket\w+, access logs: User: logging\.s3\.amazonaws\.com is not authorized to perform: s3:PutObject/,
    ],
    [
      'a role for another service',
      {
        type: 'AWS::IAM::Role',
        id: 'HistoryRole',
        statements: (all) => all.map((statement) => ({ ...statement, Principal: { Service: 'ec2.amazonaws.com' } })),
      },
      /^AWS::Lambda::Function \(logical id HistoryFunction.* cannot be assumed by Lambda$/,
    ],
    [
      'a role for another account',
      { type: 'AWS::IAM::Role', id: 'HistoryRole', statements: ofAnotherAccount },
      /^AWS::Lambda::Function \(logical id HistoryFunction.* cannot be assumed by Lambda$/,
    ],
    [
      'a principal that is not known',
      {
        type: 'AWS::S3::BucketPolicy',
        id: 'MediaBucketPolicy',
        statements: (all) => [
          ...all,
          { Effect: 'Allow', Action: 's3:*', Resource: '*', Principal: { AWS: '111111111111' } },
        ],
      },
      /^AWS::S3::BucketPolicy \(logical id MediaBucketPolicy.* the local cloud does not judge the principal AWS 111111111111$/,
    ],
  ])('stops the start: %s', async (_what, change, message) => {
    await expect(start([change])).rejects.toThrow(message);
  });
});
