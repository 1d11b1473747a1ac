import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createManualClock } from '../../../infra/local/clock.ts';
import type { ObjectReader } from '../../../infra/local/delivery/bucket-origin.ts';
import { createDelivery } from '../../../infra/local/delivery/delivery.ts';
import type { DeliveredRequest } from '../../../infra/local/delivery/delivery-metrics.ts';
import { pathPattern } from '../../../infra/local/delivery/distribution.ts';
import { cacheSeconds } from '../../../infra/local/delivery/edge-cache.ts';
import { managedCachePolicies } from '../../../infra/local/delivery/policies.ts';
import { type Sent, sendResponse, type WebRequest, type WebResponse } from '../../../infra/local/http.ts';

const DAY_MS = 86_400_000;
const LARGE = 1024 * 1024 + 1;

interface Stored {
  readonly body: Buffer;
  readonly version: number;
  readonly cacheControl?: string;
}

const open = () => {
  const clock = createManualClock();
  /** Versions of each key, newest last. */
  const objects = new Map<string, Stored[]>();
  let reads = 0;
  const closed = new Set<string>();
  const find = (key: string, versionId?: string): Stored | undefined => {
    const versions = objects.get(key) ?? [];
    return versionId === undefined ? versions.at(-1) : versions.find(({ version }) => String(version) === versionId);
  };
  const stat: ObjectReader['statObject'] = (_bucket, key, versionId) => {
    const found = find(key, versionId);
    return (
      found && {
        key,
        size: found.body.length,
        contentType: 'text/plain',
        etag: `e${found.version}`,
        versionId: String(found.version),
        lastModified: new Date(0),
        metadata: {},
        ...(found.cacheControl === undefined ? {} : { cacheControl: found.cacheControl }),
      }
    );
  };
  const s3: ObjectReader = {
    statObject: stat,
    async readObject(bucket, key, { range, versionId } = {}) {
      reads += 1;
      const [found, body] = [stat(bucket, key, versionId), find(key, versionId)?.body];
      const { start = 0, end = Infinity } = range ?? {};
      return found && body && { ...found, stream: Readable.from([body.subarray(start, end + 1)]) };
    },
  };
  const requests: DeliveredRequest[] = [];
  const delivery = createDelivery({
    clock,
    s3,
    site: 'http://localhost:4000',
    canRead: (_distribution, _bucket, key) => !closed.has(key),
    gateway: { handle: () => Promise.resolve({ status: 200, headers: {}, body: Buffer.from('{}') }) },
    onRequest: (request) => requests.push(request),
  });
  const optimized = managedCachePolicies.get('658327ea-f89d-4fab-a63d-7e88639e58f6');
  const disabled = managedCachePolicies.get('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
  if (!optimized || !disabled) throw new Error('The policies have other ids');
  const shared = { methods: ['GET', 'HEAD'], compress: true };
  delivery.define({
    id: 'D1',
    domainName: 'd1.cloudfront.net',
    behaviors: [
      {
        ...shared,
        pattern: pathPattern('/api/*'),
        name: '/api/*',
        origin: { kind: 'api', apiId: 'a', host: 'a', path: '', headers: {} },
        cache: disabled,
      },
      { ...shared, origin: { kind: 'bucket', bucket: 'b', path: '' }, cache: optimized },
    ],
  });
  const ask = (path: string, extra: Partial<WebRequest> = {}): Promise<WebResponse> =>
    delivery.handle({
      method: 'GET',
      path,
      query: '',
      headers: {},
      body: Buffer.alloc(0),
      sourceIp: '127.0.0.1',
      ...extra,
    });
  const get = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
    const { status, headers: received, body } = await ask(path, { headers });
    const bytes = body === undefined ? '' : Buffer.isBuffer(body) ? body : await buffer(body);
    const text = bytes.length > 20 ? `${bytes.length} bytes` : String(bytes);
    return `${status} ${String(received['x-cache']).replace(' from cloudfront', '')} ${text}`;
  };
  const put = (path: string, body: string | Buffer, cacheControl?: string): void => {
    const versions = objects.get(path.slice(1)) ?? [];
    const version = (versions.at(-1)?.version ?? 0) + 1;
    const stored = { body: Buffer.from(body), version, ...(cacheControl === undefined ? {} : { cacheControl }) };
    objects.set(path.slice(1), [...versions, stored]);
  };
  return { clock, delivery, objects, closed, requests, ask, get, put, reads: () => reads };
};

