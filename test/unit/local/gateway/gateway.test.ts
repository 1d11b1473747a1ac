import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { exportJWK, generateKeyPair, type JSONWebKeySet, SignJWT } from 'jose';
import { createManualClock } from '../../../../infra/local/clock.ts';
import { authorize } from '../../../../infra/local/gateway/authorizer.ts';
import { createGateway } from '../../../../infra/local/gateway/gateway.ts';
import { requestTime } from '../../../../infra/local/gateway/event.ts';
import { matchRoute, orderRoutes, parseRouteKey } from '../../../../infra/local/gateway/routes.ts';
import type { WebRequest } from '../../../../infra/local/http.ts';
import type { InvokeResult } from '../../../../infra/local/invoke.ts';

const issuer = 'http://pool.test/us-east-1_x';
const authorizer = { issuer, audience: ['client-1'], header: 'authorization' };

const request = (extra: Partial<WebRequest> = {}): WebRequest => ({
  method: 'GET',
  path: '/api/me',
  query: '',
  headers: { host: 'api.local' },
  body: Buffer.alloc(0),
  sourceIp: '127.0.0.1',
  ...extra,
});

describe('routes', () => {
  const ordered = orderRoutes(
    [
      '$default',
      'ANY /api/{proxy+}',
      'GET /api/content/{id}',
      'ANY /api/content/{id}',
      'GET /api/content/facets',
      'POST /api/content',
    ].map(parseRouteKey),
  );
  const key = (method: string, path: string): string | undefined => matchRoute(ordered, method, path)?.route.key;

  it.each([
    ['GET', '/api/content/facets', 'GET /api/content/facets'],
    ['GET', '/api/content/abc', 'GET /api/content/{id}'],
    ['DELETE', '/api/content/abc', 'ANY /api/content/{id}'],
    ['POST', '/api/content', 'POST /api/content'],
    ['GET', '/api/content/a/b', 'ANY /api/{proxy+}'],
    ['GET', '/api/content/', 'ANY /api/{proxy+}'],
    ['GET', '/api/', '$default'],
    ['GET', '/other', '$default'],
  ])('%s %s → %s', (method, path, expected) => expect(key(method, path)).toBe(expected));

  it('decodes parameters and rejects malformed ones', () => {
    expect(matchRoute(ordered, 'GET', '/api/content/a%20b%2Fc')?.parameters).toEqual({ id: 'a b/c' });
    expect(matchRoute(ordered, 'GET', '/api/x/y%20z')?.parameters).toEqual({ proxy: 'x/y z' });
    expect(() => matchRoute(ordered, 'GET', '/api/content/%zz')).toThrow(URIError);
    expect(() => parseRouteKey('get /x')).toThrow('not a route key');
  });
});

