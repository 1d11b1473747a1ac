import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SINGLE_PUT_HEADERS } from '../../../lambdas/contract/media/upload-limits.ts';
import type { LocalCloudOptions, RunningCloud } from '../../../infra/local/boot.ts';
import { systemClock } from '../../../infra/local/clock.ts';
import type { ResourceDecision, RoleDecision } from '../../../infra/local/iam/access.ts';
import { evaluate, readStatements } from '../../../infra/local/iam/evaluator.ts';
import { assemblyOf, resourcesOf, type Assembly } from '../../support/stack/assembly.ts';
import { waitFor } from '../../support/stack/local-stack.ts';
import { tryForbiddenWrites, tryWidenedGrant } from '../../support/stack/forbidden-writes.ts';
import { createShiftedClock, openCloud, startTestCloud, type OpenCloud } from '../../support/stack/running-cloud.ts';
import {
  allowedRequests,
  changedWithout,
  pairsOf,
  partitionsOf,
  partyRequests,
  deniedWithout,
  isForeign,
  resourceGrantsOf,
  statementsOf,
} from '../../support/stack/statement-coverage.ts';
import { changedAssembly, type Resources } from '../../support/stack/template-mutations.ts';
import { describeOfAllFeatures, itOfAllFeatures, selectedFeature } from '../../support/selected-feature.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';
import { runWholeFlow } from '../../support/flows/whole-flow.ts';

/** Jobs wait here while the flow keeps them running; a canceled job stops waiting. */
const mockGate = { open: Promise.resolve(), release: () => {} };
jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () => {
  const actual = jest.requireActual<typeof import('../../../infra/local/services/mediaconvert/run-job.ts')>(
    '../../../infra/local/services/mediaconvert/run-job.ts',
  );
  return {
    runJob: async (run: Parameters<typeof actual.runJob>[0]) => {
      await Promise.race([mockGate.open, new Promise((resolve) => run.signal.addEventListener('abort', resolve))]);
      return actual.runJob(run);
    },
  };
});
const jobs = {
  hold: () => void (mockGate.open = new Promise((resolve) => (mockGate.release = resolve))),
  release: () => mockGate.release(),
};

const work = mkdtempSync(join(tmpdir(), 'soundstage-privilege-'));
let assembly: Assembly;
let starts = 0;

