import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { CompletedPart, CreateMultipartUploadCommandInput, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { startS3, until } from './s3-support.ts';
import type { RunningS3 } from './s3-support.ts';

const MIB = 1024 * 1024;
const Bucket = 'media';
const Key = 'uploads/one';

let s3: RunningS3;
let client: S3Client;

beforeEach(async () => {
  s3 = await startS3();
  client = s3.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
});
afterEach(() => s3.stop());

const begin = async (input: Partial<CreateMultipartUploadCommandInput> = {}) => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ...input }));
  return UploadId ?? '';
};
const part = async (UploadId: string, PartNumber: number, Body: Buffer): Promise<CompletedPart> => {
  const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
  return { PartNumber, ETag };
};
const complete = (UploadId: string, Parts: CompletedPart[], extra: object = {}) =>
  client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts }, ...extra }));
const md5 = (data: Buffer) => createHash('md5').update(data).digest();

describe('multipart uploads', () => {
  test('join parts in any upload order into one object with the ETag of AWS, once', async () => {
    const UploadId = await begin({ ContentType: 'video/mp4', Metadata: { a: 'b' } });
    const [one, two] = [Buffer.alloc(5 * MIB, 1), Buffer.from('the end')];
    const second = await part(UploadId, 7, two);
    await part(UploadId, 3, Buffer.from('replaced later'));
    const unused = await part(UploadId, 9, Buffer.from('never listed'));
    await s3.restart();
    const first = await part(UploadId, 3, one);
    expect(unused.ETag).toBeDefined();
    const done = await complete(UploadId, [first, second], { MpuObjectSize: one.length + two.length });
    const etag = `${createHash('md5')
      .update(Buffer.concat([md5(one), md5(two)]))
      .digest('hex')}-2`;
    expect(done).toMatchObject({ ETag: `"${etag}"`, Bucket, Key });
    const found = await client.send(new GetObjectCommand({ Bucket, Key }));
    expect(Buffer.from((await found.Body?.transformToByteArray()) ?? []).equals(Buffer.concat([one, two]))).toBe(true);
    expect(found).toMatchObject({ ContentType: 'video/mp4', Metadata: { a: 'b' }, VersionId: done.VersionId });
    expect(s3.events).toMatchObject([
      {
        'detail-type': 'Object Created',
        detail: {
          reason: 'CompleteMultipartUpload',
          object: { key: Key, etag, size: 5 * MIB + 7, 'version-id': done.VersionId },
        },
      },
    ]);
    await until(() => s3.files().length === 1);
    await expect(complete(UploadId, [first, second])).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(part(UploadId, 1, one)).rejects.toMatchObject({ name: 'NoSuchUpload' });
  });

  test('accept presigned parts, as a browser sends them', async () => {
    const UploadId = await begin();
    const url = await getSignedUrl(client, new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1 }));
    expect(url).not.toContain('x-amz-checksum');
    const answer = await fetch(url, { method: 'PUT', body: 'part one' });
    expect(answer.status).toBe(200);
    await complete(UploadId, [{ PartNumber: 1, ETag: answer.headers.get('etag') ?? '' }]);
    expect(s3.engine().statObject(Bucket, Key)?.size).toBe(8);
  });

  test('reject the same requests as AWS, and can still be completed', async () => {
    const UploadId = await begin();
    const big = await part(UploadId, 1, Buffer.alloc(5 * MIB));
    const small = await part(UploadId, 2, Buffer.alloc(10));
    const last = await part(UploadId, 3, Buffer.alloc(10, 3));
    await expect(complete(UploadId, [big, small, last])).rejects.toMatchObject({ name: 'EntityTooSmall' });
    await expect(complete(UploadId, [last, big])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
    await expect(complete(UploadId, [big, big])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
    await expect(complete(UploadId, [big, { PartNumber: 3, ETag: small.ETag }])).rejects.toMatchObject({
      name: 'InvalidPart',
    });
    await expect(complete(UploadId, [big, { PartNumber: 4, ETag: small.ETag }])).rejects.toMatchObject({
      name: 'InvalidPart',
    });
    await expect(complete(UploadId, [])).rejects.toMatchObject({ name: 'MalformedXML' });
    await expect(complete(UploadId, [big, last], { MpuObjectSize: 1 })).rejects.toMatchObject({
      name: 'InvalidRequest',
    });
    await expect(complete('none', [big])).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(
      client.send(new AbortMultipartUploadCommand({ Bucket, Key: 'other', UploadId })),
    ).rejects.toMatchObject({ name: 'NoSuchUpload' });
    await expect(part(UploadId, 10_001, Buffer.alloc(1))).rejects.toMatchObject({ name: 'InvalidArgument' });
    await expect(part(UploadId, 0, Buffer.alloc(1))).rejects.toMatchObject({ name: 'InvalidArgument' });
    await complete(UploadId, [big, last]);
    expect(s3.engine().statObject(Bucket, Key)?.size).toBe(5 * MIB + 10);
  });

  test('keep an existing object and the upload with If-None-Match: *', async () => {
    const UploadId = await begin();
    const only = await part(UploadId, 1, Buffer.from('new'));
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'old' }));
    await expect(complete(UploadId, [only], { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
    s3.engine().deleteObject(Bucket, Key);
    await complete(UploadId, [only], { IfNoneMatch: '*' });
  });

  test('complete once when several requests arrive together', async () => {
    const UploadId = await begin();
    const only = await part(UploadId, 1, Buffer.alloc(1000));
    const results = await Promise.allSettled([
      complete(UploadId, [only]),
      complete(UploadId, [only]),
      complete(UploadId, [only]),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      results.filter((result) => result.status === 'rejected').map(({ reason }) => (reason as Error).name),
    ).toEqual(['NoSuchUpload', 'NoSuchUpload']);
    expect(s3.events).toHaveLength(1);
  });

  test('are removed with their parts on abort', async () => {
    const UploadId = await begin();
    await part(UploadId, 1, Buffer.alloc(1000));
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    await until(() => s3.files().length === 0);
    await expect(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))).rejects.toMatchObject({
      name: 'NoSuchUpload',
    });
    await expect(client.send(new ListPartsCommand({ Bucket, Key, UploadId }))).rejects.toMatchObject({
      name: 'NoSuchUpload',
    });
  });

  test('page ListParts and ListMultipartUploads', async () => {
    const UploadId = await begin();
    for (const number of [2, 5, 9]) await part(UploadId, number, Buffer.alloc(number));
    const first = await client.send(new ListPartsCommand({ Bucket, Key, UploadId, MaxParts: 2 }));
    expect(first).toMatchObject({ IsTruncated: true, NextPartNumberMarker: '5', MaxParts: 2 });
    expect(first.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [2, 2],
      [5, 5],
    ]);
    const rest = await client.send(new ListPartsCommand({ Bucket, Key, UploadId, PartNumberMarker: '5' }));
    expect([rest.IsTruncated, rest.Parts?.map(({ PartNumber }) => PartNumber)]).toEqual([false, [9]]);

    const second = await begin();
    const other = await begin({ Key: 'other' });
    const seen: (string | undefined)[] = [];
    let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
    for (;;) {
      const page = await client.send(new ListMultipartUploadsCommand({ Bucket, MaxUploads: 1, ...marker }));
      seen.push(...(page.Uploads ?? []).map((upload) => upload.UploadId));
      if (!page.IsTruncated) break;
      marker = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
    expect(seen[0]).toBe(other);
    expect(seen.slice(1).sort()).toEqual([UploadId, second].sort());
    const prefixed = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'uploads/' }));
    expect(prefixed.Uploads).toHaveLength(2);
  });

  test('copy parts from ranges of an object', async () => {
    await client.send(
      new PutObjectCommand({
        Bucket,
        Key: 'src',
        Body: Buffer.concat([Buffer.alloc(5 * MIB, 1), Buffer.from('tail')]),
      }),
    );
    const UploadId = await begin();
    const copy = async (PartNumber: number, CopySourceRange: string): Promise<CompletedPart> => {
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({ Bucket, Key, UploadId, PartNumber, CopySource: `${Bucket}/src`, CopySourceRange }),
      );
      return { PartNumber, ETag: CopyPartResult?.ETag };
    };
    await expect(copy(1, `bytes=0-${6 * MIB}`)).rejects.toMatchObject({ name: 'InvalidArgument' });
    await complete(UploadId, [
      await copy(1, `bytes=0-${5 * MIB - 1}`),
      await copy(2, `bytes=${5 * MIB}-${5 * MIB + 3}`),
    ]);
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range: 'bytes=-4' }));
    expect(await Body?.transformToString()).toBe('tail');
  });
});

