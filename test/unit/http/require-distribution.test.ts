import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { endpoint } from '../../../lambdas/contract/endpoint.ts';
import { ORIGIN_HEADER } from '../../../lambdas/contract/origin.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { route } from '../../../lambdas/http/route.ts';
import { call } from '../../support/http.ts';

const open = endpoint({
  method: 'GET',
  path: '/api/open',
  auth: 'public',
  summary: '',
  responses: { 200: z.object({}) },
  errors: [],
});
const hash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const handler = httpFunction([route(open, async () => ({ status: 200, body: {} }))], {
  rights: { read: async () => undefined },
  origins: [hash('current'), hash('previous')],
  logger: silentLogger,
});
const send = async (headers: Readonly<Record<string, string>>, path = '/api/open') =>
  call(handler, { routeKey: `GET ${path}`, headers });

describe('an API function', () => {
  it.each(['current', 'previous'])('accepts the %s secret of the distribution', async (secret) => {
    expect((await send({ [ORIGIN_HEADER]: secret })).status).toBe(200);
  });

  it.each([
    ['no secret', {}],
    ['an empty secret', { [ORIGIN_HEADER]: '' }],
    ['another secret', { [ORIGIN_HEADER]: 'older' }],
    ['the hash of the secret', { [ORIGIN_HEADER]: hash('current') }],
    ['both secrets', { [ORIGIN_HEADER]: 'current,previous' }],
  ])('denies a caller with %s, whatever the path', async (_, headers) => {
    for (const path of ['/api/open', '/api/nothing'])
      expect(await send(headers, path)).toMatchObject({ status: 403, problem: { code: 'forbidden' } });
  });
});
