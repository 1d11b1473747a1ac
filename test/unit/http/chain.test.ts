import * as z from 'zod/mini';
import { endpoint } from '../../../lambdas/contract/endpoint.ts';
import { errorTable, type ErrorCode } from '../../../lambdas/contract/errors.ts';
import { ContentId } from '../../../lambdas/contract/shared.ts';
import { AppError } from '../../../lambdas/domain/app-error.ts';
import type { CallerRights } from '../../../lambdas/domain/accounts/actor.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { route } from '../../../lambdas/http/route.ts';
import { createLogger } from '../../../lambdas/platform/logger.ts';
import { accessClaims, call, gatewayEvent, PERSON, type TestCall } from '../../support/http.ts';

const base = { responses: { 200: z.object({ seen: z.unknown() }) }, errors: [], summary: '' } as const;
const open = endpoint({ ...base, method: 'GET', path: '/api/open', auth: 'public' });
const maybe = endpoint({ ...base, method: 'GET', path: '/api/maybe', auth: 'optional' });
const mine = endpoint({ ...base, method: 'GET', path: '/api/mine', auth: 'user' });
const moderated = endpoint({ ...base, method: 'GET', path: '/api/moderated', auth: 'moderator' });
const administered = endpoint({ ...base, method: 'GET', path: '/api/administered', auth: 'admin' });
const strict = endpoint({
  ...base,
  method: 'POST',
  path: '/api/strict/{id}',
  auth: 'user',
  params: z.strictObject({ id: ContentId }),
  query: z.strictObject({ limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(9)), 5) }),
  body: z.strictObject({
    title: z.string().check(z.minLength(1)),
    nested: z.optional(z.strictObject({ tag: z.string() })),
  }),
});
const failing = endpoint({ ...base, method: 'GET', path: '/api/failing', auth: 'public' });
const leaking = endpoint({
  ...base,
  method: 'GET',
  path: '/api/leaking',
  auth: 'public',
  responses: { 200: z.object({ a: z.number() }) },
});

let failure: unknown;
let stored: Partial<CallerRights> | undefined;
let reads = 0;
/** Reading a caller's rights takes until this is done. */
let delay: Promise<unknown> | undefined;
let lines: string[] = [];
const seen = async (request: object) => ({ status: 200, body: { seen: { ...request } } }) as never;

const handler = httpFunction(
  [
    ...[open, maybe, mine, moderated, administered, strict].map((one) => route(one, seen)),
    route(failing, async () => {
      throw failure;
    }),
    route(leaking, async () => ({ status: 200, body: { a: 1, secret: 'x' } as never, headers: { 'x-own': 'y' } })),
  ],
  {
    rights: {
      async read(userId) {
        reads += 1;
        await delay;
        return stored && { user_id: userId, role: 'user', plan: 'free', disabled: false, ...stored };
      },
    },
    verifier: {
      async verify(token) {
        if (token === 'down') throw new AppError('unavailable');
        if (token === 'id-token') return { sub: PERSON, token_use: 'id' };
        if (token !== 'good') throw new AppError('token_invalid');
        return accessClaims();
      },
    },
    logger: createLogger('debug', {}, (line) => lines.push(line)),
    now: () => 0,
  },
);

beforeEach(() => {
  stored = {};
  reads = 0;
  delay = undefined;
  lines = [];
});

