import { generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { getSignedCookies, getSignedUrl } from '@aws-sdk/cloudfront-signer';
import { createManualClock } from '../../../infra/local/clock.ts';
import { type ObjectReader, parseRange } from '../../../infra/local/delivery/bucket-origin.ts';
import { createDelivery } from '../../../infra/local/delivery/delivery.ts';
import {
  type Behavior,
  type Distribution,
  type Forwarding,
  normalizePath,
  pathPattern,
} from '../../../infra/local/delivery/distribution.ts';
import { createEdgeFunction } from '../../../infra/local/delivery/edge-function.ts';
import type { WebRequest, WebResponse } from '../../../infra/local/http.ts';

const site = 'http://localhost:4000';
const start = Date.UTC(2026, 0, 1);
const clock = createManualClock(start);
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const objects: Record<string, { body: string; type: string; cacheControl?: string }> = {
  'site/index.html': { body: '<html>', type: 'text/html' },
  'site/app.js': { body: 'x'.repeat(5000), type: 'text/javascript', cacheControl: 'max-age=31536000, immutable' },
  'site/media/c1/v1/a.m3u8': { body: 'wrong bucket', type: 'text/plain' },
  'media/media/c1/v1/a b.ts': { body: '0123456789', type: 'video/mp2t' },
  'media/posters/c1/card.jpg': { body: 'jpg', type: 'image/jpeg' },
};
const modified = new Date(start - 60_000);
const stat = (bucket: string, key: string): ReturnType<ObjectReader['statObject']> => {
  const object = objects[`${bucket}/${key}`];
  return (
    object && {
      key,
      size: object.body.length,
      contentType: object.type,
      etag: 'e1',
      lastModified: modified,
      metadata: {},
      ...(object.cacheControl ? { cacheControl: object.cacheControl } : {}),
    }
  );
};
const s3: ObjectReader = {
  statObject: stat,
  readObject: async (bucket, key, options) => {
    const found = stat(bucket, key);
    const text = objects[`${bucket}/${key}`]?.body ?? '';
    const { start: from = 0, end = text.length } = options?.range ?? {};
    return found && { ...found, stream: Readable.from([Buffer.from(text.slice(from, end + 1))]) };
  },
};

const none: Forwarding = { headers: { kind: 'none' }, cookies: { kind: 'none' }, query: { kind: 'none' } };
const allViewer: Forwarding = {
  headers: { kind: 'except', names: ['host'] },
  cookies: { kind: 'all' },
  query: { kind: 'all' },
};
const plain = { gzip: false, brotli: false, forwarding: none };
const behavior = (pattern: string | undefined, bucket: string, extra: Partial<Behavior> = {}): Behavior => ({
  ...(pattern ? { pattern: pathPattern(pattern) } : {}),
  origin: { kind: 'bucket', bucket, path: '' },
  methods: ['GET', 'HEAD'],
  compress: false,
  cache: plain,
  ...extra,
});
const api = (extra: Partial<Behavior>): Behavior => ({
  ...behavior('/api/*', ''),
  origin: { kind: 'api', apiId: 'a', host: 'a.execute-api.local', path: '', headers: { 'x-origin': 'yes' } },
  methods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
  ...extra,
});
const rewrite = createEdgeFunction(
  'spa',
  `function handler(event) {
    var r = event.request;
    if (r.uri === '/gone') return { statusCode: 410, headers: { 'x-a': { value: '1' } }, body: 'gone' };
    if (r.uri.lastIndexOf('.') < r.uri.lastIndexOf('/')) { r.uri = '/index.html'; }
    return r;
  }`,
);

let reached: WebRequest[] = [];
const make = (behaviors: Distribution['behaviors']): ReturnType<typeof createDelivery> => {
  const delivery = createDelivery({
    clock,
    s3,
    site,
    canRead: (_distribution, bucket, key) => bucket !== 'media' || !key.startsWith('posters/closed/'),
    gateway: {
      handle: async (_api, request) => {
        reached.push(request);
        return {
          status: 200,
          headers: { 'content-type': 'application/json', 'x-powered-by': 'me' },
          body: Buffer.from('{}'),
        };
      },
    },
  });
  delivery.define({ id: 'D1', domainName: 'd1.cloudfront.local', behaviors });
  return delivery;
};
const delivery = make([
  api({ originRequest: allViewer }),
  behavior('/media/*', 'media', { trustedKeys: new Map([['K1', publicKey]]) }),
  behavior('posters/*', 'media'),
  behavior(undefined, 'site', {
    compress: true,
    cache: { gzip: true, brotli: true, forwarding: none },
    viewerRequest: rewrite,
    responseHeaders: {
      set: [
        { name: 'content-security-policy', value: "default-src 'self'", override: true },
        { name: 'content-type', value: 'x', override: false },
      ],
      remove: ['last-modified'],
    },
  }),
]);
const ask = (path: string, extra: Partial<WebRequest> = {}): Promise<WebResponse> => {
  const [bare = '', query = ''] = path.split('?');
  return delivery.handle({
    method: 'GET',
    path: bare,
    query,
    headers: {},
    body: Buffer.alloc(0),
    sourceIp: '127.0.0.1',
    ...extra,
  });
};
const textOf = async ({ body }: WebResponse): Promise<string> =>
  body === undefined ? '' : Buffer.isBuffer(body) ? body.toString() : (await buffer(body)).toString();

describe('behaviors', () => {
  beforeEach(() => {
    reached = [];
  });

  it('serves pages through the CloudFront function, with the policy headers', async () => {
    const page = await ask('/catalog/some');
    expect(await textOf(page)).toBe('<html>');
    expect(page.headers).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': "default-src 'self'",
      etag: '"e1"',
    });
    expect(page.headers).not.toHaveProperty('last-modified');
    expect(await ask('/gone')).toMatchObject({ status: 410, headers: { 'x-a': '1' } });
  });

  it('returns 403 for a missing object, like a bucket without ListBucket', async () => {
    const missing = await ask('/nothing.js');
    expect(missing.status).toBe(403);
    expect(await textOf(missing)).toContain('<Code>AccessDenied</Code>');
  });

  it('applies the same behavior to every spelling of a path', async () => {
    for (const path of [
      '/posters/../media/c1/v1/a b.ts',
      '/%6dedia/c1/v1/a%20b.ts',
      '/x/../media/c1/v1/a%20b.ts',
      '/media/./c1/v1/a%20b.ts',
    ]) {
      expect(await textOf(await ask(path))).toContain('MissingKey');
    }
    for (const path of ['/posters/..%2fmedia/c1/v1/a%20b.ts', '/posters/..%5c..%5cx', '/posters/%00']) {
      expect((await ask(path)).status).toBe(403);
    }
    // Other paths belong to the site, whose pages respond to any path.
    expect(await textOf(await ask('/posters/%2e%2e/%2e%2e/etc/passwd'))).toBe('<html>');
    expect((await ask('/posters/%zz')).status).toBe(400);
    expect(normalizePath('/a/./b/../%63/%2F')).toBe('/a/c/%2F');
  });

  it('forwards to the API what the policies select, and rejects other methods', async () => {
    await ask('/api/x?q=1', {
      method: 'POST',
      headers: { authorization: 'Bearer t', host: 'localhost:4000', cookie: 'a=1', connection: 'close' },
    });
    expect(reached[0]).toMatchObject({
      path: '/api/x',
      query: 'q=1',
      headers: { authorization: 'Bearer t', host: 'a.execute-api.local', cookie: 'a=1', 'x-origin': 'yes' },
    });
    expect(reached[0]?.headers).not.toHaveProperty('connection');
    expect((await ask('/api/x', { method: 'TRACE' })).status).toBe(403);
    expect((await ask('/index.html', { method: 'POST' })).status).toBe(403);
    await make([api({}), behavior(undefined, 'site')]).handle({
      method: 'GET',
      path: '/api/x',
      query: 'q=1',
      headers: { authorization: 'Bearer t', cookie: 'a=1' },
      body: Buffer.alloc(0),
      sourceIp: '::1',
    });
    expect(reached[1]?.headers).not.toHaveProperty('authorization');
    expect(reached[1]).toMatchObject({ query: '' });
    expect(reached[1]?.headers).not.toHaveProperty('cookie');
  });

  it('compresses only suitable responses', async () => {
    const brotli = await ask('/app.js', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      etag: 'W/"e1"',
      'cache-control': 'max-age=31536000, immutable',
    });
    expect(brotliDecompressSync(brotli.body as Buffer).length).toBe(5000);
    const zipped = await ask('/app.js', { headers: { 'accept-encoding': 'br;q=0, gzip' } });
    expect(gunzipSync(zipped.body as Buffer).length).toBe(5000);
    expect((await ask('/app.js', { headers: {} })).headers).not.toHaveProperty('content-encoding');
    expect((await ask('/index.html', { headers: { 'accept-encoding': 'br' } })).headers).not.toHaveProperty(
      'content-encoding',
    );
    expect((await ask('/app.js', { headers: { 'if-none-match': 'W/"e1"' } })).status).toBe(304);
  });

  it('serves ranges', async () => {
    const part = await ask('/app.js', { headers: { range: 'bytes=10-19' } });
    expect(part).toMatchObject({
      status: 206,
      headers: { 'content-range': 'bytes 10-19/5000', 'content-length': '10' },
    });
    expect((await textOf(part)).length).toBe(10);
    expect((await ask('/app.js', { headers: { range: 'bytes=9000-' } })).status).toBe(416);
    expect((await ask('/app.js', { method: 'HEAD' })).body).toBeUndefined();
    expect([
      parseRange('bytes=-5', 10),
      parseRange('bytes=2-', 10),
      parseRange('bytes=5-2', 10),
      parseRange('bytes=0-1,3-4', 10),
      parseRange('bytes=-0', 10),
    ]).toEqual([{ start: 5, end: 9 }, { start: 2, end: 9 }, undefined, undefined, 'bad']);
  });
});

