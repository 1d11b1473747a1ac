import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import type { DataRequestsDeps } from '../../../lambdas/api/data-requests/deps.ts';
import { dataRequestsRoutes } from '../../../lambdas/api/data-requests/routes.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import {
  newRequest,
  newSecret,
  secretHash,
  withdrawToken,
  type StoredRequest,
} from '../../../lambdas/domain/privacy/data-request.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';
import { completeExport } from '../../support/rows/data-request-rows.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');

const setUp = (stored: readonly StoredRequest[] = [], { full = false } = {}) => {
  const asked: string[] = [];
  const published: unknown[] = [];
  const withdrawn: string[] = [];
  let open: StoredRequest | undefined;
  const deps = {
    requests: {
      get: async (userId: string, id: string) => stored.find((one) => one.user_id === userId && one.id === id),
      listOwn: async (userId: string) => stored.filter(({ user_id: owner }) => owner === userId),
      openExport: async () => open,
      async askExport(request: StoredRequest) {
        asked.push('export');
        open = request;
        return request;
      },
      askErasure: async () => void asked.push('erasure'),
      async withdraw({ id }: StoredRequest) {
        withdrawn.push(id);
        return true;
      },
    },
    signer: { download: async (key: string, name: string) => `https://s3.example/${key}?name=${name}` },
    counters: { take: async () => (full ? 1000 : undefined) },
    events: { publish: async (type: string, detail: object) => void published.push({ type, ...detail }) },
    newId: () => `req_${ulid()}`,
    now: () => NOW,
  } as unknown as DataRequestsDeps;
  const handler = httpFunction(dataRequestsRoutes(deps), {
    rights: { read: async (userId) => ({ user_id: userId, role: 'user', plan: 'free', disabled: false }) },
    logger: silentLogger,
  });
  return {
    asked,
    published,
    withdrawn,
    ask: (request_type: string) =>
      call(handler, { routeKey: 'POST /api/data-requests', body: { request_type }, claims: accessClaims() }),
    download: (id: string) =>
      call(handler, { routeKey: 'POST /api/data-requests/{id}/download', params: { id }, claims: accessClaims() }),
    withdraw: (token: string) => call(handler, { routeKey: 'POST /api/functions/withdraw-erasure', body: { token } }),
  };
};

describe('asking for an export', () => {
  it('stores one request, and publishes it again while it is made', async () => {
    const { ask, asked, published } = setUp();
    const [first, second] = [await ask('export'), await ask('export')];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body).toEqual(first.body);
    expect(asked).toEqual(['export']);
    expect(published).toHaveLength(2);
    expect(published[0]).toEqual(published[1]);
    expect(published[0]).toMatchObject({ type: 'DataRequested.v1', userId: PERSON, requestType: 'export' });
  });

  it('is limited, because each request can send an email', async () => {
    const { ask, asked } = setUp([], { full: true });
    expect((await ask('export')).status).toBe(429);
    expect((await ask('erasure')).status).toBe(429);
    expect(asked).toEqual([]);
  });
});

describe('downloading an export', () => {
  it('returns a URL of the own file', async () => {
    const offered = completeExport(PERSON);
    const { status, body } = await setUp([offered]).download(offered.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      url: expect.stringContaining(`exports/${PERSON}/${offered.id}.zip`),
      expires_in: 300,
    });
  });

  it.each<[string, StoredRequest, number]>([
    ["another user's", completeExport(randomUUID()), 404],
    ['an erasure', newRequest(`req_${ulid()}`, PERSON, 'erasure', NOW), 404],
    ['one that is being made', newRequest(`req_${ulid()}`, PERSON, 'export', NOW), 409],
    ['one that has expired', { ...completeExport(PERSON), download_until: new Date(NOW).toISOString() }, 409],
  ])('is denied for %s', async (_what, request, expected) => {
    expect((await setUp([request]).download(request.id)).status).toBe(expected);
  });
});

describe('withdrawing an erasure', () => {
  const secret = newSecret();
  const pending = (fields: Partial<StoredRequest> = {}): StoredRequest => ({
    ...newRequest(`req_${ulid()}`, PERSON, 'erasure', NOW),
    secret_hash: secretHash(secret),
    ...fields,
  });

  it('needs the secret of the email', async () => {
    const request = pending();
    const { withdraw, withdrawn } = setUp([request]);
    expect((await withdraw(withdrawToken(request, newSecret()))).status).toBe(400);
    expect(withdrawn).toEqual([]);
    expect((await withdraw(withdrawToken(request, secret))).status).toBe(204);
    expect(withdrawn).toEqual([request.id]);
  });

  it.each<[string, StoredRequest]>([
    ['a late link', pending({ starts_at: new Date(NOW).toISOString() })],
    ['a link that was used', pending({ secret_hash: undefined })],
    ['an export', { ...completeExport(PERSON), secret_hash: secretHash(secret) }],
  ])('answers alike for %s and for one that never existed', async (_what, request) => {
    const { withdraw, withdrawn } = setUp([request]);
    const { status, body } = await withdraw(withdrawToken(request, secret));
    const unknown = await withdraw(withdrawToken({ ...request, user_id: randomUUID() }, secret));
    const { requestId: _one, ...answer } = body as { requestId: string };
    const { requestId: _other, ...other } = unknown.body as { requestId: string };
    expect([status, answer]).toEqual([unknown.status, other]);
    expect(answer).toMatchObject({ code: 'code_rejected' });
    expect(withdrawn).toEqual([]);
  });
});
