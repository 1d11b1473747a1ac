import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient, type BatchWriteItemCommandInput } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { restoreStage } from '../../../bin/backup/restore.ts';
import { demoAccounts, demoPassword } from '../../../bin/demo.ts';
import { openApi, type Api } from '../../support/api.ts';
import { assemblyOf } from '../../support/stack/assembly.ts';
import { DATA_MARKER } from '../../support/stack/cached-template.ts';
import { openConsole } from '../../support/stack/console.ts';
import { startLocalStack, waitFor, type LocalStack, type Mail } from '../../support/stack/local-stack.ts';
import { cookieHeader, tripleFor } from '../../support/attacks/media-cookies.ts';
import { openOperator, type Operator, settledState } from '../../support/stack/operator.ts';
import { createRetries } from '../../support/stack/retry-at-once.ts';
import { codeIn, openSession, type SiteSession } from '../../support/stack/session.ts';
import { changedAssembly, type Resources } from '../../support/stack/template-mutations.ts';
import { repositoryRoot } from '../../support/source-tree.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';
import { openUploads } from '../../support/worlds/uploading.ts';

const source = readFileSync(join(__dirname, '..', '..', 'support', 'media', 'rabbit320.mp4'));
const user = { email: 'person@example.org', password: 'Before-the-fire-1', renewed: 'After-the-fire-1' };
const folder = mkdtempSync(join(tmpdir(), 'soundstage-drill-'));
const run = promisify(execFile);

interface Site {
  readonly stack: LocalStack;
  readonly api: Api;
  readonly operator: Operator;
  readonly session: SiteSession;
}

let before: Site;
let after: Site;
let film: string;
let draft: string;
let attempts: number;

/** Disables what runs on schedules: between two dumps, it changes what they contain. */
const disableSchedules = (resources: Resources): void => {
  for (const [id, resource] of Object.entries(resources))
    if (resource.Properties && 'ScheduleExpression' in resource.Properties)
      resources[id] = { ...resource, Properties: { ...resource.Properties, State: 'DISABLED' } };
};
const open = async (): Promise<Site> => {
  const dataFolder = mkdtempSync(join(folder, 'stage-'));
  const assembly = await assemblyOf('local');
  const changes = Object.keys(assembly.templates).map((stack) => [stack, disableSchedules] as const);
  changedAssembly(assembly, join(dataFolder, 'cdk.out'), Object.fromEntries(changes));
  writeFileSync(join(dataFolder, DATA_MARKER), '');
  // A cloud of its own: this file loses data on purpose.
  const stack = await startLocalStack({ dataFolder, ownDatabase: false });
  return { stack, api: openApi(stack.url), operator: openOperator(stack), session: await openSession(stack.url) };
};
const close = async (site: Site | undefined): Promise<void> => {
  site?.api.close();
  site?.operator.close();
  site?.session.close();
  await site?.stack.stop();
};

/** Runs the backup command as an operator does, for the given stack. */
const backup = async ({ stack }: Site, ...args: readonly string[]): Promise<string> => {
  const { stdout } = await run(process.execPath, [join(repositoryRoot, 'bin', 'backup.ts'), ...args], {
    env: { ...process.env, SOUNDSTAGE_DATA: stack.dataFolder },
  });
  return stdout;
};

const operatorClients = (settings: Operator['settings']) => ({
  database: new DynamoDBClient(settings),
  s3: new S3Client({ ...settings, forcePathStyle: true }),
  accounts: new CognitoIdentityProviderClient(settings),
});

const admin = ({ session }: Site) => session.signIn(demoAccounts.admin.email, demoPassword);
const converted = async (site: Site, id: string) => {
  const token = await admin(site);
  await waitFor(
    'the conversion',
    async () =>
      (await site.api.call('catalog.get-content', { params: { id } }, token)).conversion_status === 'completed'
        ? true
        : undefined,
    90_000,
  );
};
const countAttempts = async ({ operator }: Site) =>
  (await operator.items()).filter(({ type }) => type === 'ATTEMPT').length;
const mails = async ({ stack }: Site) => (await (await fetch(`${stack.url}/_local/mail`)).json()) as readonly Mail[];

/**
 * Waits until no queue has messages and nothing changes, that is, until every event was processed. A message whose
 * worker failed, such as one that found a title half restored, reappears after a moment instead of after minutes.
 */
