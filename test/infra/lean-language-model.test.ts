import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundleOptions } from '../../infra/build-functions.ts';
import { leanPackages } from '../../infra/lean-packages.ts';
import { repositoryRoot } from '../support/source-tree.ts';

const run = promisify(execFile);

/** Asks a language model once, and prints its answer or the name of the error. */
const SCRIPT = `
  import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
  const client = new BedrockRuntimeClient({ maxAttempts: 1 });
  client.send(new ConverseCommand({ modelId: 'us.model', messages: [{ role: 'user', content: [{ text: 'Hello' }] }] }))
    .then(({ stopReason, usage }) => ({ stopReason, usage }), ({ name }) => ({ name }))
    .then((outcome) => { console.log(JSON.stringify(outcome)); client.destroy(); });`;

describe('a bundle that asks a language model', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-language-model-'));
  const signatures: (string | string[] | undefined)[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    signatures.push(request.headers.authorization);
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': 'ThrottlingException' });
    response.end(
      JSON.stringify({ stopReason: 'tool_use', usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 } }),
    );
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const outcomeOf = async (outfile: string): Promise<unknown> => {
    const env = {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'unused',
      AWS_SECRET_ACCESS_KEY: 'unused',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    };
    return JSON.parse((await run(process.execPath, [outfile], { env })).stdout) as unknown;
  };

  it('does so like a complete bundle, signed, without event streams and WebSockets', async () => {
    const files = { lean: join(folder, 'lean.mjs'), complete: join(folder, 'complete.mjs') };
    for (const [kind, outfile] of Object.entries(files))
      await build({
        ...bundleOptions,
        stdin: { contents: SCRIPT, resolveDir: repositoryRoot },
        plugins: kind === 'lean' ? [leanPackages(join(repositoryRoot, 'lambdas'))] : [],
        outfile,
      });
    expect(await outcomeOf(files.lean)).toEqual({
      stopReason: 'tool_use',
      usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 },
    });
    expect(await outcomeOf(files.complete)).toEqual(await outcomeOf(files.lean));
    status = 429;
    expect(await outcomeOf(files.lean)).toEqual({ name: 'ThrottlingException' });
    expect(signatures.every((signature) => String(signature).startsWith('AWS4-HMAC-SHA256 '))).toBe(true);
    const [lean, complete] = [statSync(files.lean).size, statSync(files.complete).size];
    console.info(`a language model: ${lean} of ${complete} bytes`);
    expect(lean).toBeLessThan(0.9 * complete);
  });
});
