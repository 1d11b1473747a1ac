import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

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

/** How a tool ended. */
export interface ToolResult {
  /** Its exit code, or another number than 0 when a signal ended it. */
  readonly code: number;
  /** Processor time of the tool and of what it started, in seconds. 0 on Windows, where it is unknown. */
  readonly processorSeconds: number;
}

/**
 * Runs a command and writes the processor time of its processes to file descriptor 3: Node can measure only its own.
 * Signals end the command, and then this shell.
 */
const TIMED = 'trap : INT TERM HUP; "$@" 3>&-; code=$?; times >&3; exit $code';

/** Reads what the shell's `times` prints: two lines, of which the second one is about the command. */
const processorSecondsOf = (times: string): number =>
  [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );

/**
 * Room for new objects, in MiB. Most of those that compilers and tests create are needed for a moment only; with the
 * small default, they are copied several times while garbage is collected.
 */
const NEW_OBJECTS = ['--min-semi-space-size=16', '--max-semi-space-size=64'];

/**
 * Runs a tool in the checkout, in a process group of its own, so that Ctrl-C leaves no process behind. Does not return
 * after Ctrl-C.
 */
export const runTool = (
  tool: Tool,
  args: readonly string[],
  { parallel }: Pick<RunOptions, 'parallel'>,
): Promise<ToolResult> =>
  new Promise((resolve, reject) => {
    const command = [process.execPath, ...NEW_OBJECTS, join(root, tools[tool]), ...args];
    const timed = ['sh', '-c', TIMED, 'sh', ...command];
    const [program = '', ...rest] = hasGroups ? timed : command;
    const output = parallel ? 'pipe' : 'inherit';
    const child = spawn(program, rest, {
      cwd: root,
      stdio: ['ignore', output, output, 'pipe'],
      detached: hasGroups,
    });
    const times = text(child.stdio[3] as Readable);
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
      times.then((read) => resolve({ code: code ?? 1, processorSeconds: processorSecondsOf(read) }), reject);
    });
  });