describe('the time to live', () => {
  const policy = { min: 1, max: 1000, preset: 100 };
  it.each<[string | undefined, number]>([
    [undefined, 100],
    ['public', 100],
    ['max-age=50', 50],
    ['public, max-age=5000, immutable', 1000],
    ['max-age=0', 1],
    ['max-age=50, s-maxage=70', 70],
    ['no-cache', 1],
    ['private, max-age=50', 1],
    ['No-Store', 1],
  ])('of %s', (cacheControl, seconds) => {
    expect(cacheSeconds(policy, cacheControl)).toBe(seconds);
  });

  it('is none without a minimum for what must not be cached, and never for a policy that caches nothing', () => {
    expect(cacheSeconds({ ...policy, min: 0 }, 'no-cache')).toBe(0);
    expect(cacheSeconds({ min: 0, max: 0, preset: 0 }, 'max-age=50')).toBe(0);
  });
});

describe('the cache of the local edge', () => {
  it('returns what it has until its time ends, and then asks the origin', async () => {
    const { clock, get, put, reads } = open();
    put('/a', 'one', 'max-age=60');
    expect(await get('/a')).toBe('200 Miss one');
    put('/a', 'two', 'max-age=60');
    expect(await get('/a')).toBe('200 Hit one');
    await clock.advance(60_000);
    expect(await get('/a')).toBe('200 Miss two');
    await clock.advance(60_000);
    expect(await get('/a')).toBe('200 RefreshHit two');
    expect(await get('/a')).toBe('200 Hit two');
    expect(reads()).toBe(2);
  });

  it('answers ranges and conditional requests from what it has', async () => {
    const { get, put } = open();
    put('/a', '0123456789');
    expect(await get('/a', { range: 'bytes=2-4' })).toBe('206 Miss 234');
    expect(await get('/a', { range: 'bytes=-2' })).toBe('206 Hit 89');
    expect(await get('/a', { 'if-none-match': '"e1"' })).toBe('304 Hit ');
    expect(await get('/a', { range: 'bytes=20-' })).toMatch(/^416 Error /);
  });

  it('keeps each encoding for itself', async () => {
    const { get, put } = open();
    put('/a', 'x'.repeat(5000));
    expect(await get('/a')).toBe('200 Miss 5000 bytes');
    expect(await get('/a', { 'accept-encoding': 'gzip, br' })).toMatch(/^200 Miss \S+( bytes)?$/);
    expect(await get('/a', { 'accept-encoding': 'gzip' })).toMatch(/^200 Miss /);
    expect(await get('/a', { 'accept-encoding': 'br' })).toMatch(/^200 Hit /);
    expect(await get('/a')).toBe('200 Hit 5000 bytes');
  });

  it('drops what an invalidation names, in every encoding', async () => {
    const { delivery, get, put } = open();
    for (const path of ['/a/1', '/a/2', '/b']) {
      put(path, 'old');
      await get(path);
      await get(path, { 'accept-encoding': 'br' });
      put(path, 'new');
    }
    delivery.invalidate(['/a/*', '/c']);
    expect(await get('/a/1', { 'accept-encoding': 'br' })).toBe('200 Miss new');
    expect([await get('/a/1'), await get('/a/2'), await get('/b')]).toEqual([
      '200 Miss new',
      '200 Miss new',
      '200 Hit old',
    ]);
    delivery.invalidate(['/%62']);
    expect(await get('/b')).toBe('200 Miss new');
  });

  it('reads a large object in the version that it knows, and again once that version was deleted', async () => {
    const { objects, get, put } = open();
    put('/a', Buffer.alloc(LARGE, 'x'));
    expect(await get('/a')).toBe(`200 Miss ${LARGE} bytes`);
    put('/a', Buffer.alloc(LARGE + 1, 'y'));
    expect(await get('/a')).toBe(`200 Hit ${LARGE} bytes`);
    expect(await get('/a', { range: 'bytes=0-2' })).toBe('206 Hit xxx');
    objects.set('a', (objects.get('a') ?? []).slice(1));
    expect(await get('/a')).toBe(`200 Miss ${LARGE + 1} bytes`);
  });

  it('keeps no errors, and asks again when the origin denies an object', async () => {
    const { clock, closed, get, put } = open();
    expect(await get('/a')).toMatch(/^403 Error /);
    put('/a', 'one', 'max-age=60');
    expect(await get('/a')).toBe('200 Miss one');
    closed.add('a');
    expect(await get('/a')).toBe('200 Hit one');
    await clock.advance(DAY_MS);
    expect(await get('/a')).toMatch(/^403 Error /);
  });

  it('drops what was not used for longest when it is full', async () => {
    const { get, put } = open();
    const body = Buffer.alloc(LARGE - 1);
    for (let index = 0; index < 65; index += 1) {
      put(`/${index}`, body);
      await get(`/${index}`);
      await get('/0');
    }
    expect(await get('/0')).toMatch(/^200 Hit /);
    expect(await get('/1')).toMatch(/^200 Miss /);
  });
});