describe('HTTP API', () => {
  const clock = createManualClock(Date.UTC(2026, 2, 12, 19, 3, 58));
  let keys: JSONWebKeySet = { keys: [] };
  let sign: (claims: Record<string, unknown>, options?: { issuer?: string; expires?: number }) => Promise<string>;
  let events: APIGatewayProxyEventV2WithJWTAuthorizer[] = [];
  let respond: () => Promise<InvokeResult> | InvokeResult = () => ({ payload: { statusCode: 200 }, logs: [] });
  const gateway = createGateway({
    clock,
    invoke: async (_name, event) => {
      events.push(event as APIGatewayProxyEventV2WithJWTAuthorizer);
      return respond();
    },
    keysOf: (requested) => (requested === issuer ? keys : undefined),
  });

  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] };
    const seconds = clock.now() / 1000;
    sign = (claims, options = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .setIssuer(options.issuer ?? issuer)
        .setIssuedAt(seconds)
        .setExpirationTime(options.expires ?? seconds + 60)
        .sign(privateKey);
    const integration = { functionArn: 'f' };
    gateway.defineApi('api1');
    gateway.defineRoute('api1', { key: 'GET /api/me', integration, authorizer });
    gateway.defineRoute('api1', { key: 'POST /api/content/{id}', integration });
  });
  beforeEach(() => {
    events = [];
    respond = () => ({ payload: { statusCode: 200 }, logs: [] });
  });
  const get = async (authorization: string): Promise<number> =>
    (await gateway.handle('api1', request({ headers: { host: 'api.local', authorization } }))).status;

  it('returns 404 before it has a stage', async () => {
    expect((await gateway.handle('api1', request())).status).toBe(404);
    gateway.defineStage('api1');
    expect((await gateway.handle('api1', request())).status).toBe(401);
  });

  it('accepts a token by client_id or aud, and passes claims as strings', async () => {
    const token = await sign({
      sub: 's',
      client_id: 'client-1',
      token_use: 'access',
      'cognito:groups': ['a', 'b'],
      ok: true,
    });
    expect(await get(`Bearer ${token}`)).toBe(200);
    const { claims, scopes } = events[0]?.requestContext.authorizer.jwt ?? {};
    expect(claims).toMatchObject({
      sub: 's',
      'cognito:groups': '[a b]',
      ok: 'true',
      exp: String(clock.now() / 1000 + 60),
    });
    expect(scopes).toBeNull();
    expect(await get(`Bearer ${await sign({ aud: 'client-1' })}`)).toBe(200);
  });

  it('accepts a token only while it is valid, and only for its own issuer and keys', async () => {
    const valid = clock.now();
    const header = `Bearer ${await sign({ client_id: 'client-1' })}`;
    const authorizeWith = async (now: number, by: Partial<typeof authorizer> = {}, from = keys) =>
      (await authorize({ ...authorizer, ...by }, header, from, now)).allowed;
    expect([await authorizeWith(valid), await authorizeWith(valid), await authorizeWith(valid + 59_999)]).toEqual([
      true,
      true,
      true,
    ]);
    expect([
      await authorizeWith(valid + 60_000),
      await authorizeWith(valid, { issuer: 'http://evil.test' }),
      await authorizeWith(valid, { audience: ['other'] }),
    ]).toEqual([false, false, false]);
    const others = {
      keys: [{ ...(await exportJWK((await generateKeyPair('RS256')).publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }],
    };
    expect([await authorizeWith(valid, {}, others), await authorizeWith(valid)]).toEqual([false, true]);
  });

  it('rejects every other token', async () => {
    const good = await sign({ client_id: 'client-1' });
    const tokens = [
      '',
      'Bearer',
      'Bearer x.y.z',
      `Bearer ${good.slice(0, -8)}AAAAAAAA`,
      `Bearer ${await sign({ client_id: 'other' })}`,
      `Bearer ${await sign({ aud: 'other', client_id: 'client-1' })}`,
      `Bearer ${await sign({ client_id: 'client-1' }, { issuer: 'http://evil.test' })}`,
      `Bearer ${await sign({ client_id: 'client-1' }, { expires: clock.now() / 1000 - 1 })}`,
    ];
    for (const token of tokens) expect(await get(token)).toBe(401);
    const { body } = await gateway.handle('api1', request());
    expect(String(body)).toBe('{"message":"Unauthorized"}');
    expect(events).toEqual([]);
  });

  it('creates the event of payload format 2.0', async () => {
    await gateway.handle(
      'api1',
      request({
        method: 'POST',
        path: '/api/content/a%20b',
        query: 'x=1&y=%20&x=2',
        headers: {
          host: 'id.execute-api.test',
          'content-type': 'application/json',
          'user-agent': 'me',
          cookie: 'a=1; b=2',
        },
        body: Buffer.from('{"a":"ü"}'),
      }),
    );
    expect(events[0]).toEqual({
      version: '2.0',
      routeKey: 'POST /api/content/{id}',
      rawPath: '/api/content/a%20b',
      rawQueryString: 'x=1&y=%20&x=2',
      cookies: ['a=1', 'b=2'],
      headers: { host: 'id.execute-api.test', 'content-type': 'application/json', 'user-agent': 'me' },
      queryStringParameters: { x: '1,2', y: ' ' },
      pathParameters: { id: 'a b' },
      requestContext: {
        accountId: '000000000000',
        apiId: 'api1',
        domainName: 'id.execute-api.test',
        domainPrefix: 'id',
        http: {
          method: 'POST',
          path: '/api/content/a%20b',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'me',
        },
        requestId: expect.any(String) as string,
        routeKey: 'POST /api/content/{id}',
        stage: '$default',
        time: '12/Mar/2026:19:03:58 +0000',
        timeEpoch: clock.now(),
      },
      body: '{"a":"ü"}',
      isBase64Encoded: false,
    });
    expect(requestTime(0)).toBe('01/Jan/1970:00:00:00 +0000');
  });

  const post = (
    body: WebRequest['body'] = Buffer.from([0xff]),
    type = 'image/png',
  ): ReturnType<typeof gateway.handle> =>
    gateway.handle(
      'api1',
      request({ method: 'POST', path: '/api/content/a', headers: { 'content-type': type }, body }),
    );

  it('encodes binary bodies, and rejects large bodies and malformed paths', async () => {
    await post();
    expect(events[0]).toMatchObject({ body: '/w==', isBase64Encoded: true });
    expect((await post('too-large')).status).toBe(413);
    expect((await gateway.handle('api1', request({ method: 'POST', path: '/api/content/%E0%A4' }))).status).toBe(400);
    expect((await gateway.handle('api1', request({ path: '/api/nothing' }))).status).toBe(404);
  });

  it.each([
    ['a structured result', { statusCode: 201, headers: { 'X-A': 1 }, cookies: ['a=1', 'b=2'], body: 'hi' }, 201, 'hi'],
    ['base64', { statusCode: 200, isBase64Encoded: true, body: 'aGk=' }, 200, 'hi'],
    ['a plain object', { any: 'thing' }, 200, '{"any":"thing"}'],
    ['a bad status', { statusCode: 'x' }, 500, '{"message":"Internal Server Error"}'],
    ['a body that is no text', { statusCode: 200, body: { a: 1 } }, 500, '{"message":"Internal Server Error"}'],
  ])('returns %s', async (_name, payload, status, body) => {
    respond = () => ({ payload, logs: [] });
    const response = await post();
    expect([response.status, String(response.body)]).toEqual([status, body]);
    if (status === 201)
      expect(response.headers).toMatchObject({
        'x-a': '1',
        'set-cookie': ['a=1', 'b=2'],
        'content-type': 'text/plain;charset=UTF-8',
      });
  });

  it('returns 500 for a failed function and 503 for a late one', async () => {
    respond = () => ({ error: { errorType: 'E', errorMessage: 'm' }, logs: [] });
    expect((await post()).status).toBe(500);
    respond = () => new Promise(() => {});
    const late = post();
    while (events.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(29_000);
    expect(await late).toMatchObject({ status: 503 });
  });
});
