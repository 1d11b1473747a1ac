import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '../../../../infra/local/clock.ts';
import type { CognitoEngine } from '../../../../infra/local/engines/cognito/engine.ts';
import { createFaultSwitch } from '../../../../infra/local/console/fault-switch.ts';
import { mayUseConsole } from '../../../../infra/local/console/guard.ts';
import { createCredentials } from '../../../../infra/local/credentials.ts';
import { createS3Engine } from '../../../../infra/local/engines/s3/engine.ts';
import type { S3Engine } from '../../../../infra/local/engines/s3/types.ts';
import { createEventBus, type EventBus } from '../../../../infra/local/events/bus/event-bus.ts';
import { createQueueEngine, type QueueEngine } from '../../../../infra/local/events/queues/queue-engine.ts';
import { createFunctions, type Functions } from '../../../../infra/local/functions/functions.ts';
import { createLocalRoutes, isLocalTarget } from '../../../../infra/local/local-routes.ts';
import type { JobRecord } from '../../../../infra/local/services/mediaconvert/job-record.ts';
import { createMailbox } from '../../../../infra/local/services/ses.ts';

const clock = createManualClock();
const faults = createFaultSwitch(clock);
const mailbox = createMailbox({ clock });
const jobs: JobRecord[] = [];
let folder: string;
let server: Server;
let base: string;
let functions: Functions;
let queues: QueueEngine;
let bus: EventBus;
let s3: S3Engine;