const good: TestCall = {
  routeKey: 'POST /api/strict/{id}',
  params: { id: 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV' },
  body: { title: 'A' },
  claims: accessClaims(),
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const aws = (fields: object) => Object.assign(new Error('secret of the inside'), fields);

describe('errors', () => {
  it.each<[string, ErrorCode, TestCall]>([
    ['an unknown route', 'not_found', { routeKey: 'GET /api/nothing' }],
    ['$default', 'not_found', { routeKey: '$default' }],
    ['no claims', 'unauthenticated', { routeKey: 'GET /api/mine' }],
    [
      'an ID token that passed the authorizer',
      'token_invalid',
      { routeKey: 'GET /api/mine', claims: { ...accessClaims(), token_use: 'id' } },
    ],
    ['a token without token_use', 'token_invalid', { routeKey: 'GET /api/mine', claims: { sub: PERSON } }],
    ['a hostile subject', 'token_invalid', { routeKey: 'GET /api/mine', claims: accessClaims('x#RIGHTS') }],
    [
      'a subject that is not a string',
      'token_invalid',
      { routeKey: 'GET /api/mine', claims: { ...accessClaims(), sub: 7 } },
    ],
    ['a bad token where one is optional', 'token_invalid', { routeKey: 'GET /api/maybe', headers: bearer('bad') }],
    ['an ID token where one is optional', 'token_invalid', { routeKey: 'GET /api/maybe', headers: bearer('id-token') }],
    ['another scheme', 'token_invalid', { routeKey: 'GET /api/maybe', headers: { authorization: 'Basic YTpi' } }],
    ['token keys that cannot be fetched', 'unavailable', { routeKey: 'GET /api/maybe', headers: bearer('down') }],
    ['text that is not JSON', 'malformed_json', { ...good, body: '{"title":' }],
    ['no body', 'validation_failed', { ...good, body: undefined }],
    ['an unknown field', 'validation_failed', { ...good, body: { title: 'A', role: 'admin' } }],
    ['a prototype field', 'validation_failed', { ...good, body: '{"title":"A","__proto__":{"role":"admin"}}' }],
    ['a wrong type', 'validation_failed', { ...good, body: { title: ['A'] } }],
    ['a body that is not an object', 'validation_failed', { ...good, body: '[]' }],
    ['a query out of range', 'validation_failed', { ...good, query: { limit: '10' } }],
    ['an unknown query field', 'validation_failed', { ...good, query: { limit: '1', sort: 'x' } }],
    ['a number given twice', 'validation_failed', { ...good, query: { limit: '1,2' } }],
    ...[
      '',
      '../../etc/passwd',
      'cnt_01ARZ3NDEKTSV4RRFFQ69G5FA',
      "cnt_'; DROP",
      'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV#META',
      'cat_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV\n',
      'cnt_\u0000',
    ].map((id): [string, ErrorCode, TestCall] => [
      `the id ${JSON.stringify(id)}`,
      'validation_failed',
      { ...good, params: { id } },
    ]),
  ])('report %s as %s', async (_name, code, request) => {
    const { status, problem, headers } = await call(handler, request);
    expect(problem).toMatchObject({
      code,
      status: errorTable[code].status,
      title: errorTable[code].title,
      requestId: 'request-1',
    });
    expect(status).toBe(errorTable[code].status);
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('rejects a disabled account before any other check', async () => {
    stored = { disabled: true, role: 'admin' };
    for (const request of [
      { ...good, body: '{' },
      { routeKey: 'GET /api/maybe', headers: bearer('good') },
      { routeKey: 'GET /api/administered', claims: accessClaims() },
    ]) {
      expect((await call(handler, request)).problem.code).toBe('account_disabled');
    }
  });

  it('checks authorization before reading the body', async () => {
    const { problem } = await call(handler, { routeKey: 'GET /api/administered', claims: accessClaims(), body: '{' });
    expect(problem.code).toBe('forbidden');
  });

  it('lists every issue with its path', async () => {
    const { problem } = await call(handler, { ...good, params: { id: 'x' }, body: { title: '', nested: { tag: 1 } } });
    expect(problem.issues?.map(({ path }) => path)).toEqual(['id', 'title', 'nested.tag']);
    expect(problem.issues?.[0]?.message).toContain('cnt_');
    expect(problem.issues?.[1]?.message).toMatch(/small/i);
  });

  it('limits how much of a hostile body it repeats', async () => {
    const body = {
      title: 'A',
      ...Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`.repeat(50), 1])),
    };
    const { problem } = await call(handler, { ...good, body });
    expect(JSON.stringify(problem).length).toBeLessThan(2000);
  });
});

describe('roles', () => {
  it.each([
    ['user', 200, 403, 403],
    ['moderator', 200, 200, 403],
    ['admin', 200, 200, 200],
    // An account that was deleted.
    [undefined, 401, 401, 401],
  ] as const)('decide which endpoints %s may call', async (role, ...expected) => {
    stored = role && { role };
    const statuses: number[] = [];
    for (const path of ['mine', 'moderated', 'administered']) {
      statuses.push((await call(handler, { routeKey: `GET /api/${path}`, claims: accessClaims() })).status);
    }
    expect(statuses).toEqual(expected);
    expect(reads).toBe(3);
  });
});

describe('responses', () => {
  /** The address is only read on demand. */
  const sender = { cookies: [], globalPrivacyControl: false };

  it('pass the validated request with defaults and the caller to the use case', async () => {
    stored = { role: 'moderator', plan: 'premium' };
    const { status, body, headers } = await call(handler, good);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json');
    expect(body).toEqual({
      seen: {
        params: { id: good.params?.['id'] },
        query: { limit: 5 },
        body: { title: 'A' },
        actor: {
          userId: PERSON,
          role: 'moderator',
          plan: 'premium',
          signIn: { id: null, authenticatedAt: expect.any(Number), assurance: 'unknown' },
        },
        requestId: 'request-1',
        sender,
      },
    });
  });

  it('decode a base64 body from the gateway', async () => {
    const event = {
      ...gatewayEvent(good),
      body: Buffer.from('{"title":"Ä"}').toString('base64'),
      isBase64Encoded: true,
    };
    expect((await handler(event, {} as never)).body).toContain('"Ä"');
    const broken = { ...event, body: Buffer.from([0x22, 0xff, 0x22]).toString('base64') };
    expect((await handler(broken, {} as never)).body).toContain('malformed_json');
  });

  it('have a caller only with a token where a token is optional', async () => {
    const unknown = await call(handler, { routeKey: 'GET /api/maybe' });
    expect(unknown.body).toEqual({ seen: { requestId: 'request-1', sender } });
    expect(reads).toBe(0);
    const known = await call(handler, { routeKey: 'GET /api/maybe', headers: bearer('good') });
    expect(known.body).toMatchObject({ seen: { actor: { userId: PERSON } } });
  });

  it('ignore tokens on public endpoints', async () => {
    expect((await call(handler, { routeKey: 'GET /api/open', headers: bearer('bad') })).status).toBe(200);
    expect(reads).toBe(0);
  });

  it('contain only fields of the contract', async () => {
    const { body, headers } = await call(handler, { routeKey: 'GET /api/leaking' });
    expect(body).toEqual({ a: 1 });
    expect(headers['x-own']).toBe('y');
  });
});

describe('failures', () => {
  it.each<[string, number, unknown]>([
    ['throttling', 503, aws({ name: 'ProvisionedThroughputExceededException', $metadata: { httpStatusCode: 400 } })],
    ['a 5xx of AWS', 503, aws({ name: 'SomeError', $metadata: { httpStatusCode: 500 } })],
    ['a time-out', 503, aws({ name: 'TimeoutError' })],
    ['no connection', 503, aws({ code: 'ECONNREFUSED' })],
    ['a temporary cause', 503, aws({ name: 'TypeError', cause: { code: 'ECONNRESET' } })],
    [
      'a transaction conflict',
      503,
      aws({
        name: 'TransactionCanceledException',
        CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
      }),
    ],
    ['a defect', 500, new TypeError('secret of the inside')],
    ['a denied call to AWS', 500, aws({ name: 'AccessDeniedException', $metadata: { httpStatusCode: 400 } })],
    ['a thrown value that is not an error', 500, 'secret of the inside'],
  ])('map %s to %i', async (_name, status, error) => {
    failure = error;
    const answer = await call(handler, { routeKey: 'GET /api/failing' });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain('secret');
    expect(answer.headers['retry-after']).toBe(status === 503 ? '2' : undefined);
    expect(answer.problem.requestId).toBe('request-1');
  });

  it('return 503 before the time-out while a dependency does not answer', async () => {
    delay = new Promise(() => {});
    const request = { routeKey: 'GET /api/mine', claims: accessClaims(), timeLeft: 251 };
    const { status, headers, problem } = await call(handler, request);
    expect([status, headers['retry-after'], problem.code]).toEqual([503, '2', 'unavailable']);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('pass on the detail of a domain error', async () => {
    failure = new AppError('invalid_state', 'Not yet.');
    expect((await call(handler, { routeKey: 'GET /api/failing' })).problem).toMatchObject({
      code: 'invalid_state',
      detail: 'Not yet.',
    });
  });
});

it('logs one line per request without the user or the token', async () => {
  await call(handler, { ...good, headers: bearer('very-secret-token') });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    message: 'request',
    requestId: 'request-1',
    route: good.routeKey,
    status: 200,
    ms: 0,
  });
  expect(lines[0]).not.toContain(PERSON);
  expect(lines[0]).not.toContain('very-secret-token');
});