beforeAll(async () => {
  assembly = await assemblyOf('local');
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

type Statement = Readonly<Record<string, unknown>>;
type StatementChange = (statement: Statement) => Statement | undefined;
type PolicyChanges = Readonly<Record<string, StatementChange>>;

/**
 * Starts a local cloud. `changes` map statements of policies, selected by the start of the policy's logical ID;
 * undefined removes a statement.
 */
const start = (changes: PolicyChanges = {}, options: Partial<LocalCloudOptions> = {}): Promise<RunningCloud> => {
  const byStack: Record<string, (resources: Resources) => void> = {};
  for (const [prefix, change] of Object.entries(changes)) {
    const [policy] = resourcesOf(assembly, 'AWS::IAM::Policy').filter(({ id }) => id.startsWith(prefix));
    if (!policy) throw new Error(`The template has no policy ${prefix}`);
    const before = byStack[policy.stack];
    byStack[policy.stack] = (resources) => {
      before?.(resources);
      const { Statement: statements } = resources[policy.id]?.Properties?.['PolicyDocument'] as {
        Statement: Statement[];
      };
      const changed = statements.map(change).filter((statement) => statement !== undefined);
      if (JSON.stringify(changed) === JSON.stringify(statements)) throw new Error(`Nothing of ${policy.id} changed`);
      statements.splice(0, statements.length, ...changed);
    };
  }
  starts += 1;
  const assemblyDir = changedAssembly(assembly, join(work, `changed-${starts}`), byStack);
  return startTestCloud({ assemblyDir, dataDir: join(work, `data-${starts}`), ...options });
};

const without =
  (action: string): StatementChange =>
  (statement) =>
    [statement['Action']].flat().includes(action) ? undefined : statement;

describe('the whole flow under the roles of the template', () => {
  const roleDecisions: RoleDecision[] = [];
  const resourceDecisions: ResourceDecision[] = [];
  let cloud: RunningCloud;
  let open: OpenCloud;

  beforeAll(async () => {
    const clock = createShiftedClock(systemClock);
    cloud = await start(
      {},
      {
        clock,
        onRoleDecision: (request) => roleDecisions.push(request),
        onResourceDecision: (request) => resourceDecisions.push(request),
      },
    );
    open = await openCloud(cloud);
    const [admin, listener] = [await open.person('admin', { admin: true }), await open.person('listener')];
    await runWholeFlow({ cloud, open, clock, jobs, admin, listener });
  });
  afterAll(async () => {
    open?.close();
    await cloud?.stop();
  });

  /** Whether a role is that of a function of the selected feature. Without a selection, every role is. */
  const isSelected = (arn: string): boolean =>
    selectedFeature?.folders.some((folder) => cloud.functions.find(folder)?.roleArn === arn) ?? true;

  it('is denied nothing', () => {
    const denied = roleDecisions
      .filter(({ decision }) => decision !== 'allowed')
      .map(({ roleArn, action, resource }) => `${roleArn} ${action} ${resource}`);
    const services = resourceDecisions
      .filter(({ decision }) => decision !== 'allowed')
      .map(({ party, action, resource }) => `${JSON.stringify(party)} ${action} ${resource}`);
    expect([...new Set([...denied, ...services])]).toEqual([]);
    expect(roleDecisions.length).toBeGreaterThan(500);
    expect(resourceDecisions.length).toBeGreaterThan(100);
  });

  it.each([
    ['statement', statementsOf],
    ['pair of action and resource', pairsOf],
    ['partition', partitionsOf],
  ])('is denied something without any one %s of any role', (what, grantsOf) => {
    const unused: string[] = [];
    let needed = 0;
    let total = 0;
    const roles = cloud.roles.list().filter(({ arn, name }) => !isForeign(name) && isSelected(arn));
    for (const { arn, name } of roles) {
      const documents = cloud.roles.documents(arn);
      const allowed = allowedRequests(roleDecisions, arn, documents);
      for (const grant of grantsOf(name, documents)) {
        total += 1;
        if (deniedWithout(grant, allowed)) needed += 1;
        else unused.push(grant.name);
      }
    }
    console.log(`${what}: ${needed} of ${total} in ${roles.length} roles`);
    expect(unused).toEqual([]);
    expect(roles.length).toBeGreaterThan(0);
  });

  itOfAllFeatures('lets no role change or delete audit log entries, and only one role seal them', () => {
    const TABLE = `arn:aws:dynamodb:us-east-1:000000000000:table/${open.variable('account', 'TABLE_NAME')}`;
    const decide = (statements: ReturnType<typeof readStatements>, action: string, ...keys: readonly string[]) =>
      evaluate(statements, {
        action: `dynamodb:${action}`,
        resource: TABLE,
        context: (name) => (name === 'dynamodb:leadingkeys' ? keys : undefined),
      });
    const CHANGES = ['UpdateItem', 'DeleteItem', 'BatchWriteItem', 'PartiQLUpdate', 'PartiQLDelete', 'PartiQLInsert'];
    const partitions = ['AUDIT#2026-11', 'AUDIT_SEAL#2026-11', 'AUDIT_MONTH'];
    const seals: string[] = [];
    let denials = 0;
    for (const { arn, name } of cloud.roles.list()) {
      if (isForeign(name)) continue;
      const raw = cloud.roles.documents(arn).flatMap(({ Statement }) => [Statement].flat() as Statement[]);
      const statements = readStatements([{ Statement: raw }]);
      for (const action of CHANGES)
        for (const key of partitions)
          expect([name, action, key, decide(statements, action, key)]).not.toEqual([name, action, key, 'allowed']);
      for (const key of partitions.slice(1))
        if (decide(statements, 'PutItem', key) === 'allowed') seals.push(`${name} ${key}`);
      // A second line of defense: it is the Deny statement that protects the log if a role may write every partition.
      const unlimited = readStatements([
        { Statement: raw.map((one) => (one['Effect'] === 'Allow' ? { ...one, Condition: undefined } : one)) },
      ]);
      for (const denial of raw.filter(({ Effect }) => Effect === 'Deny')) {
        denials += 1;
        for (const action of [denial['Action']].flat().map((one) => String(one).replace('dynamodb:', '')))
          for (const key of partitions)
            expect([name, action, decide(unlimited, action, 'USER#1', key)]).toEqual([name, action, 'denied']);
      }
    }
    console.log(`Deny statements that protect the audit log: ${denials}`);
    expect(denials).toBeGreaterThan(10);
    const worker = String(cloud.functions.find('audit-seal')?.roleArn).split('/').at(-1);
    expect(seals).toEqual([`${worker} AUDIT_SEAL#2026-11`, `${worker} AUDIT_MONTH`]);
  });

  it('lets no function write partitions of other features', async () => {
    const { functions, tried, allowed, written } = await tryForbiddenWrites(cloud, open);
    expect([allowed, written]).toEqual([[], []]);
    expect(functions).toBeGreaterThan(50);
    expect(tried).toBeGreaterThan(4 * functions);
  });

  itOfAllFeatures('notices a function that may write rights by mistake', async () => {
    const found = ['billing-sync: UpdateItem in RIGHTS#*'];
    expect(await tryWidenedGrant(cloud, open)).toMatchObject({ allowed: found, written: found });
  });

  itOfAllFeatures.each([
    ['bucket policies', 'arn:aws:s3:::'],
    ['queue policies', 'arn:aws:sqs:'],
    ['permissions of functions', 'arn:aws:lambda:'],
    ['trust policies of roles', 'arn:aws:iam:'],
  ])('behaves differently without any one statement of %s', (what, beginning) => {
    const owners = cloud.policies.owners().filter((owner) => owner.startsWith(beginning) && !isForeign(owner));
    const grants = owners.flatMap((owner) => resourceGrantsOf(owner, cloud.policies.documents(owner)));
    const requests = partyRequests(roleDecisions, resourceDecisions);
    const unused = grants.filter((grant) => !changedWithout(grant, requests)).map(({ name }) => name);
    console.log(`statements of ${what}: ${grants.length - unused.length} of ${grants.length}`);
    expect(grants.length).toBeGreaterThan(0);
    expect(unused).toEqual([]);
  });

  itOfAllFeatures('covers every policy and permission of the template', () => {
    const templates = (type: string) => resourcesOf(assembly, type).filter(({ id }) => !isForeign(id));
    const queues = templates('AWS::SQS::QueuePolicy').flatMap(({ properties }) => properties['Queues']);
    const owners = cloud.policies.owners().filter((owner) => !isForeign(owner));
    const countOwners = (beginning: string): number => owners.filter((owner) => owner.startsWith(beginning)).length;
    const permissions = owners
      .filter((owner) => owner.startsWith('arn:aws:lambda:'))
      .flatMap((owner) => cloud.policies.documents(owner));
    expect({
      buckets: countOwners('arn:aws:s3:::'),
      queues: countOwners('arn:aws:sqs:'),
      roles: countOwners('arn:aws:iam:'),
      permissions: permissions.length,
    }).toEqual({
      buckets: templates('AWS::S3::BucketPolicy').length,
      queues: queues.length,
      roles: templates('AWS::IAM::Role').length,
      permissions: templates('AWS::Lambda::Permission').length,
    });
    expect(countOwners('arn:aws:s3:::')).toBe(templates('AWS::S3::Bucket').length);
    expect(queues.length).toBe(templates('AWS::SQS::Queue').length);
  });
});

describeOfAllFeatures('a template whose roles lack a statement', () => {
  let cloud: RunningCloud;
  let open: OpenCloud;
  let admin: string;
  const lines: string[] = [];

  beforeAll(async () => {
    const changes = {
      AccountApiPolicy: without('dynamodb:GetItem'),
      UploadsApiPolicy: without('s3:PutObject'),
      IngestConverterPolicy: without('s3:PutObject'),
      UsernamesMailsPolicy: without('cognito-idp:AdminGetUser'),
      CatalogApiPolicy: (statement: Statement): Statement | undefined =>
        JSON.stringify(statement['Resource']).includes('/index/') ? undefined : statement,
    };
    cloud = await start(changes, { onLog: (_folder, line) => lines.push(line) });
    open = await openCloud(cloud);
    admin = await open.person('admin', { admin: true });
  });
  afterAll(async () => {
    open?.close();
    await cloud?.stop();
  });

  /** IAM's message when it denies an action of a function. */
  const denial = (folder: string, action: string, resource: string): RegExp => {
    const { name, roleArn } = cloud.functions.find(folder) ?? {};
    const role = String(roleArn).split('/').at(-1);
    return new RegExp(
      [
        `User: arn:aws:sts::000000000000:assumed-role/${role}/${name} is not authorized to perform: ${action}`,
        ` on resource: "?${resource}"? because no identity-based policy allows the ${action} action`,
      ].join(''),
    );
  };

  it('fails where the database is read, and nowhere else', async () => {
    expect((await open.api.request('account.get-me', {}, admin)).status).toBe(500);
    const table = open.variable('account', 'TABLE_NAME');
    expect(lines.join('\n')).toMatch(
      denial('account', 'dynamodb:GetItem', `arn:aws:dynamodb:us-east-1:000000000000:table/${table}`),
    );
    expect((await open.api.request('catalog.list-categories', {}, admin)).status).toBe(200);
  });

  it('fails where an index is queried', async () => {
    expect((await open.api.request('catalog.list-content', {}, admin)).status).toBe(500);
    const table = open.variable('catalog', 'TABLE_NAME');
    expect(lines.join('\n')).toMatch(
      denial('catalog', 'dynamodb:Query', `arn:aws:dynamodb:us-east-1:000000000000:table/${table}/index/gsi2`),
    );
  });

  it('rejects a URL whose signer lacks the permission', async () => {
    const wav = tinyWav();
    const body = { fileName: 'a.wav', fileType: 'audio/wav', fileSize: wav.length };
    const { uploadUrl, s3Key } = (await open.api.call('uploads.s3-upload-url', { body }, admin)) as {
      uploadUrl: string;
      s3Key: string;
    };
    const response = await fetch(uploadUrl, {
      method: 'PUT',
      body: new Uint8Array(wav),
      headers: { 'content-type': 'audio/wav', ...SINGLE_PUT_HEADERS },
    });
    const text = (await response.text()).replaceAll('&quot;', '"');
    expect(response.status).toBe(403);
    expect(text).toContain('<Code>AccessDenied</Code>');
    expect(text).toMatch(
      denial('uploads', 's3:PutObject', `arn:aws:s3:::${open.variable('uploads', 'UPLOADS_BUCKET')}/${s3Key}`),
    );
  });

  it("fails a conversion whose role may not write, with the converter's message", async () => {
    const wav = tinyWav();
    const body = { fileName: 'a.wav', fileType: 'audio/wav', fileSize: wav.length };
    const { contentId, s3Key } = (await open.api.call('uploads.s3-upload-url', { body }, admin)) as {
      contentId: string;
      s3Key: string;
    };
    await cloud.s3.writeObject(open.variable('uploads', 'UPLOADS_BUCKET'), s3Key, wav);
    const failed = await open.until(
      'the failed conversion',
      { pk: `UPLOAD#${contentId}`, sk: 'META' },
      ({ conversion_status: status }) => status === 'failed',
    );
    expect(failed['conversion_error']).toBe("The converter doesn't have permission to write its results.");
    await waitFor('the log', async () =>
      lines.some((line) => line.includes('Failed to write data: Access Denied')) ? true : undefined,
    );
  });

  it('fails where accounts are looked up', async () => {
    await open.api.call('username.request-code', { body: { email: 'admin@example.org' } });
    const denied = denial(
      'code-mail',
      'cognito-idp:AdminGetUser',
      `arn:aws:cognito-idp:us-east-1:000000000000:userpool/${open.session.config.userPoolId}`,
    );
    await waitFor('the log', async () => (denied.test(lines.join('\n')) ? true : undefined));
  });
});

describeOfAllFeatures('a template with invalid roles', () => {
  it.each<[string, PolicyChanges, RegExp]>([
    [
      'a queue that its consumer may not read',
      { IngestWorkerPolicy: without('sqs:ReceiveMessage') },
      new RegExp(
        '^AWS::Lambda::EventSourceMapping .* does not allow sqs:ReceiveMessage on ' +
          'arn:aws:sqs:us-east-1:000000000000:\\S+, its event source$',
      ),
    ],
    [
      'a failure queue that a function may not write to',
      { HistoryApiPolicy: without('sqs:SendMessage') },
      new RegExp(
        '^AWS::Lambda::Function \\(logical id HistoryApiFunction.* ' +
          'does not allow sqs:SendMessage on \\S+, its dead-letter queue$',
      ),
    ],
    [
      'a function without logs',
      { DocsApiPolicy: without('logs:PutLogEvents') },
      new RegExp(
        '^AWS::Lambda::Function \\(logical id DocsApiFunction.* ' +
          'does not allow logs:CreateLogStream on \\S+, which it needs to write logs$',
      ),
    ],
    [
      'an unknown condition operator',
      {
        PlaybackApiPolicy: (statement) => ({
          ...statement,
          Condition: { DateGreaterThan: { 'aws:CurrentTime': '2030-01-01' } },
        }),
      },
      new RegExp(
        '^AWS::IAM::Policy \\(logical id PlaybackApiPolicy.* could not be created: ' +
          'the local cloud does not support the condition operator DateGreaterThan$',
      ),
    ],
    [
      'an unknown condition key',
      {
        PlaybackApiPolicy: (statement) => ({ ...statement, Condition: { StringEquals: { 'aws:SourceVpc': 'vpc-1' } } }),
      },
      new RegExp(
        '^AWS::IAM::Policy \\(logical id PlaybackApiPolicy.* ' +
          'the local cloud does not support the condition key aws:SourceVpc$',
      ),
    ],
  ])('stops the start: %s', async (_what, changes, message) => {
    await expect(start(changes)).rejects.toThrow(message);
  });
});
