import { type ChildProcess, spawn } from 'node:child_process';
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

/** How long tools have to stop what they started, in milliseconds. */
const GRACE_MS = 10_000;
/** Exit code of a command that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Windows has no process groups. There, a tool ends without the processes that it started. */
const hasGroups = process.platform !== 'win32';
const running = new Set<ChildProcess>();
let interrupted = false;

/** Sends a signal to a tool and to everything that it started: workers, local clouds, databases. */
const signalGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (hasGroups && child.pid !== undefined) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // The group has ended.
  }
};

/** Ends every tool and exits. A second Ctrl-C does not wait. */
const interrupt = (): void => {
  const end = (): never => {
    for (const child of running) signalGroup(child, 'SIGKILL');
    process.exit(INTERRUPTED);
  };
  if (interrupted || running.size === 0) return end();
  interrupted = true;
  setTimeout(end, GRACE_MS);
  for (const child of running) {
    signalGroup(child, 'SIGTERM');
    child.on('close', () => {
      signalGroup(child, 'SIGKILL');
      running.delete(child);
      if (running.size === 0) end();
    });
  }
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);

/**
 * Runs a tool in the checkout, in a process group of its own, so that Ctrl-C leaves no process behind. Returns its exit
 * code, or 1 when a signal ended it. Does not return after Ctrl-C.
 */
export const runTool = (
  tool: Tool,
  args: readonly string[],
  { parallel }: Pick<RunOptions, 'parallel'>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, tools[tool]), ...args], {
      cwd: root,
      stdio: parallel ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      detached: hasGroups,
    });
    running.add(child);
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const)
      if (from) createInterface(from).on('line', (line) => void to.write(`${line}\n`));
    child.on('error', reject);
    child.on('close', (code) => {
      if (interrupted) return;
      running.delete(child);
      resolve(code ?? 1);
    });
  });
