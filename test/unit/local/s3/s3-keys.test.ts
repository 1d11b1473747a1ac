import { CopyObjectCommand, DeleteObjectsCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import fc from '../../../support/setup/fast-check.ts';
import { putObject, quietLogger, readText, startS3 } from './s3-support.ts';
import type { RunningS3 } from './s3-support.ts';

let s3: RunningS3;
let client: S3Client;
beforeEach(async () => {
  s3 = await startS3();
  client = s3.client({ logger: quietLogger });
});
afterEach(() => s3.stop());

const put = (Key: string, Body: string | Buffer, Bucket = 'media') => putObject(client, Bucket, Key, Body);
const text = (Key: string, Bucket = 'media', VersionId?: string) => readText(client, Bucket, Key, VersionId);

test.each([
  'a b+c',
  'ünï/日本/🎵',
  '../../etc/passwd',
  'a/../b',
  './x',
  '/lead',
  'a//b',
  'per%cent%2F',
  "q'(!)*~",
  'q?x=1&y#z',
  '<&>"',
  'back\\slash',
  ' pad ',
  'line\r\nbreak',
  '__proto__',
])('takes the key %j literally', async (key) => {
  await put(key, key);
  expect(await text(key)).toBe(key);
  const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: 'media' }));
  expect(Contents?.map(({ Key }) => Key)).toEqual([key]);
  expect(s3.events[0]?.detail).toMatchObject({ object: { key } });
  await client.send(
    new CopyObjectCommand({ Bucket: 'plain', Key: key, CopySource: `media/${encodeURIComponent(key)}` }),
  );
  expect(await text(key, 'plain')).toBe(key);
  const { Deleted, Errors } = await client.send(
    new DeleteObjectsCommand({ Bucket: 'media', Delete: { Objects: [{ Key: key }] } }),
  );
  expect([Deleted?.map(({ Key }) => Key), Errors]).toEqual([[key], undefined]);
  expect(s3.files().every((name) => /^[0-9a-f]{2}\/[0-9a-f]{32}$/.test(name))).toBe(true);
});

test('stores any key unchanged', async () => {
  const key = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(key, async (name) => {
      await put(name, 'x', 'plain');
      expect((await client.send(new HeadObjectCommand({ Bucket: 'plain', Key: name }))).ContentLength).toBe(1);
    }),
    { numRuns: 60, verbose: 1 },
  );
});