const quiet = async ({ operator, stack }: Site): Promise<void> => {
  const retry = createRetries(openConsole(stack.url));
  const client = new SQSClient(operator.settings);
  const { QueueUrls = [] } = await client.send(new ListQueuesCommand({}));
  expect(QueueUrls.length).toBeGreaterThan(3);
  await waitFor(
    'empty queues',
    async () => {
      await retry();
      const waiting = await Promise.all(
        QueueUrls.map(async (QueueUrl) => {
          const { Attributes = {} } = await client.send(
            new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
          );
          return (
            Number(Attributes['ApproximateNumberOfMessages']) +
            Number(Attributes['ApproximateNumberOfMessagesNotVisible'])
          );
        }),
      );
      return waiting.every((count) => count === 0) ? true : undefined;
    },
    240_000,
  );
  // Changes on their way through the table's stream have not reached a queue yet.
  await settledState(operator);
  client.destroy();
  // As its schedule would.
  await fetch(`${stack.url}/_local/invoke/audit-seal`, { method: 'POST', body: '{}' });
  await settledState(operator);
};

const play = async ({ stack, api }: Site, id: string, token: string): Promise<number> => {
  const response = await api.request('playback.get-media-url', { body: { contentId: id } }, token);
  const { url } = JSON.parse(response.text) as { url: string };
  const path = url.slice(0, url.lastIndexOf('/') + 1);
  return (
    await fetch(`${stack.url}${url}`, {
      headers: { cookie: cookieHeader(tripleFor(path, response.headers['set-cookie'] ?? [])) },
    })
  ).status;
};

/**
 * The items of a dump, and the digests of its accounts and files. Without the revisions of the list of analyzed titles
 * and of the findings that policies are tried on: these are written again whenever the items change that they are made
 * from, also while they are restored one by one.
 */
const contentsOf = (name: string) => {
  const { items, ...others } = JSON.parse(readFileSync(join(folder, name, 'manifest.json'), 'utf8')) as {
    readonly items: { readonly count: number };
  };
  const lines = readFileSync(join(folder, name, 'items.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return {
    ...others,
    count: items.count,
    items: lines.map((line) => {
      const item = JSON.parse(line) as Readonly<Record<string, { readonly S?: string }>>;
      return ['ANALYZED_TITLE', 'SAFETY_FINDINGS'].includes(item['type']?.S ?? '') ? { ...item, rev: null } : item;
    }),
  };
};

beforeAll(async () => {
  before = await open();
  const { api, session, stack } = before;
  await session.signUp(user.email, user.password);
  await session.confirm(user.email, codeIn(await stack.mailTo(user.email)));
  const [staff, listener] = [await admin(before), await session.signIn(user.email, user.password)];
  const uploads = openUploads(api, staff);
  film = await uploads.make('Film', 'rabbit.mp4', source, 'video');
  draft = await uploads.make('Draft', 'tone.wav', tinyWav(), 'music');
  await uploads.announce({ fileName: 'never.mp4', fileType: 'video/mp4', fileSize: 1000 });
  await Promise.all([film, draft].map((id) => converted(before, id)));
  const { revision } = await api.call('catalog.get-content', { params: { id: film } }, staff);
  await api.call('content.update-content', { params: { id: film }, body: { revision, status: 'published' } }, staff);
  await api.call('history.record-history', { body: { content_id: film } }, listener);
  expect(await play(before, film, listener)).toBe(200);
  await quiet(before);
  attempts = await countAttempts(before);
});
afterAll(async () => {
  await close(before);
  await close(after);
  rmSync(folder, { recursive: true, force: true });
});

it('creates equal dumps, byte for byte, and detects a changed byte', async () => {
  const first = await backup(before, 'dump', join(folder, 'a'), '--stage', 'local');
  const second = await backup(before, 'dump', join(folder, 'again'), '--stage', 'local');
  console.info(first.trim());
  expect(/Digest (\w{64})/.exec(second)?.[1]).toBe(/Digest (\w{64})/.exec(first)?.[1]);
  expect(await backup(before, 'verify', join(folder, 'a'))).toContain('3 accounts');
  await expect(backup(before, 'dump', join(folder, 'a'), '--stage', 'local')).rejects.toThrow(
    'already contains a dump',
  );

  const list = join(folder, 'again', 'items.jsonl');
  writeFileSync(list, readFileSync(list, 'utf8').replace('Film', 'Filn'));
  await expect(backup(before, 'restore', join(folder, 'again'), '--stage', 'local', '--replace')).rejects.toThrow(
    'items.jsonl has changed',
  );
});

it('restores into a new stage only with `--replace`', async () => {
  await close(before);
  after = await open();
  const { items } = await after.api.call('content.list-all-content', { query: {} }, await admin(after));
  expect(items.map(({ id }) => id)).not.toContain(film);
  await expect(backup(after, 'restore', join(folder, 'a'), '--stage', 'local')).rejects.toThrow(
    'Restore into an empty stage',
  );
});

it('restores to an equal dump, without starting conversions or sending mail', async () => {
  const sent = (await mails(after)).length;
  console.info((await backup(after, 'restore', join(folder, 'a'), '--stage', 'local', '--replace')).trim());
  await quiet(after);
  expect(await countAttempts(after)).toBe(attempts);
  expect((await mails(after)).length).toBe(sent);
  await backup(after, 'dump', join(folder, 'b'), '--stage', 'local');
  const files = (name: string) =>
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice(join(folder, name).length))
      .filter((file) => !file.includes('restored-'))
      .sort();
  expect(files('b')).toEqual(files('a'));
  for (const file of files('a'))
    expect([file, readFileSync(join(folder, 'b', file)).equals(readFileSync(join(folder, 'a', file)))]).toEqual([
      file,
      true,
    ]);
});

