import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { createFreshIndex } from '../../../lambdas/domain/search/fresh-index.ts';
import { createPackedIndex } from '../../../lambdas/domain/search/packed-index.ts';
import type { SearchHead } from '../../../lambdas/domain/search/head.ts';
import { packDocuments } from '../../../lambdas/domain/search/packing.ts';
import { addChanges, rebuildIndex } from '../../../lambdas/domain/search/update-index.ts';
import { createSearchStore } from '../../../lambdas/platform/storage/search-store.ts';
import { someDocument } from '../../support/search-store.ts';
import { PRINCIPAL, startS3, type RunningS3 } from '../local/s3/s3-support.ts';

const HEAD: SearchHead = { snapshot: 'search/packed/one', count: 0, changes: [], retired: [] };

const before = { ...process.env };
let s3: RunningS3;

beforeEach(async () => {
  s3 = await startS3();
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL: s3.endpoint,
    AWS_ACCESS_KEY_ID: PRINCIPAL.accessKeyId,
    AWS_SECRET_ACCESS_KEY: PRINCIPAL.secretAccessKey,
  });
});
afterEach(async () => {
  process.env = { ...before };
  await s3.stop();
});

describe('the search index in a bucket', () => {
  it('has no head at first, then the written one, and reports it as unchanged by its ETag', async () => {
    const store = createSearchStore('media');
    expect(await store.readHead()).toBeUndefined();
    expect(await store.replaceHead(HEAD, undefined)).toBe(true);
    const found = await store.readHead();
    if (!found || found === 'unchanged') throw new Error('The head was not read');
    expect(found.head).toEqual(HEAD);
    expect(await store.readHead(found.etag)).toBe('unchanged');
    expect(await store.replaceHead({ ...HEAD, count: 1 }, found.etag)).toBe(true);
    expect(await store.readHead(found.etag)).toMatchObject({ head: { count: 1 } });
  });

  it('allows a head to be created once, and to be replaced only with its current ETag', async () => {
    const store = createSearchStore('media');
    expect(await store.replaceHead(HEAD, undefined)).toBe(true);
    expect(await store.replaceHead(HEAD, undefined)).toBe(false);
    expect(await store.replaceHead(HEAD, '"0123456789abcdef0123456789abcdef"')).toBe(false);
    expect(await createSearchStore('media', 'staff').replaceHead(HEAD, '"0123456789abcdef0123456789abcdef"')).toBe(
      false,
    );
  });

  it('keeps the staff index separate', async () => {
    const staff = createSearchStore('media', 'staff');
    const name = await staff.addSnapshot(Buffer.from('packed'));
    expect(name).toMatch(/^search\/staff\/packed\//);
    await staff.replaceHead({ ...HEAD, snapshot: name }, undefined);
    expect(await createSearchStore('media').readHead()).toBeUndefined();
    expect(Buffer.from((await staff.readSnapshot(name)) ?? []).toString()).toBe('packed');
    await staff.removeSnapshots([name]);
    expect(await staff.readSnapshot(name)).toBeUndefined();
  });

  it.each(['', '{"snapshot":', '{"snapshot":1}', 'null'])(
    'fails instead of returning partial results when its head is %j, until it is rebuilt',
    async (text) => {
      const store = createSearchStore('media');
      await new S3Client({ forcePathStyle: true }).send(
        new PutObjectCommand({ Bucket: 'media', Key: 'search/head.json', Body: text }),
      );
      const logged: string[] = [];
      const logger = {
        ...silentLogger,
        error: (_message: string, _fields?: object, error?: unknown) => void logged.push(String(error)),
      };
      const index = createFreshIndex({
        store,
        openPacked: createPackedIndex,
        logger,
        now: Date.now,
        sleep: () => new Promise(() => undefined),
      });
      await expect(index.current()).rejects.toMatchObject({ code: 'unavailable' });
      expect(logged).toEqual([expect.stringContaining('npm run reindex')]);
      const deps = { store, random: Math.random, sleep: async () => undefined };
      const documents = [someDocument({ title: 'Meadow' }), someDocument({ title: 'Meadow at dawn' })];
      const [first] = documents;
      await expect(addChanges(deps, first ? [{ id: first.id, document: first }] : [])).rejects.toThrow(
        'npm run reindex',
      );
      await rebuildIndex(deps, async () => ({ packed: packDocuments(documents), count: 2 }));
      expect((await index.current()).search({ text: 'meadow' })).toHaveLength(2);
      await addChanges(deps, first ? [{ id: first.id, document: null }] : []);
    },
  );

  it('loses no changes of two concurrent writers', async () => {
    const write = async (title: string): Promise<void> => {
      const deps = {
        store: createSearchStore('media'),
        random: Math.random,
        sleep: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms / 10)),
      };
      for (let index = 0; index < 8; index += 1) {
        const document = someDocument({ title: `${title} ${index}` });
        await addChanges(deps, [{ id: document.id, document }]);
      }
    };
    await Promise.all([write('Mine'), write('Yours')]);
    const index = await createFreshIndex({
      openPacked: createPackedIndex,
      store: createSearchStore('media'),
      logger: silentLogger,
      now: Date.now,
      sleep: () => new Promise(() => undefined),
    }).current();
    expect([index.search({ text: 'mine' }).length, index.search({ text: 'yours' }).length]).toEqual([8, 8]);
  });

  it('fails when the bucket does not exist', async () => {
    await expect(createSearchStore('nowhere').readHead()).rejects.toMatchObject({ name: 'NoSuchBucket' });
  });
});

describe('a search function', () => {
  let server: Server;
  let status = 304;
  beforeEach(async () => {
    server = createServer((_request, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    process.env['AWS_ENDPOINT_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    [404, 'finds nothing and logs nothing', 0],
    [403, 'is unavailable and logs an error', 1],
  ])('whose storage returns %s %s', async (answer, _what, lines) => {
    status = answer;
    const logged: string[] = [];
    const logger = { ...silentLogger, error: (message: string) => void logged.push(message) };
    const index = createFreshIndex({
      openPacked: createPackedIndex,
      store: createSearchStore('media', 'staff'),
      logger,
      now: Date.now,
      sleep: () => new Promise(() => undefined),
    });
    await expect(
      index.current().then(
        ({ size }) => size,
        ({ code }: { code: string }) => code,
      ),
    ).resolves.toBe(lines === 0 ? 0 : 'unavailable');
    expect(logged).toHaveLength(lines);
  });
});