describe('a delivered request', () => {
  it('is reported when it was sent, with what the viewer received', async () => {
    const { ask, put, requests } = open();
    put('/a b', 'one');
    const response = await ask('/a%20b', { method: 'HEAD' });
    expect(requests).toEqual([]);
    response.onSent?.({ bytes: 123, completed: true });
    (await ask('/a%20b')).onSent?.({ bytes: 50, completed: false });
    (await ask('/a%20b')).onSent?.({ bytes: 0, completed: false });
    (await ask('/api/x')).onSent?.({ bytes: 7, completed: true });
    (await ask('/missing')).onSent?.({ bytes: 9, completed: true });
    const of = ({ method, path, pattern, status, bytes, result, isCacheable }: DeliveredRequest) =>
      [method, path, pattern, status, bytes, result, isCacheable].join(' ');
    expect(requests.map(of)).toEqual([
      'HEAD /a%20b * 200 123 Miss true',
      'GET /a%20b * 200 50 Error true',
      'GET /a%20b * 0 0 Error true',
      'GET /api/x /api/* 200 7 Miss false',
      'GET /missing * 403 9 Error true',
    ]);
  });

  describe('over a socket', () => {
    let server: Server;
    const sent = new Map<string, (result: Sent) => void>();
    beforeAll(async () => {
      server = createServer((request, response) => {
        const onSent = sent.get(request.url ?? '');
        const endless = new Readable({ read: () => undefined });
        endless.push(Buffer.alloc(1000));
        const body = request.url === '/endless' ? endless : Buffer.alloc(300_000);
        void sendResponse(response, { status: 200, headers: { 'x-a': 'b' }, body, ...(onSent ? { onSent } : {}) });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => new Promise((resolve) => server.close(resolve)));

    /** Requests a path, leaves after `limit` bytes, and returns what arrived and what was reported. */
    const receive = async (path: string, limit: number): Promise<{ arrived: number; reported: Sent }> => {
      const reported = new Promise<Sent>((resolve) => sent.set(path, resolve));
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      let arrived = 0;
      socket.on('data', (chunk) => {
        arrived += chunk.length;
        if (arrived >= limit) socket.destroy();
      });
      await new Promise((resolve) => socket.once('close', resolve));
      return { arrived, reported: await reported };
    };

    it('counts every byte, headers too', async () => {
      const { arrived, reported } = await receive('/whole', Infinity);
      expect(arrived).toBeGreaterThan(300_000);
      expect(reported).toEqual({ bytes: arrived, completed: true });
    });

    it('reports a viewer who left', async () => {
      const { arrived, reported } = await receive('/endless', 1000);
      expect(reported.completed).toBe(false);
      expect(reported.bytes).toBeGreaterThanOrEqual(arrived);
    });
  });
});
