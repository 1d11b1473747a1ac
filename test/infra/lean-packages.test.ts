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

/** Reads a parameter and prints the outcome. `ParameterNotFound` is an error that the functions import. */
const SCRIPT = `
  import { GetParameterCommand, ParameterNotFound, SSMClient, SSMServiceException } from '@aws-sdk/client-ssm';
  const summary = (error) => ({
    name: error.name, message: error.message, fault: error.$fault, status: error.$metadata?.httpStatusCode,
    missing: error instanceof ParameterNotFound, general: error instanceof SSMServiceException,
    error: error instanceof Error,
  });
  new SSMClient({ maxAttempts: 1 }).send(new GetParameterCommand({ Name: '/a', WithDecryption: true }))
    .then((answer) => answer.Parameter.Value, summary)
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
  const files = { lean: join(folder, 'lean.mjs'), complete: join(folder, 'complete.mjs') };

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
      AWS_ACCESS_KEY_ID: 'unused',
      AWS_SECRET_ACCESS_KEY: 'unused',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    };
    const { stdout } = await run(process.execPath, [file], { env });
    return JSON.parse(stdout) as unknown;
  };

  it.each([
    ['a value', 200, { Parameter: { Name: '/a', Value: 'it' } }],
    ['an error that the functions import', 400, { __type: 'ParameterNotFound', message: 'None such' }],
    ['an error that no function imports', 400, { __type: 'ParameterVersionNotFound', message: 'No such version' }],
    ['a throttling error', 400, { __type: 'ThrottlingException', message: 'Slow down' }],
    ['a service fault', 500, { __type: 'InternalServerError', message: 'Sorry' }],
  ])('handle %s like complete bundles', async (_, status, body) => {
    answer = { status, body };
    expect(await outcomeOf(files.lean)).toEqual(await outcomeOf(files.complete));
  });

  it('omit unused client code, and package lines from the source map', () => {
    const sizes = { lean: readFileSync(files.lean).length, complete: readFileSync(files.complete).length };
    const map = readFileSync(`${files.lean}.map`).length;
    console.log(
      `one client: ${sizes.lean} of ${sizes.complete} bytes; ` +
        `source map: ${map} of ${readFileSync(`${files.complete}.map`).length} bytes`,
    );
    expect(sizes.complete - sizes.lean).toBeGreaterThan(60_000);
    expect(map).toBeLessThan(sizes.lean / 3);
  });
});
