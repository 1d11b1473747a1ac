import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The checkout that is tested. */
export const root = join(import.meta.dirname, '..', '..');

/** Entry files of the tools, started directly so that they run on the same Node as this script. */
const tools = {
  tsc: 'node_modules/typescript/bin/tsc',
  eslint: 'node_modules/eslint/bin/eslint.js',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  jest: 'node_modules/jest/bin/jest.js',
} as const;

/** A tool that a step runs. */
export type Tool = keyof typeof tools;

/** How a step runs. */
export interface RunOptions {
  /** Test files that run at the same time. */
  readonly workers: number;
  /** Other steps run at the same time, so output is written in whole lines. */
  readonly parallel: boolean;
}

/** Runs a tool in the checkout. Returns its exit code, or 1 when a signal ended it. */
export const runTool = (
  tool: Tool,
  args: readonly string[],
  { parallel }: Pick<RunOptions, 'parallel'>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, tools[tool]), ...args], {
      cwd: root,
      stdio: parallel ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const)
      if (from) createInterface(from).on('line', (line) => void to.write(`${line}\n`));
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
