import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundleOptions } from '../../infra/build-functions.ts';
import { leanPackages } from '../../infra/lean-packages.ts';
import { repositoryRoot } from '../support/source-tree.ts';

const run = promisify(execFile);

/** Asks for a parameter and tells what came of it. `ParameterNotFound` is an error that the functions import. */
const SCRIPT = `
  import { GetParameterCommand, ParameterNotFound, SSMClient, SSMServiceException } from '@aws-sdk/client-ssm';
  const seen = (error) => ({
    name: error.name, message: error.message, fault: error.$fault, status: error.$metadata?.httpStatusCode,
    missing: error instanceof ParameterNotFound, general: error instanceof SSMServiceException, error: error instanceof Error,
  });
  new SSMClient({ maxAttempts: 1 }).send(new GetParameterCommand({ Name: '/a', WithDecryption: true }))
    .then((answer) => answer.Parameter.Value, seen)
    .then((outcome) => console.log(JSON.stringify(outcome)));`;

describe('bundles with lean packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-lean-'));
  let answer = { status: 200, body: {} as unknown };
  const server = createServer((request, response) => {
    request.resume();
    response
      .writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify(answer.body));
  });
  const files = { lean: join(folder, 'lean.mjs'), whole: join(folder, 'whole.mjs') };

  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    for (const [kind, outfile] of Object.entries(files)) {
      await build({
        ...bundleOptions,
        stdin: { contents: SCRIPT, resolveDir: repositoryRoot },
        plugins: kind === 'lean' ? [leanPackages(join(repositoryRoot, 'lambdas'))] : [],
        outfile,
      });
    }
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const outcomeOf = async (file: string): Promise<unknown> => {
    const env = {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'nobody',
      AWS_SECRET_ACCESS_KEY: 'nobody',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    };
    const { stdout } = await run(process.execPath, [file], { env });
    return JSON.parse(stdout) as unknown;
  };

  it.each([
    ['a value', 200, { Parameter: { Name: '/a', Value: 'it' } }],
    ['an error that the functions import', 400, { __type: 'ParameterNotFound', message: 'None such' }],
    ['one that they do not', 400, { __type: 'ParameterVersionNotFound', message: 'No such version' }],
    ['a throttle', 400, { __type: 'ThrottlingException', message: 'Slow down' }],
    ['a fault of the service', 500, { __type: 'InternalServerError', message: 'Sorry' }],
  ])('take %s as whole ones do', async (_, status, body) => {
    answer = { status, body };
    const [lean, whole] = [await outcomeOf(files.lean), await outcomeOf(files.whole)];
    expect(lean).toEqual(whole);
  });

  it('bring a client without what nothing calls, and a map without its lines', () => {
    const sizes = { lean: readFileSync(files.lean).length, whole: readFileSync(files.whole).length };
    const map = readFileSync(`${files.lean}.map`).length;
    console.log(
      `One client: ${sizes.lean} bytes of ${sizes.whole}, map ${map} of ${readFileSync(`${files.whole}.map`).length}`,
    );
    expect(sizes.whole - sizes.lean).toBeGreaterThan(60_000);
    expect(map).toBeLessThan(sizes.lean / 3);
  });
});
