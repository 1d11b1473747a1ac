import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { newAccountRights } from '../../../lambdas/domain/accounts/actor.ts';
import { headersFor, openApi, type Api } from '../../support/api.ts';
import { startLocalStack, type LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator, type Operator } from '../../support/stack/operator.ts';
import { openAccounts, type Accounts, type Person } from '../../support/stack/sign-in.ts';

let stack: LocalStack;
let accounts: Accounts;
let operator: Operator;
let api: Api;
let admin: Person;
let listener: Person;
let broken: Person;

beforeAll(async () => {
  // A cloud of its own: this file stores an invalid item, which workers retry.
  stack = await startLocalStack();
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  operator = openOperator(stack);
  [admin, listener, broken] = await Promise.all([
    accounts.demo('admin'),
    accounts.demo('listener'),
    accounts.newcomer(),
  ]);
  await operator.put({ ...rightsEntity.toItem(newAccountRights(broken.id)), role: 'emperor' });
});
afterAll(async () => {
  api?.close();
  accounts?.close();
  operator?.close();
  await stack?.stop();
});

const directives = (policy: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    policy
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  );

/** Headers that every response has. */
const expectSecurityHeaders = (headers: IncomingHttpHeaders): void => {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  });
  expect(directives(String(headers['content-security-policy']))['frame-ancestors']).toEqual(["'none'"]);
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) expect(headers[name]).toBeUndefined();
};

describe('a page', () => {
  it.each(['/', '/index.html', '/auth', '/streaming', '/admin/content', '/no/such/page'])(
    '%s runs only scripts of its own origin',
    async (path) => {
      const { status, headers, text } = await api.send(path);
      expect([status, headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
      expectSecurityHeaders(headers);
      const policy = directives(String(headers['content-security-policy']));
      expect(policy).toMatchObject({
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
      });
      expect(JSON.stringify(policy)).not.toMatch(/unsafe-eval|\*/);
      for (const [name, values] of Object.entries(policy))
        expect([name, values.includes("'unsafe-inline'")]).toEqual([name, name === 'style-src']);
      expect([...text.matchAll(/<script(?![^>]*\ssrc=)/g)]).toEqual([]);
      expect(text).not.toMatch(/\son\w+=/);
      expect(headers['cache-control']).toBe('no-cache');
    },
  );

  it('has the same headers on the files it loads', async () => {
    const page = (await api.send('/')).text;
    const loaded = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '');
    expect(loaded.length).toBeGreaterThan(0);
    for (const path of [...loaded, '/config.json', '/no-such-file.js', '/assets/no-such-file.css'])
      expectSecurityHeaders((await api.send(path)).headers);
  });
});

it('the service worker is a script for the whole site that browsers ask for again', async () => {
  const { status, headers, text } = await api.send('/sw.js');
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    expect.stringContaining('javascript'),
    'no-cache',
  ]);
  expectSecurityHeaders(headers);
  // At the root, its scope is the whole site without a header. The page's release is the worker's.
  const release = /data-release="(\w+)"/.exec((await api.send('/')).text)?.[1] ?? 'none';
  expect(text).toContain(release);
});

