import { canUseConsole } from '../../../../infra/local/console/guard.ts';
import { isLocalTarget } from '../../../../infra/local/local-routes.ts';
import type { JobRecord } from '../../../../infra/local/services/mediaconvert/job-record.ts';
import { DEAD, QUEUE, startConsole, type TestConsole } from './console-support.ts';

let local: TestConsole;
beforeAll(async () => {
  local = await startConsole();
});
afterAll(() => local.stop());

describe('access to the console', () => {
  const may = (method: string, headers: Record<string, string>) =>
    canUseConsole({ method, headers: { host: 'localhost:4000', ...headers } });
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

  it('rejects a foreign request without any effect', async () => {
    const [status, body] = await local.ask('faults', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: JSON.stringify({ dependency: 's3', kind: 'down', seconds: 5 }),
    });
    expect([status, body['code']]).toEqual([403, 'foreign_request']);
    expect(local.faults.list()).toEqual([]);
  });

  it('handles /_local and the paths in it, but no similar path', () => {
    expect(['/_local', '/_local/', '/_local?x', '/_local/mail'].every(isLocalTarget)).toBe(true);
    expect(['/_localx', '/', '/x/_local', undefined].some(isLocalTarget)).toBe(false);
  });
});

it.each<[number, string, string, string, unknown?]>([
  [404, 'not_found', 'GET', 'nothing'],
  [404, 'queue_not_found', 'GET', 'queues/none/messages'],
  [404, 'queue_not_found', 'POST', 'queues/none/redrive'],
  [404, 'queue_not_found', 'POST', 'queues/none/retry'],
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
  [404, 'namespace_not_found', 'GET', 'metrics?namespace=none'],
  [404, 'dependency_not_found', 'POST', 'faults', { dependency: 'none', kind: 'down', seconds: 5 }],
  [404, 'dependency_not_found', 'POST', 'faults', { dependency: 'function:none', kind: 'down', seconds: 5 }],
  [404, 'dependency_not_found', 'POST', 'faults/heal', { dependency: 'none' }],
  [404, 'file_not_found', 'GET', 'page/none.js'],
  [404, 'file_not_found', 'GET', 'page/..%2Fconsole.ts'],
  [404, 'file_not_found', 'GET', 'page/..%2F..%2F..%2F..%2Fpackage.json'],
  [400, 'invalid_value', 'POST', 'faults', { dependency: 's3', kind: 'down', seconds: 601 }],
  [400, 'invalid_value', 'POST', 'faults', { dependency: 's3', kind: 'down', seconds: 0 }],
  [400, 'invalid_value', 'POST', 'faults', { dependency: 's3', kind: 'unknown', seconds: 5 }],
  [400, 'invalid_value', 'POST', 'faults', { dependency: 's3', kind: 'slow', seconds: 5, delayMs: 1e9 }],
  [400, 'invalid_value', 'POST', 'faults', { dependency: 's3', kind: 'throttled', seconds: 5, share: 1.5 }],
  [400, 'invalid_value', 'POST', 'faults', { dependency: 's3', kind: 'down', seconds: 5, more: true }],
  [400, 'invalid_value', 'GET', `queues/${DEAD}/messages?limit=0`],
  [400, 'invalid_value', 'GET', 'storage/media?limit=x'],
  [400, 'invalid_value', 'GET', 'storage/media/object'],
  [400, 'invalid_value', 'GET', 'functions/%E0%A4%A'],
  [400, 'invalid_value', 'GET', 'output?text=evt'],
  [400, 'rejected', 'GET', 'storage/media?after=nonsense'],
  [400, 'malformed_json', 'POST', 'faults', '{'],
  [400, 'malformed_json', 'POST', 'invoke/catalog', '{'],
  [405, 'method_not_allowed', 'GET', 'schedules/Sweeping/run'],
  [405, 'method_not_allowed', 'GET', `queues/${DEAD}/redrive`],
  [405, 'method_not_allowed', 'GET', 'invoke/catalog'],
  [405, 'method_not_allowed', 'POST', 'functions'],
  [405, 'method_not_allowed', 'POST', 'alarms'],
])('returns %d %s for %s %s', async (...[status, code, method, path, body]) => {
  const [answered, problem] = await (method === 'POST' ? local.post(path, body) : local.ask(path));
  expect([answered, problem['code']]).toEqual([status, code]);
  expect(Object.keys(problem).sort()).toEqual(['code', 'message']);
});

