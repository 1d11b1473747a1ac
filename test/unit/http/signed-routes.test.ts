import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { endpoint } from '../../../lambdas/contract/endpoint.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { openApiDocument } from '../../../lambdas/http/openapi.ts';
import { route, signedRoute, type RawRequest, type Route } from '../../../lambdas/http/route.ts';
import { accessClaims, call, type TestCall } from '../../support/http.ts';

const base = { responses: { 200: z.object({ ok: z.boolean() }) }, errors: [], summary: '' } as const;
const hook = endpoint({
  ...base,
  method: 'POST',
  path: '/api/hook',
  auth: 'signature',
  body: z.object({ id: z.string() }),
});
const plain = endpoint({
  ...base,
  method: 'POST',
  path: '/api/plain',
  auth: 'public',
  body: z.object({ id: z.string() }),
});

const SECRET = 'whsec_test';
const sign = (body: string | Buffer): string => createHmac('sha256', SECRET).update(body).digest('hex');

const setUp = () => {
  const handled: { readonly raw: RawRequest | undefined; readonly body: unknown }[] = [];
  let reads = 0;
  const answer = async ({ raw, body }: { readonly raw: RawRequest | undefined; readonly body: unknown }) => {
    handled.push({ raw, body });
    return { status: 200 as const, body: { ok: true } };
  };
  const verify = ({ body, headers }: RawRequest): boolean => headers['x-signature'] === sign(Buffer.from(body));
  const handler = httpFunction([signedRoute(hook, verify, answer), route(plain, answer)], {
    rights: { read: async () => ((reads += 1), undefined) },
    logger: silentLogger,
  });
  return { handler, handled, reads: () => reads };
};

const body = '{"id": "evt_1",\n "amount": 1.0}';
const signed: TestCall = { routeKey: 'POST /api/hook', body, headers: { 'x-signature': sign(body) } };

it('does not start a function whose signed route has no verifier', () => {
  const unverified = { endpoint: hook, handle: async () => ({ status: 200 }) } as unknown as Route;
  const start = () => httpFunction([unverified], { rights: { read: async () => undefined }, logger: silentLogger });
  expect(start).toThrow('POST /api/hook has no signature verifier');
});

it('runs a signed request with the exact bytes of its body', async () => {
  const { handler, handled, reads } = setUp();
  expect((await call(handler, signed)).status).toBe(200);
  expect(Buffer.from(handled[0]?.raw?.body ?? []).toString()).toBe(body);
  expect(handled[0]?.raw?.headers['x-signature']).toBe(sign(body));
  expect(reads()).toBe(0);
});

it('verifies the decoded bytes of a body that the gateway encoded', async () => {
  const { handler, handled } = setUp();
  const encoded = { ...signed, body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  expect((await call(handler, encoded)).status).toBe(200);
  expect(handled[0]?.body).toEqual({ id: 'evt_1' });
});

it.each<[string, Partial<TestCall>]>([
  ['no signature', { headers: {} }],
  ['a wrong signature', { headers: { 'x-signature': sign('other') } }],
  ['a changed body', { body: body.replace('1.0', '9.0') }],
  ['a body that only looks the same as JSON', { body: JSON.stringify(JSON.parse(body)) }],
  ['the token of an administrator instead', { headers: { authorization: 'Bearer x' }, claims: accessClaims() }],
  ['a body that is not JSON', { body: '{', headers: { 'x-signature': sign('{ }') } }],
])('rejects %s with 401 before reading data or running the use case', async (_name, changed) => {
  const { handler, handled, reads } = setUp();
  const { status, problem } = await call(handler, { ...signed, ...changed });
  expect([status, problem.code]).toEqual([401, 'signature_invalid']);
  expect([handled, reads()]).toEqual([[], 0]);
});

it('passes the raw request only to signed routes', async () => {
  const { handler, handled } = setUp();
  await call(handler, { ...signed, routeKey: 'POST /api/plain' });
  expect(handled).toEqual([{ raw: undefined, body: { id: 'evt_1' } }]);
});

it('is described with its error, and without a token', () => {
  const { paths } = openApiDocument({ 'hooks.receive': hook }) as unknown as {
    paths: Record<string, { post: { security: unknown[]; responses: Record<string, { description: string }> } }>;
  };
  expect(paths['/api/hook']?.post.security).toEqual([]);
  expect(paths['/api/hook']?.post.responses['401']?.description).toContain('signature_invalid');
});