describe('signed media', () => {
  const path = '/media/c1/v1/a%20b.ts';
  const later = new Date(start + 3600_000).toISOString();
  const policy = (
    resource: string,
    condition: Record<string, unknown> = { DateLessThan: { 'AWS:EpochTime': start / 1000 + 3600 } },
  ): string => JSON.stringify({ Statement: [{ Resource: resource, Condition: condition }] });
  const cookies = (text: string, keyPairId = 'K1'): string =>
    Object.entries(getSignedCookies({ keyPairId, privateKey, policy: text }))
      .map(([name, value]) => `${name}=${String(value)}`)
      .join('; ');
  const withCookie = async (cookie: string, requestedPath = path): Promise<[number, string]> => {
    const response = await ask(requestedPath, { headers: { cookie } });
    return [response.status, await textOf(response)];
  };
  const good = cookies(policy(`${site}/media/c1/v1/*`));

  it('allows what the policy names, and nothing else', async () => {
    expect(await withCookie(good)).toEqual([200, '0123456789']);
    expect((await withCookie(good, '/media/c2/v1/x.ts'))[1]).toContain('AccessDenied');
    expect((await withCookie(''))[1]).toContain('MissingKey');
    expect((await withCookie(good.replace('K1', 'K2')))[1]).toContain('InvalidKey');
    expect((await withCookie(cookies(policy('http://elsewhere/media/c1/v1/*'))))[0]).toBe(403);
    expect((await withCookie(cookies(policy(`${site}/media/c1/v?/a%20b.ts`))))[0]).toBe(200);
  });

  it('denies changed policies and signatures', async () => {
    const wide = Buffer.from(policy('*'))
      .toString('base64')
      .replaceAll('+', '-')
      .replaceAll('=', '_')
      .replaceAll('/', '~');
    expect((await withCookie(good.replace(/CloudFront-Policy=[^;]+/, `CloudFront-Policy=${wide}`)))[1]).toContain(
      'AccessDenied',
    );
    expect((await withCookie(good.replace(/CloudFront-Policy=[^;]+/, 'CloudFront-Policy=eA__')))[1]).toContain(
      'MalformedPolicy',
    );
    expect((await withCookie(good.replace(/CloudFront-Signature=[^;]+/, 'CloudFront-Signature=AAAA')))[1]).toContain(
      'AccessDenied',
    );
  });

  it('enforces times and addresses', async () => {
    const at = (name: string, offset: number): Record<string, unknown> => ({
      [name]: { 'AWS:EpochTime': start / 1000 + offset },
    });
    expect((await withCookie(cookies(policy('*', at('DateLessThan', 0)))))[0]).toBe(403);
    expect(
      (await withCookie(cookies(policy('*', { ...at('DateLessThan', 60), ...at('DateGreaterThan', 30) }))))[0],
    ).toBe(403);
    expect(
      (
        await withCookie(
          cookies(policy('*', { ...at('DateLessThan', 60), IpAddress: { 'AWS:SourceIp': '10.0.0.0/8' } })),
        )
      )[0],
    ).toBe(403);
    expect(
      (
        await withCookie(
          cookies(policy('*', { ...at('DateLessThan', 60), IpAddress: { 'AWS:SourceIp': '127.0.0.0/8' } })),
        )
      )[0],
    ).toBe(200);
    expect((await withCookie(cookies(policy('*', {}))))[0]).toBe(403);
  });

  it('accepts signed URLs and canned policies', async () => {
    const { search } = new URL(getSignedUrl({ url: site + path, keyPairId: 'K1', privateKey, dateLessThan: later }));
    expect((await ask(path + search)).status).toBe(200);
    expect((await ask(`/media/c1/v1/other.ts${search}`)).status).toBe(403);
    const canned = Object.entries(
      getSignedCookies({ url: site + path, keyPairId: 'K1', privateKey, dateLessThan: later }),
    )
      .map(([name, value]) => `${name}=${String(value)}`)
      .join('; ');
    expect(canned).toContain('CloudFront-Expires');
    expect((await withCookie(canned))[0]).toBe(200);
    await clock.advance(3600_000);
    expect((await withCookie(canned))[0]).toBe(403);
    expect((await withCookie(good))[0]).toBe(403);
  });

  it('serves posters without a signature', async () => {
    expect((await ask('/posters/c1/card.jpg')).status).toBe(200);
  });
});
