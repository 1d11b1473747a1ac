import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceHash } from './source-hash.ts';

/** The sources of a template and its assets, next to the app's own file. */
const SOURCES = ['package-lock.json', 'cdk.json', 'infra', 'lambdas', 'web'];

interface Options {
  /** The CDK app's file, from the root. */
  readonly app: string;
  readonly signal?: AbortSignal | undefined;
}

const runApp = (root: string, stage: string, outdir: string, { app, signal }: Options): Promise<void> =>
  new Promise((resolve, reject) => {
    const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as {
      context: Record<string, unknown>;
    };
    const child = spawn(process.execPath, [join(root, app)], {
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
      code === 0
        ? resolve()
        : reject(new Error(`Could not synthesize the template of stage ${stage}:\n${output.trim()}`)),
    );
  });

const stampOf = (outdir: string): string => join(outdir, 'source-hash');

/** Makes the next `synthesize` into this folder start from scratch, because its files were changed. */
export const clearSynthesisCache = (outdir: string): void => rmSync(stampOf(outdir), { force: true });

/**
 * Synthesizes a stage into `outdir` as `cdk synth` would, without its start-up time. Skips synthesis when the assembly
 * was made from the same sources. Rejects with the app's own output when it fails. `signal` aborts it.
 */
export const synthesize = async (
  root: string,
  stage: string,
  outdir: string,
  { app = 'bin/app.ts', signal }: Partial<Options> = {},
): Promise<void> => {
  const stamp = stampOf(outdir);
  const hash = sourceHash(root, [...SOURCES, app], stage);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  rmSync(outdir, { recursive: true, force: true });
  await runApp(root, stage, outdir, { app, signal });
  writeFileSync(stamp, hash);
};