it('serves its page with a policy that allows only its own files', async () => {
  const response = await fetch(local.base);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  const html = await response.text();
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\son[a-z]+=|style="/);
  for (const [, file] of html.matchAll(/"\/_local\/(page\/[^"]+)"/g))
    expect((await fetch(`${local.base}/${file}`)).status).toBe(200);
});

it('shows mail, jobs, database calls and an overview', async () => {
  for (const body of ['one', 'two', 'three']) local.queues.find(QUEUE)?.send({ body });
  local.mailbox.send({ to: 'a@example.org', subject: 's', body: 'b' });
  local.jobs.push({
    id: '1-a',
    createdAt: local.clock.now(),
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
    startedAt: local.clock.now(),
    warnings: [{ code: 900_001, message: 'The colors were not converted.' }],
  });
  expect(await local.get('mail?to=A@example.org')).toHaveLength(1);
  expect(await local.get('conversions')).toMatchObject({
    total: 1,
    jobs: [
      {
        id: '1-a',
        status: 'PROGRESSING',
        percent: 40,
        inputs: ['s3://b/k.mp4'],
        error: null,
        warnings: ['The colors were not converted.'],
      },
    ],
  });
  expect(await local.get('database')).toEqual({ GetItem: { calls: 1 } });
  expect(await local.get('overview')).toMatchObject({ mail: 1, waiting: 3, failed: 0, converting: 1, faults: 0 });
});

it('shows transcription jobs with their state, time and reason', async () => {
  const output = { bucket: 'b', key: 'out/failed.json' };
  const request = {
    name: 'failed',
    languageCode: 'en-US',
    languageOptions: [],
    sampleRate: undefined,
    mediaFormat: undefined,
    media: { bucket: 'b', key: 'k.mp4' },
    mediaUri: 's3://b/k.mp4',
    output,
    subtitles: undefined,
    tags: [],
  };
  const now = local.clock.now();
  const times = { createdAt: now, startedAt: now, finishedAt: now + 2000 };
  const found = { languageCode: 'en-US', mediaFormat: 'mp4', sampleRate: 44_100, recognizer: 'r', hasSpeech: false };
  local.transcriptions.push(
    { id: '3', request: { ...request, name: 'waiting' }, status: 'QUEUED', createdAt: now },
    { id: '2', request: { ...request, name: 'quiet' }, status: 'COMPLETED', ...times, outcome: found },
    { id: '1', request, status: 'FAILED', ...times, failureReason: 'Unsupported media format.' },
  );
  expect(await local.get('transcriptions?limit=3')).toMatchObject({
    recognizer: 'PocketSphinx (English)',
    total: 3,
    jobs: [
      { name: 'waiting', status: 'QUEUED', startedAt: null, reason: null },
      { name: 'quiet', status: 'COMPLETED', language: 'en-US', reason: 'No speech was found.' },
      { name: 'failed', status: 'FAILED', media: 's3://b/k.mp4', ...times, reason: 'Unsupported media format.' },
    ],
  });
  expect(await local.get('overview')).toMatchObject({ transcribing: 1 });
});

it('applies a fault of the accounts to the browser too, but not to the public keys', async () => {
  await local.post('faults', { dependency: 'cognito-idp', kind: 'throttled', seconds: 5 });
  expect(await local.ask('cognito', { method: 'POST', body: '{}' })).toMatchObject([
    400,
    { __type: 'TooManyRequestsException' },
  ]);
  expect((await local.ask('cognito/pool/.well-known/jwks.json'))[0]).toBe(200);
  local.faults.heal();
  expect((await local.ask('cognito', { method: 'POST', body: '{}' }))[0]).toBe(200);
});
