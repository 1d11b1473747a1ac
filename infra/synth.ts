import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Synthesizes a stage into `outdir` as `cdk synth` would, without its start-up time. Rejects with the app's own words
 * when it fails. `signal` ends it early.
 */
export const synthesize = (root: string, stage: string, outdir: string, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as { context: Record<string, unknown> };
    const child = spawn(process.execPath, [join(root, 'bin', 'app.ts')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal ? { signal } : {}),
      env: { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: JSON.stringify({ ...context, stage }) },
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`The template of stage ${stage} could not be made:\n${output.trim()}`)),
    );
  });