const QUEUE = 'Soundstage-local-Media-Work';
const DEAD = 'Soundstage-local-Media-WorkDeadLetters';
const FAILED = 'Soundstage-local-Data-Failures';
const RULE = 'arn:aws:events:us-east-1:000000000000:rule/Sweeping';
const arnOf = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'));
  functions = createFunctions({
    clock,
    endpoint: 'http://127.0.0.1:1',
    issueKey: (name) => ({ accessKeyId: `LOCAL${name}`, secretAccessKey: 's', name }),
    interfere: faults.interfereRun,
  });
  for (const name of ['sweeper', 'catalog']) {
    const directory = join(folder, name);
    mkdirSync(directory);
    writeFileSync(
      join(directory, 'index.mjs'),
      `export const handler = async (event) => { console.log('saw ' + JSON.stringify(event)); if (event.fail) throw new TypeError('no good'); return { name: '${name}' }; };`,
    );
    functions.define({
      name: `Fn-${name}`,
      folder: name,
      arn: arnOf(`Fn-${name}`),
      directory,
      handler: 'index.handler',
      timeoutSeconds: 5,
      memoryMb: 64,
      roleArn: 'arn:aws:iam::000000000000:role/r',
      environment: {},
    });
  }
  queues = createQueueEngine({ clock, endpoint: () => 'http://127.0.0.1:1' });
  const dead = queues.createQueue({}, DEAD);
  queues.createQueue({ RedrivePolicy: { deadLetterTargetArn: dead.arn, maxReceiveCount: 1 } }, QUEUE);
  queues.createQueue({}, FAILED);
  bus = createEventBus({ clock, invoke: functions.invoke, queues });
  bus.putRule(
    { ScheduleExpression: 'rate(5 minutes)', Targets: [{ Id: 'T', Arn: arnOf('Fn-sweeper') }] },
    { name: 'Sweeping', arn: RULE },
  );
  bus.putRule(
    { EventPattern: { source: ['aws.s3'] }, Targets: [{ Id: 'T', Arn: arnOf('Fn-catalog') }] },
    { name: 'Uploaded', arn: 'arn:aws:events:us-east-1:000000000000:rule/Uploaded' },
  );
  s3 = createS3Engine({
    dataDir: join(folder, 's3'),
    clock,
    credentials: createCredentials(),
    publish: () => undefined,
  });
  s3.createBucket({ name: 'media', properties: { VersioningConfiguration: { Status: 'Enabled' } } });
  const handle = createLocalRoutes({
    awaited: () => [],
    cloud: { functions, queues, bus, s3 },
    mailbox,
    mediaConvert: { jobs: () => jobs },
    faults,
    cognito: {
      handleHttp: async (_request, response) => void response.end('{"pool":true}'),
    } as Partial<CognitoEngine> as CognitoEngine,
    databaseCounters: async () => ({ GetItem: { calls: 1 } }),
  });
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_local`;
});
afterAll(async () => {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
  bus.stop();
  queues.stop();
  await Promise.all([functions.stop(), s3.stop()]);
  rmSync(folder, { recursive: true });
});

const ask = async (path: string, init: RequestInit = {}): Promise<[number, Record<string, unknown>]> => {
  const response = await fetch(`${base}${path === '' ? '' : '/'}${path}`, init);
  return [response.status, (await response.json()) as Record<string, unknown>];
};
const get = async <T>(path: string): Promise<T> => (await ask(path))[1] as T;
const post = (path: string, body?: unknown): Promise<[number, Record<string, unknown>]> =>
  ask(path, {
    method: 'POST',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

interface QueueLine {
  name: string;
  available: number;
  oldestAt: number | null;
  sources: string[];
  takesFailures: boolean;
}
interface MessageLine {
  id: string;
  error?: string;
  source?: string;
  body?: string;
}
interface Redriven {
  moved: number;
  called: number;
  left: { id: string; why: string }[];
}

describe('who may use the console', () => {
  const may = (method: string, headers: Record<string, string>) =>
    mayUseConsole({ method, headers: { host: 'localhost:4000', ...headers } });
  it.each<[boolean, string, Record<string, string>]>([
    [true, 'GET', {}],
    [true, 'POST', {}],
    [true, 'POST', { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-origin' }],
    [true, 'GET', { 'sec-fetch-site': 'none' }],
    [true, 'GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    [false, 'GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    [false, 'GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    [false, 'POST', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    [false, 'POST', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    [false, 'POST', { origin: 'http://localhost:3000' }],
    [false, 'POST', { origin: 'https://evil.example' }],
    [false, 'POST', { origin: 'null' }],
    [false, 'GET', { host: 'evil.example' }],
    [false, 'GET', { host: 'localhost.evil.example:4000' }],
  ])('%s: %s %j', (allowed, method, headers) => expect(may(method, headers)).toBe(allowed));

  it('refuses over HTTP, with nothing done', async () => {
    const [status, body] = await ask('faults', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: JSON.stringify({ dependency: 's3', kind: 'down', seconds: 5 }),
    });
    expect([status, body['code']]).toEqual([403, 'foreign_request']);
    expect(faults.list()).toEqual([]);
  });

  it('takes /_local and what is below it, and nothing that only begins alike', () => {
    expect(['/_local', '/_local/', '/_local?x', '/_local/mail'].every(isLocalTarget)).toBe(true);
    expect(['/_localx', '/', '/x/_local', undefined].some(isLocalTarget)).toBe(false);
  });
});

it.each<[number, string, string, string, unknown?]>([
  [404, 'not_found', 'GET', 'nothing'],
  [404, 'queue_not_found', 'GET', 'queues/none/messages'],
  [404, 'queue_not_found', 'POST', 'queues/none/redrive'],
  [404, 'queue_not_found', 'GET', 'queues/x%2FSoundstage-local-Media-Work/messages'],
  [404, 'message_not_found', 'GET', `queues/${DEAD}/messages/none`],
  [404, 'message_not_found', 'POST', `queues/${DEAD}/redrive`, { id: 'none' }],
  [404, 'function_not_found', 'GET', 'functions/none'],
  [404, 'function_not_found', 'POST', 'invoke/none'],
  [404, 'function_not_found', 'GET', 'functions/constructor'],
  [404, 'schedule_not_found', 'POST', 'schedules/none/run'],
  [404, 'bucket_not_found', 'GET', 'storage/none'],
  [404, 'object_not_found', 'GET', 'storage/media/object?key=none'],
  [404, 'object_not_found', 'GET', 'storage/media/versions?key=none'],
  [404, 'dependency_not_found', 'POST', 'faults', { dependency: 'none', kind: 'down', seconds: 5 }],
  [404, 'dependency_not_found', 'POST', 'faults', { dependency: 'function:none', kind: 'down', seconds: 5 }],
  [404, 'dependency_not_found', 'POST', 'faults/heal', { dependency: 'none' }],
  [404, 'file_not_found', 'GET', 'page/none.js'],
  [404, 'file_not_found', 'GET', 'page/..%2Fconsole.ts'],
  [404, 'file_not_found', 'GET', 'page/..%2F..%2F..%2F..%2Fpackage.json'],
  [400, 'invalid_value', 'POST', 'faults', { dependency: 's3', kind: 'down', seconds: 601 }],
  [400, 'invalid_value', 'POST', 'faults', { dependency: 's3', kind: 'down', seconds: 0 }],
  [400, 'invalid_value', 'POST', 'faults', { dependency: 's3', kind: 'gone', seconds: 5 }],
  [400, 'invalid_value', 'POST', 'faults', { dependency: 's3', kind: 'slow', seconds: 5, delayMs: 1e9 }],
  [400, 'invalid_value', 'POST', 'faults', { dependency: 's3', kind: 'throttled', seconds: 5, share: 1.5 }],
  [400, 'invalid_value', 'POST', 'faults', { dependency: 's3', kind: 'down', seconds: 5, more: true }],
  [400, 'invalid_value', 'GET', `queues/${DEAD}/messages?limit=0`],
  [400, 'invalid_value', 'GET', 'storage/media?limit=x'],
  [400, 'invalid_value', 'GET', 'storage/media/object'],
  [400, 'invalid_value', 'GET', 'functions/%E0%A4%A'],
  [400, 'refused', 'GET', 'storage/media?after=nonsense'],
  [400, 'malformed_json', 'POST', 'faults', '{'],
  [400, 'malformed_json', 'POST', 'invoke/catalog', '{'],
  [405, 'method_not_allowed', 'GET', 'schedules/Sweeping/run'],
  [405, 'method_not_allowed', 'GET', `queues/${DEAD}/redrive`],
  [405, 'method_not_allowed', 'GET', 'invoke/catalog'],
  [405, 'method_not_allowed', 'POST', 'functions'],
])('answers %d %s to %s %s', async (...[status, code, method, path, body]) => {
  const [answered, problem] = await (method === 'POST' ? post(path, body) : ask(path));
  expect([answered, problem['code']]).toEqual([status, code]);
  expect(Object.keys(problem).sort()).toEqual(['code', 'message']);
});

it('serves its page under a policy that lets nothing else run', async () => {
  const response = await fetch(base);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  const html = await response.text();
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son[a-z]+=|style="/);
  for (const [, file] of html.matchAll(/"\/_local\/(page\/[^"]+)"/g))
    expect((await fetch(`${base}/${file}`)).status).toBe(200);
});

describe('queues', () => {
  it('shows depth, age, dead letters and bodies on demand, and sends all or one back', async () => {
    const work = queues.find(QUEUE);
    for (const body of ['one', 'two', 'three']) work?.send({ body });
    await clock.advance(1000);
    // Received once and not deleted: given up at the next look.
    await work?.receive({ max: 10, visibilityTimeout: 0, waitMs: 0 });
    await work?.receive({ max: 10, visibilityTimeout: 0, waitMs: 0 });
    const list = await get<QueueLine[]>('queues');
    expect(list.find(({ name }) => name === DEAD)).toMatchObject({
      available: 3,
      sources: [QUEUE],
      takesFailures: true,
      oldestAt: clock.now() - 1000,
    });
    expect(list.find(({ name }) => name === QUEUE)).toMatchObject({
      available: 0,
      takesFailures: false,
      oldestAt: null,
    });
    const { total, messages } = await get<{ total: number; messages: MessageLine[] }>(
      `queues/${DEAD}/messages?limit=2`,
    );
    expect([total, messages.length]).toEqual([3, 2]);
    expect(messages[0]).toMatchObject({ source: QUEUE });
    expect(messages[0]).not.toHaveProperty('body');
    const id = messages[1]?.id ?? '';
    expect(await get<MessageLine>(`queues/${DEAD}/messages/${id}`)).toMatchObject({ id, body: 'two' });
    expect(await post(`queues/${DEAD}/redrive`, { id })).toEqual([200, { moved: 1, called: 0, left: [] }]);
    expect((await get<{ messages: MessageLine[] }>(`queues/${QUEUE}/messages`)).messages).toHaveLength(1);
    expect(await post(`queues/${DEAD}/redrive`)).toEqual([200, { moved: 2, called: 0, left: [] }]);
    expect(await post(`queues/${DEAD}/redrive`)).toEqual([200, { moved: 0, called: 0, left: [] }]);
  });

  it('makes a failed call again, by its target or its rule, and leaves what nobody can answer', async () => {
    const failed = queues.find(FAILED);
    const scheduled = { source: 'aws.events', 'detail-type': 'Scheduled Event', resources: [RULE] };
    failed?.send({
      body: JSON.stringify(scheduled),
      attributes: { ErrorMessage: { DataType: 'String', StringValue: 'boom' } },
    });
    failed?.send({
      body: '{"a":1}',
      attributes: { TARGET_ARN: { DataType: 'String', StringValue: arnOf('Fn-catalog') } },
    });
    failed?.send({ body: JSON.stringify({ RequestType: 'Create', ResponseURL: 'http://127.0.0.1/x' }) });
    failed?.send({
      body: JSON.stringify({ fail: true }),
      attributes: { TARGET_ARN: { DataType: 'String', StringValue: arnOf('Fn-catalog') } },
    });
    failed?.send({ body: 'nonsense' });
    expect((await get<{ messages: MessageLine[] }>(`queues/${FAILED}/messages`)).messages[0]?.error).toBe('boom');
    const [, answer] = await post(`queues/${FAILED}/redrive`);
    const { moved, called, left } = answer as unknown as Redriven;
    expect({ moved, called, left: left.map(({ why }) => why) }).toEqual({
      moved: 0,
      called: 2,
      left: ['a deployment asked for it and has ended', 'TypeError: no good', 'its body is no event'],
    });
    expect(functions.executions('sweeper')[0]?.logs).toEqual([`saw ${JSON.stringify(scheduled)}`]);
    expect(failed?.counts().available).toBe(3);
    failed?.purge();
  });
});

describe('functions', () => {
  it('are run by hand and remember their last fifty runs', async () => {
    const before = functions.executions('catalog').length;
    expect((await post('invoke/catalog', { n: 1 }))[1]).toMatchObject({
      payload: { name: 'catalog' },
      error: null,
      logs: ['saw {"n":1}'],
    });
    await post('invoke/catalog', { fail: true });
    const { executions } = await get<{
      executions: { number: number; durationMs: number; initMs?: number; error?: unknown; logs: string[] }[];
    }>('functions/catalog');
    expect(executions).toHaveLength(before + 2);
    expect(executions[0]).toMatchObject({
      number: before + 2,
      error: { errorType: 'TypeError', errorMessage: 'no good' },
    });
    expect(executions[0]).not.toHaveProperty('initMs');
    expect(executions.at(-1)?.initMs).toBeGreaterThan(0);
    for (let run = 0; run < 60; run += 1) await functions.invoke('catalog', { run });
    expect((await get<{ executions: unknown[] }>('functions/Fn-catalog')).executions).toHaveLength(50);
    expect(
      (await get<{ folder: string; recent: unknown[] }[]>('functions')).find(({ folder }) => folder === 'catalog')
        ?.recent,
    ).toHaveLength(24);
  });

  it('fail while a fault names them, and the call is not lost from sight', async () => {
    expect((await post('faults', { dependency: 'function:catalog', kind: 'throttled', seconds: 5 }))[0]).toBe(200);
    expect((await post('invoke/catalog', {}))[1]).toMatchObject({ error: { errorType: 'TooManyRequestsException' } });
    expect(await post('faults/heal', {})).toEqual([200, { healed: 1 }]);
    expect((await post('invoke/catalog', {}))[1]).toMatchObject({ error: null });
  });
});

describe('schedules', () => {
  it('are listed with their times, and run now', async () => {
    const { schedules, rules } = await get<{ schedules: unknown[]; rules: unknown[] }>('schedules');
    expect(schedules).toEqual([
      expect.objectContaining({
        name: 'Sweeping',
        expression: 'rate(5 minutes)',
        targets: [arnOf('Fn-sweeper')],
        nextAt: expect.any(Number) as number,
      }),
    ]);
    expect(rules).toEqual([
      expect.objectContaining({ name: 'Uploaded', pattern: { source: ['aws.s3'] }, matched: 0, enabled: true }),
    ]);
    const before = functions.executions('sweeper').length;
    expect(await post('schedules/Sweeping/run')).toEqual([200, { started: 1 }]);
    while (functions.executions('sweeper').length === before) await new Promise((resolve) => setImmediate(resolve));
    expect((await get<{ schedules: { lastAt: number }[] }>('schedules')).schedules[0]?.lastAt).toBe(clock.now());
  });
});

describe('stored objects', () => {
  it('are listed by folder and page, with their versions', async () => {
    for (const key of ['a/1.txt', 'a/2.txt', 'b.txt', 'c.txt'])
      await s3.writeObject('media', key, key, { contentType: 'text/plain' });
    await s3.writeObject('media', 'b.txt', 'newer', { contentType: 'text/html' });
    const first = await get<{ prefixes: string[]; objects: { key: string }[]; next: string }>('storage/media?limit=2');
    expect([first.prefixes, first.objects.map(({ key }) => key)]).toEqual([['a/'], ['b.txt']]);
    const second = await get<typeof first>(`storage/media?limit=2&after=${encodeURIComponent(first.next)}`);
    expect([second.objects.map(({ key }) => key), second.next]).toEqual([['c.txt'], null]);
    expect((await get<typeof first>('storage/media?prefix=a%2F')).objects.map(({ key }) => key)).toEqual([
      'a/1.txt',
      'a/2.txt',
    ]);
    const versions = await get<{ size: number; latest: boolean; contentType: string; versionId: string }[]>(
      'storage/media/versions?key=b.txt',
    );
    expect(versions.map(({ size, latest, contentType }) => [size, latest, contentType])).toEqual([
      [5, true, 'text/html'],
      [5, false, 'text/plain'],
    ]);
    const old = await fetch(`${base}/storage/media/object?key=b.txt&version=${versions[1]?.versionId ?? ''}`);
    expect(await old.text()).toBe('b.txt');
  });

  it('are opened without any power over the site', async () => {
    await s3.writeObject('media', 'evil "name"\u00e9.html', '<script>alert(1)</script>', { contentType: 'text/html' });
    await s3.writeObject(
      'media',
      'evil.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      { contentType: 'image/svg+xml' },
    );
    await s3.writeObject('media', 'still.jpg', 'jpeg', { contentType: 'image/jpeg' });
    const open = async (key: string, headers: Record<string, string> = {}) =>
      fetch(`${base}/storage/media/object?open=1&key=${encodeURIComponent(key)}`, { headers });
    const html = await open('evil "name"\u00e9.html');
    expect(html.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(html.headers.get('content-security-policy')).toMatch(/^sandbox;/);
    expect(html.headers.get('x-content-type-options')).toBe('nosniff');
    expect(html.headers.get('content-disposition')).toBe(
      `inline; filename="evil _name__.html"; filename*=UTF-8''evil%20%22name%22%C3%A9.html`,
    );
    expect((await open('evil.svg')).headers.get('content-disposition')).toMatch(/^attachment;/);
    expect((await open('evil.svg')).headers.get('content-type')).toBe('application/octet-stream');
    expect((await open('still.jpg')).headers.get('content-type')).toBe('image/jpeg');
    const part = await open('still.jpg', { range: 'bytes=1-2' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 1-2/4', 'pe']);
  });
});

it('shows mail, jobs, the database and a sum of all', async () => {
  mailbox.send({ to: 'a@example.org', subject: 's', body: 'b' });
  jobs.push({
    id: '1-a',
    createdAt: clock.now(),
    role: 'r',
    queue: 'q',
    settings: { inputs: [{ fileInput: 's3://b/k.mp4' }] } as unknown as JobRecord['settings'],
    wireSettings: {},
    userMetadata: { stage: 'local' },
    clientRequestToken: undefined,
    statusUpdateInterval: undefined,
    priority: 0,
    status: 'PROGRESSING',
    percent: 40,
    phase: 'TRANSCODING',
    startedAt: clock.now(),
  });
  expect(await get('mail?to=A@example.org')).toHaveLength(1);
  expect(await get('conversions')).toMatchObject({
    total: 1,
    jobs: [{ id: '1-a', status: 'PROGRESSING', percent: 40, inputs: ['s3://b/k.mp4'], error: null }],
  });
  expect(await get('database')).toEqual({ GetItem: { calls: 1 } });
  expect(await get('overview')).toMatchObject({ mail: 1, waiting: 3, failed: 0, converting: 1, faults: 0 });
});

it('lets a fault of the accounts meet the browser too, but not the public keys', async () => {
  await post('faults', { dependency: 'cognito-idp', kind: 'throttled', seconds: 5 });
  expect(await ask('cognito', { method: 'POST', body: '{}' })).toMatchObject([
    400,
    { __type: 'TooManyRequestsException' },
  ]);
  expect((await ask('cognito/pool/.well-known/jwks.json'))[0]).toBe(200);
  faults.heal();
  expect((await ask('cognito', { method: 'POST', body: '{}' }))[0]).toBe(200);
});