describe('an API response', () => {
  const cases: readonly (readonly [number, string, () => ReturnType<Api['send']>])[] = [
    [200, 'the profile', () => api.request('account.get-me', {}, listener.token)],
    [200, 'the API description', () => api.request('docs.get-openapi')],
    [201, 'a category', () => api.request('catalog.create-category', { body: { name: 'Headers' } }, admin.token)],
    [400, 'an invalid body', () => api.request('account.update-me', { body: {} }, listener.token)],
    [
      400,
      'not JSON',
      () => api.send('/api/me', { method: 'PATCH', body: '{', headers: headersFor(listener.token, true) }),
    ],
    [
      400,
      'an invalid path, at the gateway',
      () => api.send('/api/content/%zz', { headers: headersFor(listener.token, false) }),
    ],
    [
      404,
      'a method without a route',
      () => api.send('/api/me', { method: 'DELETE', headers: headersFor(listener.token, false) }),
    ],
    [404, 'an OPTIONS request', () => api.send('/api/me', { method: 'OPTIONS' })],
    [401, 'no token, at the gateway', () => api.request('account.get-me')],
    [401, 'no token, in the function', () => api.request('catalog.list-content')],
    [403, 'a listener', () => api.request('catalog.list-creators', {}, listener.token)],
    [
      404,
      'no such content',
      () => api.request('catalog.get-content', { params: { id: 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV' } }, listener.token),
    ],
    [404, 'no such route', () => api.send('/api/no/such/route')],
    [
      409,
      'a duplicate category',
      () => api.request('catalog.create-category', { body: { name: 'Headers' } }, admin.token),
    ],
    [
      413,
      'a huge body',
      () =>
        api.send('/api/me', {
          method: 'PATCH',
          body: Buffer.alloc(10 * 2 ** 20 + 1, 32),
          headers: headersFor(listener.token, true),
        }),
    ],
    [
      415,
      'an unsupported file',
      () =>
        api.request('uploads.s3-upload-url', { body: { fileName: 'a.exe', fileType: '', fileSize: 1 } }, admin.token),
    ],
    [500, 'an internal error', () => api.request('account.get-me', {}, broken.token)],
  ];

  it.each(cases)('%d (%s) is safe to show in a browser and is not cached', async (expected, what, send) => {
    const { status, headers, text } = await send();
    expect(status).toBe(expected);
    expectSecurityHeaders(headers);
    expect(directives(String(headers['content-security-policy']))['default-src']).toEqual(["'none'"]);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['content-type']).toMatch(/^application\/(problem\+)?json$/);
    // The gateway's own responses lack this header. The API description is the only public response.
    if (!text.startsWith('{"message"'))
      expect(headers['cache-control']).toBe(what === 'the API description' ? 'public, max-age=300' : 'no-store');
    expect(text).not.toMatch(/at \w+ \(|node_modules|\.ts:|\.mjs:|emperor|arn:aws|127\.0\.0\.1/);
  });

  it('reveals nothing about an internal error except its request ID', async () => {
    const { text } = await api.request('account.get-me', {}, broken.token);
    expect(JSON.parse(text)).toEqual({
      code: 'internal_error',
      title: 'Something went wrong on our side',
      status: 500,
      requestId: expect.any(String),
    });
  });

  it('is not readable for pages of another origin', async () => {
    for (const origin of ['http://evil.example', 'null', 'http://localhost:1']) {
      const plain = await api.request('account.get-me', {}, listener.token, { origin });
      const preflight = await api.send('/api/me', {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization',
        },
      });
      for (const { headers } of [plain, preflight])
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

it.each(['TRACE', 'PROPFIND', 'LINK'])('a rejected method (%s) has the same headers', async (method) => {
  for (const path of ['/', '/api/me', '/media/x/y', '/posters/x/y.jpg']) {
    const { status, headers } = await api.send(path, { method });
    expect([path, status]).toEqual([path, 403]);
    expectSecurityHeaders(headers);
  }
});

it.each([
  '/media/cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV/v/480/index.m3u8',
  '/posters/cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV/v/poster.jpg',
  '/media/',
  '/posters/',
])('a denied file (%s) has the same headers', async (path) => {
  const { status, headers } = await api.send(path);
  expect(status).toBe(403);
  expectSecurityHeaders(headers);
});

it("the console of the local stack accepts requests only from this machine's own pages", async () => {
  for (const path of ['/_local/mail', '/_local/database', '/_local/health', '/_local/invoke/sweeper']) {
    for (const headers of [
      { host: 'evil.example' },
      { origin: 'http://evil.example' },
      { host: 'localhost.evil.example' },
      { origin: 'null' },
    ] as const) {
      const { status } = await api.send(path, {
        method: path.includes('invoke') ? 'POST' : 'GET',
        headers: { ...headers },
      });
      expect([path, headers, status]).toEqual([path, headers, 403]);
    }
  }
});

it('the template makes browsers require TLS for a year, on every path', () => {
  const { Resources } = JSON.parse(readFileSync(join(stack.dataFolder, 'cdk.out', 'Web.template.json'), 'utf8')) as {
    Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
  };
  const ofType = (type: string) => Object.entries(Resources).filter(([, resource]) => resource.Type === type);
  const policies = ofType('AWS::CloudFront::ResponseHeadersPolicy');
  for (const [, { Properties }] of policies) {
    expect(Properties).toMatchObject({
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: {
          StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, IncludeSubdomains: true, Override: true },
        },
      },
    });
  }
  const [[, distribution] = ['', undefined]] = ofType('AWS::CloudFront::Distribution');
  const { DefaultCacheBehavior, CacheBehaviors } = (distribution?.Properties['DistributionConfig'] ?? {}) as {
    DefaultCacheBehavior: object;
    CacheBehaviors: readonly object[];
  };
  const known = policies.map(([Ref]) => ({ Ref }));
  for (const behavior of [DefaultCacheBehavior, ...CacheBehaviors]) {
    const { ResponseHeadersPolicyId, ViewerProtocolPolicy } = behavior as Record<string, unknown>;
    expect(known).toContainEqual(ResponseHeadersPolicyId);
    expect(['redirect-to-https', 'https-only']).toContain(ViewerProtocolPolicy);
  }
});