it('starts no conversion and counts right even when events are processed during the restore', async () => {
  const { operator, session } = after;
  const { accounts, database, s3 } = operatorClients(operator.settings);
  let [paused, pausedCounting] = [0, 0];
  s3.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        if (commandName === 'PutObjectCommand' && (args.input as { Key?: string }).Key?.startsWith('uploads/')) {
          paused += 1;
          await quiet(after);
        }
        return result;
      },
    { step: 'initialize' },
  );
  // So are the deletions that a restore begins with, and whatever else happened, between two batches.
  database.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        if (commandName !== 'BatchWriteItemCommand') return result;
        const { RequestItems = {} } = args.input as BatchWriteItemCommandInput;
        if (
          Object.values(RequestItems)
            .flat()
            .some(({ PutRequest: put }) => put?.Item?.['type']?.S === 'COUNTED')
        ) {
          pausedCounting += 1;
          await quiet(after);
        }
        return result;
      },
    { step: 'initialize' },
  );
  const [TableName, buckets] = [operator.tableName, operator.buckets];
  const target = {
    stage: 'local',
    TableName,
    UserPoolId: session.config.userPoolId,
    UploadsBucket: buckets.uploads,
    MediaBucket: buckets.media,
  } as const;
  await restoreStage({ accounts, database, s3 }, target, join(folder, 'b'), { replace: true });
  for (const client of [accounts, database, s3]) client.destroy();
  await quiet(after);
  expect(paused).toBe(2);
  expect(pausedCounting).toBeGreaterThan(0);
  await backup(after, 'dump', join(folder, 'c'), '--stage', 'local');
  expect(contentsOf('c')).toEqual(contentsOf('a'));
});

it('plays, lists, downloads and converts after the restore; users only set a new password', async () => {
  const { api, session, stack } = after;
  await expect(session.signIn(user.email, user.password)).rejects.toThrow();
  const { email, renewed: password } = user;
  await api.call('credentials.request-password-reset', { body: { email } });
  const code = codeIn(await stack.mailTo(email));
  await api.call('credentials.reset-password', { body: { email, code, password } });
  const listener = await session.signIn(user.email, user.renewed);

  expect((await api.call('catalog.list-content', { query: {} }, listener)).items.map(({ id }) => id)).toEqual([film]);
  expect(JSON.stringify(await api.call('history.list-history', { query: {} }, listener))).toContain(film);
  expect(await play(after, film, listener)).toBe(200);
  const { thumbnail_url: thumbnail } = await api.call('catalog.get-content', { params: { id: film } }, listener);
  expect((await fetch(`${stack.url}${thumbnail}`)).status).toBe(200);

  const staff = await admin(after);
  const { headers } = await api.request('uploads.get-source', { params: { id: film } }, staff);
  expect(Buffer.from(await (await fetch(String(headers['location']))).arrayBuffer()).equals(source)).toBe(true);
  await api.call('conversion.aws-conversion-v3', { body: { contentId: draft, restart: true } }, staff);
  await converted(after, draft);
  expect(await countAttempts(after)).toBe(attempts + 1);
});

it('restores only the items when the pool and the buckets still exist', async () => {
  await quiet(after);
  await backup(after, 'dump', join(folder, 'items'), '--stage', 'local', '--items-only');
  const staff = await admin(after);
  await after.api.call('content.delete-content', { params: { id: draft } }, staff);
  await quiet(after);
  expect(await backup(after, 'restore', join(folder, 'items'), '--stage', 'local', '--replace')).toContain(' 0 files.');
  await quiet(after);
  await backup(after, 'dump', join(folder, 'items-again'), '--stage', 'local', '--items-only');
  expect(contentsOf('items-again')).toEqual(contentsOf('items'));
  expect(await play(after, film, await after.session.signIn(user.email, user.renewed))).toBe(200);
});
