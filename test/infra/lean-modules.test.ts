import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundleOptions } from '../../infra/build-functions.ts';
import { leanPackages } from '../../infra/lean-packages.ts';
import { repositoryRoot } from '../support/source-tree.ts';

const run = promisify(execFile);

/** Calls that sign, hash and stream, and one that needs event streams. Prints their outcomes. */
const SCRIPT = `
  import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
  import { GetObjectCommand, PutObjectCommand, S3Client, SelectObjectContentCommand } from '@aws-sdk/client-s3';
  const s3 = new S3Client({ forcePathStyle: true, maxAttempts: 1 });
  const outcomes = await Promise.allSettled([
    new DynamoDBClient({}).send(new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } }))
      .then(({ Item }) => Item),
    s3.send(new PutObjectCommand({ Bucket: 'b', Key: 'put', Body: 'text', ChecksumAlgorithm: 'SHA1' }))
      .then(() => 'put'),
    s3.send(new GetObjectCommand({ Bucket: 'b', Key: 'get' })).then(({ Body }) => Body.transformToString()),
    s3.send(new SelectObjectContentCommand({
      Bucket: 'b', Key: 'select', Expression: 'x', ExpressionType: 'SQL',
      InputSerialization: { JSON: {} }, OutputSerialization: { JSON: {} },
    })),
  ]);
  console.log(JSON.stringify(outcomes.map(({ value, reason }) => value ?? reason.message)));`;

describe('bundles without unused modules of the SDK', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-modules-'));
  const seen = new Map<string, IncomingHttpHeaders>();
  const server = createServer((request, response) => {
    seen.set(request.url?.split('?')[0] ?? '', request.headers);
    request.resume();
    const isTable = request.headers['x-amz-target'] !== undefined;
    response
      .writeHead(200, { 'content-type': isTable ? 'application/x-amz-json-1.0' : 'text/plain' })
      .end(isTable ? JSON.stringify({ Item: { pk: { S: 'a' } } }) : 'the file');
  });
  let inputs: readonly string[] = [];
  let outcomes: readonly unknown[] = [];

  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const outfile = join(folder, 'lean.mjs');
    const { metafile } = await build({
      ...bundleOptions,
      stdin: { contents: SCRIPT, resolveDir: repositoryRoot },
      plugins: [leanPackages(join(repositoryRoot, 'lambdas'))],
      outfile,
      metafile: true,
    });
    inputs = Object.keys(metafile.inputs);
    const { stdout } = await run(process.execPath, [outfile], {
      env: {
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'unused',
        AWS_SECRET_ACCESS_KEY: 'unused',
        AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      },
    });
    outcomes = JSON.parse(stdout) as readonly unknown[];
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('read and write', () => {
    expect(outcomes.slice(0, 3)).toEqual([{ pk: { S: 'a' } }, 'put', 'the file']);
  });

  it('sign requests and compute checksums', () => {
    expect(seen.get('/')?.authorization).toMatch(/^AWS4-HMAC-SHA256 .+Signature=[0-9a-f]{64}$/);
    expect(seen.get('/b/put')?.['x-amz-checksum-sha1']).toBe(createHash('sha1').update('text').digest('base64'));
  });

  it('name this build when a call needs a removed module', () => {
    expect(outcomes[3]).toContain('infra/lean-packages.ts');
  });

  it('do not contain the cache of endpoint discovery and the codec of event streams', () => {
    expect(inputs.filter((path) => /mnemonist|eventstream-codec/.test(path))).toEqual([]);
  });
});
