import { StatementSync } from 'node:sqlite';
import { ListObjectsV2Command, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { ListObjectsV2CommandInput, S3Client } from '@aws-sdk/client-s3';
import fc from '../../../support/setup/fast-check.ts';
import { startS3 } from './s3-support.ts';
import type { RunningS3 } from './s3-support.ts';

const Bucket = 'plain';
let s3: RunningS3;
let client: S3Client;
beforeEach(async () => {
  s3 = await startS3();
  client = s3.client();
});
afterEach(() => s3.stop());

const fill = async (keys: readonly string[]) => {
  for (const key of keys) await s3.engine().writeObject(Bucket, key, 'x');
};
const list = async (input: Partial<ListObjectsV2CommandInput> = {}, pageSize = 1000) => {
  const found: string[] = [];
  for await (const page of paginateListObjectsV2({ client, pageSize }, { Bucket, ...input })) {
    const prefixes = (page.CommonPrefixes ?? []).map(({ Prefix }) => `${Prefix} (prefix)`);
    found.push(...(page.Contents ?? []).map(({ Key }) => Key ?? ''), ...prefixes);
    expect(page.KeyCount).toBe((page.Contents?.length ?? 0) + prefixes.length);
  }
  return found;
};
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

test('orders keys by their UTF-8 bytes, unlike JavaScript', async () => {
  const keys = ['b', 'a', 'a/b', 'a b', 'é', '\uffee', '🎵', 'Z', 'a\u0000'];
  await fill(keys);
  expect(await list()).toEqual([...keys].sort(byBytes));
  expect(await list({}, 2)).toEqual([...keys].sort(byBytes));
});

test('supports prefix, delimiter, start-after and max-keys', async () => {
  await fill(['a/1', 'a/2', 'b', 'c/d/1', 'c/e', 'c/e/f', 'ca', 'd']);
  for (const size of [1, 2, 1000]) {
    expect((await list({ Delimiter: '/' }, size)).sort()).toEqual(['a/ (prefix)', 'b', 'c/ (prefix)', 'ca', 'd']);
    expect((await list({ Delimiter: '/', Prefix: 'c/' }, size)).sort()).toEqual([
      'c/d/ (prefix)',
      'c/e',
      'c/e/ (prefix)',
    ]);
    expect(await list({ Prefix: 'c' }, size)).toEqual(['c/d/1', 'c/e', 'c/e/f', 'ca']);
    expect(await list({ StartAfter: 'c/e' }, size)).toEqual(['c/e/f', 'ca', 'd']);
  }
  expect(await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 0 }))).toMatchObject({
    KeyCount: 0,
    IsTruncated: false,
  });
  await expect(client.send(new ListObjectsV2Command({ Bucket, ContinuationToken: 'tampered' }))).rejects.toMatchObject({
    name: 'InvalidArgument',
  });
  expect(
    (await client.send(new ListObjectsV2Command({ Bucket, EncodingType: 'url', Prefix: 'c/d' }))).Contents?.[0]?.Key,
  ).toBe('c/d/1');
});

test('lists the same keys as a plain model, with any page size', async () => {
  const keys = fc.uniqueArray(
    fc.string({ unit: fc.constantFrom('a', 'b', '/', '\u{10ffff}', '\ud7ff'), minLength: 1, maxLength: 5 }),
    { maxLength: 12 },
  );
  const prefix = fc.constantFrom('', 'a', 'a/', '/', '\u{10ffff}');
  let round = 0;
  await fc.assert(
    fc.asyncProperty(keys, prefix, fc.boolean(), fc.integer({ min: 1, max: 4 }), async (some, Prefix, folded, size) => {
      const name = `r${(round += 1)}`;
      s3.engine().createBucket({ name, properties: {} });
      for (const key of some) await s3.engine().writeObject(name, key, '');
      const expected = new Set(
        some
          .filter((key) => key.startsWith(Prefix))
          .map((key) => {
            const cut = folded ? key.indexOf('/', Prefix.length) : -1;
            return cut < 0 ? key : `${key.slice(0, cut + 1)} (prefix)`;
          }),
      );
      const found = await list({ Bucket: name, Prefix, ...(folded ? { Delimiter: '/' } : {}) }, size);
      expect([...found].sort(byBytes)).toEqual([...expected].sort(byBytes));
    }),
    { numRuns: 40, verbose: 1 },
  );
});

test('lists 10,000 objects and their folders without reading more rows than it returns', async () => {
  s3.engine().createBucket({ name: 'many', properties: {} });
  const keys = Array.from(
    { length: 10_000 },
    (_, index) => `k/${String(index % 100).padStart(2, '0')}/${String(index).padStart(5, '0')}`,
  );
  for (let at = 0; at < keys.length; at += 50) {
    await Promise.all(keys.slice(at, at + 50).map((key) => s3.engine().writeObject('many', key, 'x')));
  }
  const read = jest.spyOn(StatementSync.prototype, 'all');
  const rowsRead = (): number => read.mock.results.reduce((sum, { value }) => sum + (value as unknown[]).length, 0);
  expect(await list({ Bucket: 'many' })).toEqual(keys.sort());
  // Ten pages, each of which looks one page further to find out whether it is the last.
  expect(rowsRead()).toBeLessThanOrEqual(2 * 10_000 + 10);
  read.mockClear();
  expect(await list({ Bucket: 'many', Prefix: 'k/', Delimiter: '/' })).toHaveLength(100);
  // A small page for each folder, whose other objects are skipped.
  expect(read.mock.calls.length).toBeLessThanOrEqual(100 + 5);
  expect(rowsRead()).toBeLessThanOrEqual(100 * 16 + 5);
  read.mockRestore();
});