describe('checksums of multipart uploads', () => {
  test('are required for each part; the object has their composite', async () => {
    const checked = s3.client();
    const { UploadId } = await checked.send(
      new CreateMultipartUploadCommand({ Bucket, Key, ChecksumAlgorithm: 'CRC32' }),
    );
    const { ETag, ChecksumCRC32 } = await checked.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'sum' }),
    );
    expect(ChecksumCRC32).toBeDefined();
    const finish = (part: CompletedPart) =>
      checked.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: [part] } }));
    await expect(finish({ PartNumber: 1, ETag })).rejects.toMatchObject({ name: 'InvalidRequest' });
    await expect(finish({ PartNumber: 1, ETag, ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({
      name: 'InvalidPart',
    });
    const done = await finish({ PartNumber: 1, ETag, ChecksumCRC32 });
    expect(done).toMatchObject({ ChecksumCRC32: expect.stringMatching(/-1$/) as string, ChecksumType: 'COMPOSITE' });
    const found = await checked.send(new GetObjectCommand({ Bucket, Key }));
    expect(await found.Body?.transformToString()).toBe('sum');
  });

  test('are required for a part when its upload has an algorithm, as on AWS', async () => {
    const UploadId = await begin({ ChecksumAlgorithm: 'SHA256' });
    await expect(part(UploadId, 1, Buffer.from('x'))).rejects.toMatchObject({
      name: 'InvalidRequest',
      message: expect.stringContaining('Checksum Type mismatch') as string,
    });
    await until(() => s3.files().length === 0);
  });

  test('of the default client are accepted when the upload has no algorithm', async () => {
    const checked = s3.client();
    const UploadId = await begin();
    const { ETag, ChecksumCRC32 } = await checked.send(
      new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'sum' }),
    );
    expect(ChecksumCRC32).toBeDefined();
    await complete(UploadId, [{ PartNumber: 1, ETag, ChecksumCRC32 }]);
    expect(s3.engine().statObject(Bucket, Key)?.size).toBe(3);
  });

  test('of the full object are verified and stored', async () => {
    const UploadId = await begin({ ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
    const data = [Buffer.alloc(5 * MIB, 7), Buffer.from('rest')] as const;
    const parts = [await part(UploadId, 1, data[0]), await part(UploadId, 2, data[1])];
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(Buffer.concat(data)));
    await expect(
      complete(UploadId, parts, { ChecksumCRC32: 'AAAAAA==', ChecksumType: 'FULL_OBJECT' }),
    ).rejects.toMatchObject({ name: 'BadDigest' });
    const done = await complete(UploadId, parts, {
      ChecksumCRC32: sum.toString('base64'),
      ChecksumType: 'FULL_OBJECT',
    });
    expect(done.ChecksumCRC32).toBe(sum.toString('base64'));
    expect(await client.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }))).toMatchObject({
      ChecksumCRC32: sum.toString('base64'),
      ChecksumType: 'FULL_OBJECT',
    });
  });
});
