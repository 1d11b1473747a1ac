import * as z from 'zod/mini';
import { MAX_BODY_BYTES, endpoint } from '../../../lambdas/contract/endpoint.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';
import { newAccountRights } from '../../../lambdas/domain/accounts/actor.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { assertSimpleJson } from '../../../lambdas/http/request/body-limits.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { route } from '../../../lambdas/http/route.ts';
import { accessClaims, call } from '../../support/http.ts';

const base = { method: 'POST', summary: '', auth: 'user', responses: { 204: null }, errors: [] } as const;
const small = endpoint({ ...base, path: '/api/small', body: z.unknown() });
const large = endpoint({ ...base, path: '/api/large', maxBodyBytes: 2 * MAX_BODY_BYTES, body: z.unknown() });

const handler = httpFunction(
  [small, large].map((one) => route(one, async () => ({ status: 204 }) as never)),
  { rights: { read: async (userId) => ({ ...newAccountRights(userId), plan: 'free' }) }, logger: silentLogger },
);
const send = async (path: string, body: string) => {
  const { status, problem } = await call(handler, { routeKey: `POST ${path}`, body, claims: accessClaims() });
  return status === 204 ? status : problem.code;
};
/** A JSON string of `bytes` bytes. */
const textOf = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`;

it.each([
  ['/api/small', MAX_BODY_BYTES],
  ['/api/large', 2 * MAX_BODY_BYTES],
])('%s accepts %i bytes and no more', async (path, bytes) => {
  expect(await send(path, textOf(bytes))).toBe(204);
  expect(await send(path, textOf(bytes + 1))).toBe('body_too_large');
  // Characters of two bytes count twice.
  expect(await send(path, `"${'é'.repeat(bytes / 2)}"`)).toBe('body_too_large');
});

it('counts the bytes of a body that the gateway encoded', async () => {
  const encoded = (bytes: number) => ({
    routeKey: 'POST /api/small',
    body: Buffer.from(textOf(bytes)).toString('base64'),
    isBase64Encoded: true,
    claims: accessClaims(),
  });
  expect((await call(handler, encoded(MAX_BODY_BYTES))).status).toBe(204);
  expect((await call(handler, encoded(MAX_BODY_BYTES + 1))).status).toBe(413);
});

it.each([
  ['arrays', '['.repeat(33)],
  ['objects', '{"a":'.repeat(33)],
  ['elements', `[${'1,'.repeat(10_000)}1]`],
  ['fields', `{${Array.from({ length: 5_001 }, (_, index) => `"f${index}":1`).join(',')}}`],
])('rejects too many %s without parsing them', async (_what, body) => {
  expect(() => assertSimpleJson(body)).toThrow(expect.objectContaining({ code: 'body_too_large' }));
  expect(await send('/api/small', body)).toBe('body_too_large');
});

it('ignores brackets and commas in strings', async () => {
  expect(await send('/api/small', JSON.stringify({ text: `${'[{,:'.repeat(10_000)}\\"` }))).toBe(204);
  expect(await send('/api/small', `${'['.repeat(32)}${']'.repeat(32)}`)).toBe(204);
});

it('lets only files of captions and scripts, new items with a script, and the events of Stripe be larger', () => {
  const larger = Object.entries(endpoints).filter(
    ([, one]) => 'maxBodyBytes' in one && one.maxBodyBytes > MAX_BODY_BYTES,
  );
  expect(larger.map(([key]) => key)).toEqual([
    'content.create-content',
    'content.put-captions',
    'transcripts.put-script',
    'stripe-webhook.receive-event',
  ]);
});
