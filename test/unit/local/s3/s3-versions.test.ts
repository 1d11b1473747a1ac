import { createHash } from 'node:crypto';
import { DeleteObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
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
const md5 = (data: string | Buffer) => createHash('md5').update(data).digest('hex');

describe('versions', () => {
  test('support writes, delete markers and deletions by version', async () => {
    const one = await put('v', 'one');
    const two = await put('v', 'two');
    expect(await text('v', 'media', one.VersionId)).toBe('one');
    const marker = await client.send(new DeleteObjectCommand({ Bucket: 'media', Key: 'v' }));
    expect(marker).toMatchObject({ DeleteMarker: true });
    await expect(text('v')).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(text('v', 'media', marker.VersionId)).rejects.toMatchObject({ name: 'MethodNotAllowed' });
    await expect(text('v', 'media', 'x'.repeat(32))).rejects.toMatchObject({ name: 'NoSuchVersion' });
    await expect(text('v', 'media', '../x')).rejects.toMatchObject({ name: 'InvalidArgument' });
    const listed = await client.send(new ListObjectVersionsCommand({ Bucket: 'media', Prefix: 'v' }));
    expect(listed.Versions?.map(({ VersionId, IsLatest }) => [VersionId, IsLatest])).toEqual([
      [two.VersionId, false],
      [one.VersionId, false],
    ]);
    expect(listed.DeleteMarkers?.[0]).toMatchObject({ VersionId: marker.VersionId, IsLatest: true });
    const first = await client.send(new ListObjectVersionsCommand({ Bucket: 'media', MaxKeys: 2 }));
    expect(first).toMatchObject({ IsTruncated: true, NextKeyMarker: 'v', NextVersionIdMarker: two.VersionId });
    const rest = await client.send(
      new ListObjectVersionsCommand({ Bucket: 'media', KeyMarker: 'v', VersionIdMarker: two.VersionId }),
    );
    expect(rest.Versions?.map(({ VersionId }) => VersionId)).toEqual([one.VersionId]);

    await client.send(new DeleteObjectCommand({ Bucket: 'media', Key: 'v', VersionId: marker.VersionId }));
    expect(await text('v')).toBe('two');
    await client.send(new DeleteObjectCommand({ Bucket: 'media', Key: 'v', VersionId: two.VersionId }));
    expect(await text('v')).toBe('one');
    await client.send(new DeleteObjectCommand({ Bucket: 'media', Key: 'v', VersionId: one.VersionId }));
    await s3.restart();
    expect(s3.files()).toEqual([]);
  });

  test('are limited to one file per key in a bucket without versioning', async () => {
    expect((await put('k', 'one', 'plain')).VersionId).toBeUndefined();
    await put('k', 'two', 'plain');
    expect(await text('k', 'plain')).toBe('two');
    await s3.restart();
    expect(s3.files()).toHaveLength(1);
    await client.send(new DeleteObjectCommand({ Bucket: 'plain', Key: 'k' }));
    await client.send(new DeleteObjectCommand({ Bucket: 'plain', Key: 'k' }));
    await expect(text('k', 'plain')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });
});

describe('events', () => {
  test('describe each change, with sequencers that increase across restarts', async () => {
    const stored = await put('e v+ä', 'x');
    await s3.restart();
    await client.send(new DeleteObjectCommand({ Bucket: 'media', Key: 'e v+ä' }));
    await client.send(new DeleteObjectCommand({ Bucket: 'media', Key: 'e v+ä', VersionId: stored.VersionId }));
    await put('quiet', 'x', 'plain');
    expect(s3.events).toHaveLength(3);
    expect(s3.events[0]).toMatchObject({
      version: '0',
      source: 'aws.s3',
      'detail-type': 'Object Created',
      resources: ['arn:aws:s3:::media'],
      detail: {
        version: '0',
        bucket: { name: 'media' },
        object: { key: 'e v+ä', size: 1, etag: md5('x'), 'version-id': stored.VersionId },
        requester: '000000000000',
        'source-ip-address': '127.0.0.1',
        reason: 'PutObject',
      },
    });
    expect(
      s3.events
        .slice(1)
        .map((event) => [event['detail-type'], (event.detail as Record<string, unknown>)['deletion-type']]),
    ).toEqual([
      ['Object Deleted', 'Delete Marker Created'],
      ['Object Deleted', 'Permanently Deleted'],
    ]);
    const sequencers = s3.events.map(({ detail }) => (detail as { object: { sequencer: string } }).object.sequencer);
    expect([...sequencers].sort()).toEqual(sequencers);
    expect(new Set(sequencers).size).toBe(3);
  });
});
