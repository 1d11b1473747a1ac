import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { copyFileSync, readFileSync } from 'node:fs';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import fc from 'fast-check';
import { startS3, until } from './s3-support.ts';
import type { RunningS3 } from './s3-support.ts';

let s3: RunningS3;
let client: S3Client;

/** The SDK warns about streams it cannot send again; that is what some tests are about. */
const logger = { debug() {}, info() {}, warn() {}, error() {}, trace() {} };

beforeEach(async () => {
  s3 = await startS3();
  client = s3.client({ logger });
});
afterEach(() => s3.stop());

const put = (Key: string, Body: string | Buffer, Bucket = 'media') =>
  client.send(new PutObjectCommand({ Bucket, Key, Body }));
const text = async (Key: string, Bucket = 'media', VersionId?: string): Promise<string> => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...(VersionId ? { VersionId } : {}) }));
  return (await Body?.transformToString()) ?? '';
};
const keysOf = async (keys: AsyncIterable<string>): Promise<string[]> => {
  const found: string[] = [];
  for await (const key of keys) found.push(key);
  return found;
};
const md5 = (data: string | Buffer) => createHash('md5').update(data).digest('hex');

describe('objects', () => {
  test('what was put comes back with its headers and metadata', async () => {
    const stored = await client.send(
      new PutObjectCommand({
        Bucket: 'media',
        Key: 'a/b.txt',
        Body: 'hello',
        ContentType: 'text/plain',
        CacheControl: 'no-store',
        ContentDisposition: 'inline',
        Metadata: { owner: 'me' },
      }),
    );
    expect(stored.ETag).toBe(`"${md5('hello')}"`);
    expect(stored.VersionId).toMatch(/^[\w.]{32}$/);
    const found = await client.send(new GetObjectCommand({ Bucket: 'media', Key: 'a/b.txt' }));
    expect(await found.Body?.transformToString()).toBe('hello');
    expect(found).toMatchObject({
      ContentType: 'text/plain',
      CacheControl: 'no-store',
      ContentDisposition: 'inline',
      ContentLength: 5,
      Metadata: { owner: 'me' },
      VersionId: stored.VersionId,
      ChecksumCRC32: stored.ChecksumCRC32,
      ChecksumType: 'FULL_OBJECT',
    });
    const head = await client.send(new HeadObjectCommand({ Bucket: 'media', Key: 'a/b.txt' }));
    expect(head).toMatchObject({ ContentLength: 5, ETag: stored.ETag });
  });

  test('an empty object', async () => {
    await put('empty', '');
    expect(await text('empty')).toBe('');
    await expect(
      client.send(new GetObjectCommand({ Bucket: 'media', Key: 'empty', Range: 'bytes=0-0' })),
    ).rejects.toMatchObject({ name: 'InvalidRange' });
  });

  test('a stream body comes with aws-chunked framing, which is taken off and its trailer checked', async () => {
    const data = Buffer.alloc(300_000, 'soundstage');
    const body = Readable.from([data.subarray(0, 100_001), data.subarray(100_001)]);
    const stored = await client.send(
      new PutObjectCommand({ Bucket: 'media', Key: 'stream', Body: body, ContentLength: data.length }),
    );
    expect(stored.ETag).toBe(`"${md5(data)}"`);
    const found = await client.send(new GetObjectCommand({ Bucket: 'media', Key: 'stream' }));
    expect(Buffer.from((await found.Body?.transformToByteArray()) ?? []).equals(data)).toBe(true);
    expect(found.ContentEncoding).toBeUndefined();
  });

  test.each(['CRC32C', 'SHA1', 'SHA256'] as const)('%s checksums are verified and kept', async (ChecksumAlgorithm) => {
    await client.send(new PutObjectCommand({ Bucket: 'media', Key: 'sum', Body: 'sum of it', ChecksumAlgorithm }));
    const head = await client.send(new HeadObjectCommand({ Bucket: 'media', Key: 'sum', ChecksumMode: 'ENABLED' }));
    expect(head[`Checksum${ChecksumAlgorithm}`]).toBeDefined();
    expect(await text('sum')).toBe('sum of it');
  });

  test('wrong digests are refused and leave nothing', async () => {
    const wrong = { Bucket: 'media', Key: 'wrong', Body: 'data' };
    await expect(client.send(new PutObjectCommand({ ...wrong, ChecksumCRC32: 'AAAAAA==' }))).rejects.toMatchObject({
      name: 'BadDigest',
    });
    await expect(
      client.send(new PutObjectCommand({ ...wrong, ContentMD5: createHash('md5').update('x').digest('base64') })),
    ).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(client.send(new PutObjectCommand({ ...wrong, ContentMD5: 'short' }))).rejects.toMatchObject({
      name: 'InvalidDigest',
    });
    await expect(text('wrong')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(s3.files()).toEqual([]);
    expect(s3.events).toEqual([]);
  });

  test('ranges', async () => {
    await put('range', '0123456789');
    const range = async (Range: string) => {
      const found = await client.send(new GetObjectCommand({ Bucket: 'media', Key: 'range', Range }));
      return [found.$metadata.httpStatusCode, await found.Body?.transformToString(), found.ContentRange];
    };
    expect(await range('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10']);
    expect(await range('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await range('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await range('bytes=8-99')).toEqual([206, '89', 'bytes 8-9/10']);
    expect(await range('bytes=0-1,4-5')).toEqual([200, '0123456789', undefined]);
    await expect(range('bytes=10-')).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
  });

  test('conditions of reads', async () => {
    const { ETag } = await put('cond', 'x');
    const get = (input: object) => client.send(new GetObjectCommand({ Bucket: 'media', Key: 'cond', ...input }));
    await expect(get({ IfNoneMatch: ETag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    await expect(get({ IfMatch: '"other"' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect((await get({ IfMatch: ETag, IfNoneMatch: '"other"' })).$metadata.httpStatusCode).toBe(200);
    await expect(get({ IfModifiedSince: new Date(s3.clock.now() + 1000) })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
  });

  test('If-None-Match: * lets one of two writers win', async () => {
    const once = (Body: string) =>
      client.send(new PutObjectCommand({ Bucket: 'media', Key: 'once', Body, IfNoneMatch: '*' }));
    const results = await Promise.allSettled([once('a'), once('b')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(once('c')).rejects.toMatchObject({ name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } });
    await until(() => s3.files().length === 1);
    await client.send(new DeleteObjectCommand({ Bucket: 'media', Key: 'once' }));
    await once('d');
    expect(await text('once')).toBe('d');
  });

  test('response headers may be overridden', async () => {
    await put('file', 'x');
    const found = await client.send(
      new GetObjectCommand({
        Bucket: 'media',
        Key: 'file',
        ResponseContentType: 'video/mp4',
        ResponseContentDisposition: 'attachment; filename="a b.mp4"',
      }),
    );
    expect(found).toMatchObject({ ContentType: 'video/mp4', ContentDisposition: 'attachment; filename="a b.mp4"' });
    await expect(
      client.send(
        new GetObjectCommand({
          Bucket: 'media',
          Key: 'file',
          ResponseContentDisposition: 'attachment; filename="日.mp4"',
        }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidArgument' });
  });

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
  ])('the key %j is taken literally', async (key) => {
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

  test('any key comes back as it was given', async () => {
    const key = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(key, async (name) => {
        await put(name, 'x', 'plain');
        expect((await client.send(new HeadObjectCommand({ Bucket: 'plain', Key: name }))).ContentLength).toBe(1);
      }),
      { numRuns: 60, verbose: 1 },
    );
  });

  test('limits and refusals', async () => {
    await expect(put('k'.repeat(1025), 'x')).rejects.toMatchObject({ name: 'KeyTooLongError' });
    await expect(put('x', 'x', 'nowhere')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    await expect(client.send(new HeadBucketCommand({ Bucket: 'nowhere' }))).rejects.toMatchObject({ name: 'NotFound' });
    await expect(client.send(new GetObjectAclCommand({ Bucket: 'media', Key: 'x' }))).rejects.toMatchObject({
      name: 'NotImplemented',
    });
    await expect(
      client.send(new PutObjectCommand({ Bucket: 'media', Key: 'x', Body: 'x', Tagging: 'a=b' })),
    ).rejects.toMatchObject({ name: 'NotImplemented' });
    const Metadata = { long: 'x'.repeat(2100) };
    await expect(
      client.send(new PutObjectCommand({ Bucket: 'media', Key: 'x', Body: 'x', Metadata })),
    ).rejects.toMatchObject({ name: 'MetadataTooLarge' });
    await expect(
      client.send(
        new PutObjectCommand({
          Bucket: 'media',
          Key: 'big',
          Body: Readable.from(['x']),
          ContentLength: 5 * 1024 ** 3 + 1,
        }),
      ),
    ).rejects.toMatchObject({ name: 'EntityTooLarge' });
    await client.send(new HeadBucketCommand({ Bucket: 'media' }));
    expect((await client.send(new GetBucketLocationCommand({ Bucket: 'media' }))).LocationConstraint).toBeFalsy();
    await until(() => s3.files().length === 0);
  });

  test('copy keeps or replaces attributes, and reads a named version', async () => {
    const first = await client.send(
      new PutObjectCommand({
        Bucket: 'media',
        Key: 'src',
        Body: 'one',
        ContentType: 'text/plain',
        Metadata: { a: '1' },
      }),
    );
    await put('src', 'two');
    const copied = await client.send(
      new CopyObjectCommand({ Bucket: 'media', Key: 'dst', CopySource: `media/src?versionId=${first.VersionId}` }),
    );
    expect(copied).toMatchObject({ CopyObjectResult: { ETag: first.ETag }, CopySourceVersionId: first.VersionId });
    expect(await client.send(new HeadObjectCommand({ Bucket: 'media', Key: 'dst' }))).toMatchObject({
      ContentType: 'text/plain',
      Metadata: { a: '1' },
    });
    await client.send(
      new CopyObjectCommand({
        Bucket: 'media',
        Key: 'dst',
        CopySource: '/media/dst',
        MetadataDirective: 'REPLACE',
        ContentType: 'audio/mpeg',
      }),
    );
    expect(await client.send(new HeadObjectCommand({ Bucket: 'media', Key: 'dst' }))).toMatchObject({
      ContentType: 'audio/mpeg',
      Metadata: {},
    });
    await expect(
      client.send(new CopyObjectCommand({ Bucket: 'media', Key: 'dst', CopySource: 'media/dst' })),
    ).rejects.toMatchObject({ name: 'InvalidRequest' });
    await expect(
      client.send(new CopyObjectCommand({ Bucket: 'media', Key: 'x', CopySource: 'media/none' })),
    ).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(
      client.send(
        new CopyObjectCommand({ Bucket: 'media', Key: 'x', CopySource: 'media/src', CopySourceIfMatch: '"no"' }),
      ),
    ).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect(s3.events.at(-1)).toMatchObject({
      'detail-type': 'Object Created',
      detail: { reason: 'CopyObject', object: { key: 'dst' } },
    });
  });

  test('a connection cut in the middle leaves no object and no file', async () => {
    const plain = s3.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    const url = new URL(await getSignedUrl(plain, new PutObjectCommand({ Bucket: 'media', Key: 'cut' })));
    const socket = connect(s3.port, '127.0.0.1');
    socket.write(
      `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(5000)}`,
    );
    await until(() => s3.files().length === 1);
    socket.destroy();
    await until(() => s3.files().length === 0);

    const cut = new AbortController();
    const waiting = async function* () {
      yield Buffer.alloc(100_000);
      await until(() => s3.files().length === 1);
      cut.abort();
      await new Promise(() => undefined);
    };
    const input = { Bucket: 'media', Key: 'cut', Body: Readable.from(waiting()), ContentLength: 200_000 };
    await expect(client.send(new PutObjectCommand(input), { abortSignal: cut.signal })).rejects.toThrow('aborted');
    await until(() => s3.files().length === 0);

    await expect(text('cut')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(s3.events).toEqual([]);
  });
});

describe('versions', () => {
  test('writes, markers and deletions by version', async () => {
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

  test('a bucket without versions keeps one file per key', async () => {
    expect((await put('k', 'one', 'plain')).VersionId).toBeUndefined();
    await put('k', 'two', 'plain');
    expect(await text('k', 'plain')).toBe('two');
    await s3.restart();
    expect(s3.files()).toHaveLength(1);
    await client.send(new DeleteObjectCommand({ Bucket: 'plain', Key: 'k' }));
    await client.send(new DeleteObjectCommand({ Bucket: 'plain', Key: 'k' }));
    await expect(text('k', 'plain')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  test('events tell what happened, with sequencers that rise over restarts', async () => {
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

describe('from inside', () => {
  test('write, read, stat, list and delete', async () => {
    const engine = s3.engine();
    const written = await engine.writeObject('media', 'in/one.txt', 'text', {
      contentType: 'text/plain',
      cacheControl: 'max-age=1',
      metadata: { a: 'b' },
    });
    await engine.writeObject('media', 'in/two', Readable.from(['a', 'ü']));
    await engine.writeObject('media', 'in/three', { file: engine.objectPath('media', 'in/one.txt') ?? '' });
    const read = await engine.readObject('media', 'in/one.txt', { range: { start: 1, end: 2 } });
    expect(Buffer.concat((await read?.stream.toArray()) as Buffer[]).toString()).toBe('ex');
    expect(read).toMatchObject({
      size: 4,
      contentType: 'text/plain',
      cacheControl: 'max-age=1',
      metadata: { a: 'b' },
      versionId: written.versionId,
      etag: md5('text'),
    });
    expect(engine.statObject('media', 'in/two')).toMatchObject({ size: 3 });
    expect(readFileSync(engine.objectPath('media', 'in/three') ?? '', 'utf8')).toBe('text');
    expect(await keysOf(engine.listKeys('media', 'in/'))).toEqual(['in/one.txt', 'in/three', 'in/two']);
    engine.deleteObject('media', 'in/two');
    expect(engine.statObject('media', 'in/two')).toBeUndefined();
    expect(await engine.readObject('media', 'none')).toBeUndefined();
    await expect(engine.writeObject('nowhere', 'x', 'x')).rejects.toMatchObject({ code: 'NoSuchBucket' });
    expect(s3.events).toHaveLength(4);
  });

  test('a restart finds everything and sweeps what is half done', async () => {
    await put('stay', 'here');
    const path = s3.engine().objectPath('media', 'stay') ?? '';
    copyFileSync(path, path.replace(/[0-9a-f]{2}$/, 'zz'));
    await s3.restart();
    s3.engine().createBucket({ name: 'media', properties: { VersioningConfiguration: { Status: 'Enabled' } } });
    expect(await text('stay')).toBe('here');
    expect(s3.files()).toHaveLength(1);
  });
});
