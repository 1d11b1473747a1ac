import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetBucketLocationCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { putObject, quietLogger, readText, startS3, until } from './s3-support.ts';
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

describe('objects', () => {
  test('returns an object with its headers and metadata', async () => {
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

  test('stores an empty object', async () => {
    await put('empty', '');
    expect(await text('empty')).toBe('');
    await expect(
      client.send(new GetObjectCommand({ Bucket: 'media', Key: 'empty', Range: 'bytes=0-0' })),
    ).rejects.toMatchObject({ name: 'InvalidRange' });
  });

  test('removes the aws-chunked framing of a stream body and checks its trailer', async () => {
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

  test.each(['CRC32C', 'SHA1', 'SHA256'] as const)('verifies and stores %s checksums', async (ChecksumAlgorithm) => {
    await client.send(new PutObjectCommand({ Bucket: 'media', Key: 'sum', Body: 'sum of it', ChecksumAlgorithm }));
    const head = await client.send(new HeadObjectCommand({ Bucket: 'media', Key: 'sum', ChecksumMode: 'ENABLED' }));
    expect(head[`Checksum${ChecksumAlgorithm}`]).toBeDefined();
    expect(await text('sum')).toBe('sum of it');
  });

  test('rejects wrong digests and stores nothing', async () => {
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

  test('serves byte ranges', async () => {
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

  test('evaluates the conditions of a read', async () => {
    const { ETag } = await put('cond', 'x');
    const get = (input: object) => client.send(new GetObjectCommand({ Bucket: 'media', Key: 'cond', ...input }));
    await expect(get({ IfNoneMatch: ETag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
    await expect(get({ IfMatch: '"other"' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect((await get({ IfMatch: ETag, IfNoneMatch: '"other"' })).$metadata.httpStatusCode).toBe(200);
    await expect(get({ IfModifiedSince: new Date(s3.clock.now() + 1000) })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
  });

  test('accepts only one of two writers with If-None-Match: *', async () => {
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

  test('overrides response headers', async () => {
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

  test('enforces limits and rejects unsupported requests', async () => {
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

  test('copies a named version, and keeps or replaces its attributes', async () => {
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

  test('leaves no object and no file when the connection is cut', async () => {
    const plain = s3.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    const url = new URL(await getSignedUrl(plain, new PutObjectCommand({ Bucket: 'media', Key: 'cut' })));
    const socket = connect(s3.port, '127.0.0.1');
    socket.write(
      `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 100000\r\n\r\n` +
        'x'.repeat(5000),
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
