import { request as httpRequest } from 'node:http';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { OTHER, PRINCIPAL, startS3 } from './s3-support.ts';
import type { RunningS3 } from './s3-support.ts';

const Bucket = 'media';
const ORIGIN = 'http://localhost:4000';

let s3: RunningS3;
beforeEach(async () => {
  s3 = await startS3();
  await s3.engine().writeObject(Bucket, 'there', 'content');
});
afterEach(() => s3.stop());

const presigner = (config = {}) =>
  s3.client({ endpoint: s3.publicEndpoint, requestChecksumCalculation: 'WHEN_REQUIRED', ...config });
const putUrl = (
  input: Partial<ConstructorParameters<typeof PutObjectCommand>[0]> = {},
  signed: string[] = [],
  config = {},
) =>
  getSignedUrl(presigner(config), new PutObjectCommand({ Bucket, Key: 'up/ä b+c', ...input }), {
    expiresIn: 60,
    signableHeaders: new Set(signed),
  });
const code = async (answer: Response): Promise<[number, string | undefined]> => [
  answer.status,
  /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1],
];

describe('presigned requests on the public port', () => {
  test('accepts a PUT with signed type and length', async () => {
    const url = await putUrl({ ContentType: 'video/mp4', ContentLength: 4 }, ['content-type', 'content-length']);
    expect(url).not.toContain('x-amz-checksum');
    const answer = await fetch(url, { method: 'PUT', body: 'data', headers: { 'content-type': 'video/mp4' } });
    expect(answer.status).toBe(200);
    expect(s3.engine().statObject(Bucket, 'up/ä b+c')).toMatchObject({ size: 4, contentType: 'video/mp4' });
  });

  test('rejects another type, length, method, key or query', async () => {
    const url = await putUrl({ ContentType: 'video/mp4', ContentLength: 4 }, ['content-type', 'content-length']);
    const type = { 'content-type': 'video/mp4' };
    const tries = [
      [url, { method: 'PUT', body: 'data', headers: { 'content-type': 'text/html' } }],
      [url, { method: 'PUT', body: 'longer', headers: type }],
      [url, { method: 'GET', headers: type }],
      [url, { method: 'DELETE', headers: type }],
      [url.replace('/up/', '/other/'), { method: 'PUT', body: 'data', headers: type }],
      [`${url}&versionId=null`, { method: 'PUT', body: 'data', headers: type }],
      [url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'), { method: 'PUT', body: 'data', headers: type }],
      [url.replace(/Signature=..../, 'Signature=0000'), { method: 'PUT', body: 'data', headers: type }],
    ] as const;
    for (const [target, init] of tries)
      expect(await code(await fetch(target, init))).toEqual([403, 'SignatureDoesNotMatch']);
    const unsigned = await fetch(url, { method: 'PUT', body: 'data', headers: { ...type, 'x-amz-meta-a': 'b' } });
    expect(await code(unsigned)).toEqual([403, 'AccessDenied']);
    expect(s3.engine().statObject(Bucket, 'up/ä b+c')).toBeUndefined();
  });

  test('expires a URL by the clock', async () => {
    const url = await putUrl();
    await s3.clock.advance(59_000);
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(200);
    await s3.clock.advance(3000);
    const late = await fetch(url, { method: 'PUT', body: 'x' });
    const body = await late.text();
    expect([late.status, body]).toEqual([
      403,
      expect.stringContaining('<Code>AccessDenied</Code><Message>Request has expired</Message>'),
    ]);
  });

  test('rejects unknown keys, wrong secrets, and malformed or missing signatures', async () => {
    const unknown = await putUrl({}, [], { credentials: { accessKeyId: 'NOBODY', secretAccessKey: 'x' } });
    expect(await code(await fetch(unknown, { method: 'PUT', body: 'x' }))).toEqual([403, 'InvalidAccessKeyId']);
    const wrong = await putUrl({}, [], { credentials: { ...PRINCIPAL, secretAccessKey: 'guess' } });
    expect(await code(await fetch(wrong, { method: 'PUT', body: 'x' }))).toEqual([403, 'SignatureDoesNotMatch']);
    const url = await putUrl();
    for (const [from, to] of [
      ['X-Amz-Expires=60', 'X-Amz-Expires=604801'],
      ['X-Amz-Expires=60', 'X-Amz-Expires=-1'],
      ['%2Fs3%2F', '%2Fsqs%2F'],
      [/X-Amz-Date=\w+/, 'X-Amz-Date=now'],
    ] as const) {
      expect(await code(await fetch(url.replace(from, to), { method: 'PUT', body: 'x' }))).toEqual([
        400,
        'AuthorizationQueryParametersError',
      ]);
    }
    const bare = `${s3.publicEndpoint}/${Bucket}/there`;
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(await code(await fetch(bare, { method }))).toEqual([403, 'AccessDenied']);
    expect(await code(await fetch(`${s3.endpoint}/${Bucket}/there`))).toEqual([403, 'AccessDenied']);
    expect(await code(await fetch(`${s3.publicEndpoint}/${Bucket}/%ff`))).toEqual([400, 'InvalidURI']);
  });

  test('accepts header signatures on the internal port only', async () => {
    const get = new GetObjectCommand({ Bucket, Key: 'there' });
    await expect(presigner().send(get)).rejects.toMatchObject({ name: 'AccessDenied' });
    expect((await s3.client().send(get)).ContentLength).toBe(7);
    await expect(
      s3.client({ credentials: { ...PRINCIPAL, secretAccessKey: 'guess' } }).send(get),
    ).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    await expect(
      s3.client({ credentials: { accessKeyId: 'NOBODY', secretAccessKey: 'x' } }).send(get),
    ).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
    for (const systemClockOffset of [-901_000, 901_000]) {
      await expect(s3.client({ systemClockOffset, maxAttempts: 1 }).send(get)).rejects.toMatchObject({
        name: 'RequestTimeTooSkewed',
        MaxAllowedSkewMilliseconds: '900000',
      });
    }
  });

  test('rejects a body when a default presigner signed the checksum of an empty one, as on AWS', async () => {
    const url = await putUrl({}, [], { requestChecksumCalculation: 'WHEN_SUPPORTED' });
    expect(url).toContain('x-amz-checksum-crc32');
    expect(await code(await fetch(url, { method: 'PUT', body: 'data' }))).toEqual([400, 'BadDigest']);
  });

  test('serves a presigned GET with overridden headers', async () => {
    const url = await getSignedUrl(
      presigner(),
      new GetObjectCommand({ Bucket, Key: 'there', ResponseContentDisposition: 'attachment; filename="x.txt"' }),
    );
    const answer = await fetch(url, { headers: { range: 'bytes=0-2' } });
    expect([answer.status, answer.headers.get('content-disposition'), await answer.text()]).toEqual([
      206,
      'attachment; filename="x.txt"',
      'con',
    ]);
  });

  test('takes dot segments of a raw path as part of the key, not of a file path', async () => {
    const url = new URL(s3.publicEndpoint);
    const status = await new Promise((resolve) => {
      httpRequest({ host: url.hostname, port: url.port, path: `/${Bucket}/../../../../etc/passwd` }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).end();
    });
    expect(status).toBe(403);
  });
});

describe('CORS', () => {
  const preflight = (headers: Record<string, string>, bucket = Bucket) =>
    fetch(`${s3.publicEndpoint}/${bucket}/up`, { method: 'OPTIONS', headers });

  test('allows a preflight that matches a rule', async () => {
    const answer = await preflight({
      origin: ORIGIN,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'Content-Type, x-amz-meta-a',
    });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'PUT, GET',
      'access-control-allow-headers': 'content-type, x-amz-meta-a',
      'access-control-expose-headers': 'ETag, x-amz-checksum-crc32',
      'access-control-max-age': '3000',
    });
    expect((await preflight({ origin: 'https://a.example.org', 'access-control-request-method': 'GET' })).status).toBe(
      200,
    );
  });

  test('denies a preflight that matches no rule', async () => {
    const method = { 'access-control-request-method': 'PUT' };
    expect(await code(await preflight({ origin: 'http://evil.example', ...method }))).toEqual([403, 'AccessForbidden']);
    expect(await code(await preflight({ origin: ORIGIN, 'access-control-request-method': 'DELETE' }))).toEqual([
      403,
      'AccessForbidden',
    ]);
    expect(await code(await preflight({ origin: ORIGIN, ...method }, 'plain'))).toEqual([403, 'AccessForbidden']);
    expect(await code(await preflight({ origin: ORIGIN, ...method }, 'nowhere'))).toEqual([403, 'AccessForbidden']);
    expect(await code(await preflight(method))).toEqual([400, 'BadRequest']);
  });

  test('adds the headers to answers and errors for an allowed origin only', async () => {
    const url = await putUrl();
    const send = (origin: string, target = url) => fetch(target, { method: 'PUT', body: 'x', headers: { origin } });
    const allowed = await send(ORIGIN);
    expect([
      allowed.status,
      allowed.headers.get('access-control-allow-origin'),
      allowed.headers.get('access-control-expose-headers'),
    ]).toEqual([200, ORIGIN, 'ETag, x-amz-checksum-crc32']);
    const rejected = await send(ORIGIN, url.replace(/Signature=..../, 'Signature=0000'));
    expect([rejected.status, rejected.headers.get('access-control-allow-origin')]).toEqual([403, ORIGIN]);
    expect((await send('http://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('policies', () => {
  test("authorize each request with its signer's permissions, presigned or not", async () => {
    await s3.stop();
    const authorized: string[] = [];
    s3 = await startS3({
      authorize(caller, action, resource) {
        authorized.push(`${caller.name} ${action} ${resource}`);
        if (
          caller.name !== 'other' ||
          action === 's3:GetObject' ||
          (action === 's3:DeleteObject' && resource.endsWith('/mine'))
        )
          return undefined;
        return `${caller.name} may not ${action}`;
      },
    });
    const other = s3.client({ credentials: OTHER });
    await s3.engine().writeObject(Bucket, 'there', 'content');
    expect((await other.send(new GetObjectCommand({ Bucket, Key: 'there' }))).ContentLength).toBe(7);
    await expect(other.send(new PutObjectCommand({ Bucket, Key: 'x', Body: 'x' }))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    await expect(
      other.send(new CopyObjectCommand({ Bucket, Key: 'x', CopySource: `${Bucket}/there` })),
    ).rejects.toMatchObject({ name: 'AccessDenied' });
    await expect(other.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject({ name: 'AccessDenied' });
    // A caller that may not list the bucket does not learn that a key is missing.
    await expect(other.send(new GetObjectCommand({ Bucket, Key: 'missing' }))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    const { Deleted, Errors } = await other.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: 'mine' }, { Key: 'there' }] } }),
    );
    expect([Deleted?.map(({ Key }) => Key), Errors?.map(({ Key, Code }) => [Key, Code])]).toEqual([
      ['mine'],
      [['there', 'AccessDenied']],
    ]);
    const url = await putUrl({}, [], { credentials: OTHER });
    expect(await code(await fetch(url, { method: 'PUT', body: 'x' }))).toEqual([403, 'AccessDenied']);
    await s3.client().send(new CopyObjectCommand({ Bucket, Key: 'x', CopySource: `${Bucket}/there` }));
    expect(authorized).toContain('test s3:GetObject arn:aws:s3:::media/there');
    expect(authorized).toContain('test s3:PutObject arn:aws:s3:::media/x');
  });
});
