import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminCreateUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { SINGLE_PUT_HEADERS } from '../../../lambdas/contract/media/upload-limits.ts';
import type { RunningCloud } from '../../../infra/local/boot.ts';
import { bridgeEvent } from '../../../infra/local/events/bus/bridge-event.ts';
import { assemblyOf, resourcesOf, type Assembly } from '../../support/stack/assembly.ts';
import { waitFor } from '../../support/stack/local-stack.ts';
import { openCloud, startTestCloud, type OpenCloud } from '../../support/stack/running-cloud.ts';
import { changedAssembly, type Resources } from '../../support/stack/template-mutations.ts';

const work = mkdtempSync(join(tmpdir(), 'soundstage-policies-'));
let assembly: Assembly;
let starts = 0;

beforeAll(async () => {
  assembly = await assemblyOf('local');
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

type Statement = { Effect: string; Principal: Record<string, string>; Condition?: Record<string, unknown> };

/** A change of one resource, selected by its type and the start of its logical ID. */
interface Change {
  readonly type: string;
  readonly id: string;
  /** Maps the policy's statements. When left out, the whole resource is removed. */
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
  return startTestCloud({
    assemblyDir: changedAssembly(assembly, join(work, `changed-${starts}`), byStack),
    dataDir: join(work, `data-${starts}`),
  });
};

const withoutGrants = (all: readonly Statement[]) => all.filter(({ Effect }) => Effect !== 'Allow');
const everythingDenied = (all: readonly Statement[]) =>
  all.map(({ Condition, ...statement }) => (statement.Effect === 'Deny' ? statement : { ...statement, Condition }));
/** Keeps access to the site's configuration, which tests read to find every address. */
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
      { type: 'AWS::Lambda::Permission', id: 'AccountsUsersPoolCustomMessage' },
      { type: 'AWS::Lambda::Permission', id: 'SweepingClockRule' },
      { type: 'AWS::S3::BucketPolicy', id: 'Site', statements: onlyConfiguration },
      { type: 'AWS::SQS::QueuePolicy', id: 'IngestIngestQueuePolicy', statements: withoutGrants },
      { type: 'AWS::S3::BucketPolicy', id: 'Uploads', statements: everythingDenied },
      { type: 'AWS::IAM::Role', id: 'IngestConverter', statements: ofAnotherAccount },
    ]);
    open = await openCloud({ ...cloud });
    admin = await open.person('admin', { admin: true });
  });
  afterAll(async () => {
    open?.close();
    await cloud?.stop();
    jest.restoreAllMocks();
  });

  it("fails at the gateway for one function, with the gateway's error", async () => {
    expect(await open.api.request('history.list-history', {}, admin)).toMatchObject({
      status: 500,
      text: '{"message":"Internal Server Error"}',
    });
    expect((await open.api.request('account.get-me', {}, admin)).status).toBe(200);
  });

  it("fails where the pool calls its trigger, with Cognito's error", async () => {
    const client = new CognitoIdentityProviderClient({
      region: cloud.env['AWS_REGION'] ?? '',
      endpoint: cloud.env['AWS_ENDPOINT_URL'] ?? '',
      credentials: {
        accessKeyId: cloud.env['AWS_ACCESS_KEY_ID'] ?? '',
        secretAccessKey: cloud.env['AWS_SECRET_ACCESS_KEY'] ?? '',
      },
    });
    const invitation = client.send(
      new AdminCreateUserCommand({
        UserPoolId: open.session.config.userPoolId,
        Username: 'person',
        UserAttributes: [{ Name: 'email', Value: 'person@example.org' }],
        DesiredDeliveryMediums: ['EMAIL'],
      }),
    );
    await expect(invitation).rejects.toThrow('CustomMessage invocation failed due to error AccessDeniedException.');
    client.destroy();
  });

  it('serves no page from a bucket that the distribution may not read', async () => {
    const { status, text } = await open.api.send('/index.html');
    expect([status, text]).toEqual([403, expect.stringContaining('<Code>AccessDenied</Code>')]);
  });

  it("sends an event to the rule's dead-letter queue at once when the queue denies it", async () => {
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
          new RegExp(
            '^User: events\\.amazonaws\\.com is not authorized to perform: sqs:SendMessage on resource: ' +
              '\\S+IngestQueue\\w+ because no resource-based policy allows the sqs:SendMessage action$',
          ),
        ),
      },
    });
  });

  it('sends a run to the failure queue when the rule may not call the function', async () => {
    const rule = cloud.bus.schedules().find(({ name }) => /-SweepingClockRule/.test(name));
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
    const response = await fetch(uploadUrl, {
      method: 'PUT',
      body: 'RIFF',
      headers: { 'content-type': 'audio/wav', ...SINGLE_PUT_HEADERS },
    });
    expect([response.status, (await response.text()).replaceAll('&quot;', '"')]).toEqual([
      403,
      expect.stringMatching(
        /not authorized to perform: s3:PutObject on resource: "\S+" with an explicit deny in a resource-based policy/,
      ),
    ]);
  });

  it('does not let the converter assume a role that trusts it only for another account', () => {
    const role = cloud.roles.list().find(({ name }) => name.includes('-IngestConverter'));
    expect(role).toBeDefined();
    expect(
      cloud.policies.evaluate(
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

describe('a template with invalid resource policies', () => {
  it.each<[string, Change, RegExp]>([
    [
      'a rule that may not write to its dead-letter queue',
      { type: 'AWS::SQS::QueuePolicy', id: 'ConversionConversionQueueDeadLettersPolicy', statements: withoutGrants },
      new RegExp(
        '^Rule \\S+ConversionQueueJobChanged\\w+, dead-letter queue: ' +
          'User: events\\.amazonaws\\.com is not authorized to perform: sqs:SendMessage',
      ),
    ],
    [
      'a schedule whose failures are lost',
      { type: 'AWS::SQS::QueuePolicy', id: 'FailuresPolicy', statements: withoutGrants },
      // All rules that call a function directly share this queue; the first one in the template is reported.
      /^Rule \S+Rule\w+, dead-letter queue: User: events\.amazonaws\.com/,
    ],
    [
      'a bucket whose access log no service may write',
      { type: 'AWS::S3::BucketPolicy', id: 'LogsBucketPolicy', statements: withoutGrants },
      new RegExp(
        '^Bucket \\S+bucket\\w+, access logs: ' +
          'User: logging\\.s3\\.amazonaws\\.com is not authorized to perform: s3:PutObject',
      ),
    ],
    [
      "a role for SMS with someone else's external ID",
      {
        type: 'AWS::IAM::Role',
        id: 'AccountsUsersSmsRole',
        statements: (all) =>
          all.map((statement) => ({ ...statement, Condition: { StringEquals: { 'sts:ExternalId': 'theirs' } } })),
      },
      /^User pool \S+: its role for SMS cannot be assumed by Cognito\.$/,
    ],
    [
      'a role for another service',
      {
        type: 'AWS::IAM::Role',
        id: 'HistoryApiRole',
        statements: (all) => all.map((statement) => ({ ...statement, Principal: { Service: 'ec2.amazonaws.com' } })),
      },
      /^AWS::Lambda::Function \(logical id HistoryApiFunction.* cannot be assumed by Lambda$/,
    ],
    [
      'a role for another account',
      { type: 'AWS::IAM::Role', id: 'HistoryApiRole', statements: ofAnotherAccount },
      /^AWS::Lambda::Function \(logical id HistoryApiFunction.* cannot be assumed by Lambda$/,
    ],
    [
      'an unknown principal',
      {
        type: 'AWS::S3::BucketPolicy',
        id: 'MediaBucketPolicy',
        statements: (all) => [
          ...all,
          { Effect: 'Allow', Action: 's3:*', Resource: '*', Principal: { AWS: '111111111111' } },
        ],
      },
      new RegExp(
        '^AWS::S3::BucketPolicy \\(logical id MediaBucketPolicy.* ' +
          'the local cloud does not support the principal AWS 111111111111$',
      ),
    ],
  ])('stops the start: %s', async (_what, change, message) => {
    await expect(start([change])).rejects.toThrow(message);
  });
});
