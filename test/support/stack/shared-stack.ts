import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../../infra/local/process-alive.ts';
import {
  localCommand,
  READY,
  readMail,
  startLocalStack,
  waitFor,
  type LocalStack,
  type StackOptions,
} from './local-stack.ts';

/**
 * Names the folder in which a run records the stacks that its test files share: one for each worker of Jest, whose
 * files run one after another.
 */
const VARIABLE = 'SOUNDSTAGE_SHARED_STACKS';
/** How long a stack has to stop, in milliseconds. */
const STOP_MS = 20_000;
/** How long a stack has to start on a quiet machine, in milliseconds. */
const START_MS = 60_000;

interface SharedStack {
  readonly pid: number;
  readonly url: string;
  readonly dataFolder: string;
  /** The file with its output. */
  readonly log: string;
}

const readRecord = (file: string): SharedStack | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SharedStack) : undefined;

/** What test files may agree on: those that pass the same options share a stack. */
type SharedOptions = Pick<StackOptions, 'sessionLimit'>;

const start = async (folder: string, shared: SharedOptions): Promise<SharedStack> => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'soundstage-'));
  const log = join(folder, 'output.txt');
  const output = openSync(log, 'w');
  const { args, options } = localCommand(dataFolder, shared);
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', output, output] });
  closeSync(output);
  // It outlives the test file that starts it.
  child.unref();
  const url = await waitFor(
    'the shared stack to start',
    async () => {
      const text = readFileSync(log, 'utf8');
      if (child.exitCode !== null) throw new Error(`The local stack ended with code ${child.exitCode}:\n${text}`);
      return READY.exec(text)?.[1];
    },
    START_MS,
  );
  return { pid: child.pid ?? 0, url, dataFolder, log };
};

const stop = async ({ pid, dataFolder }: SharedStack): Promise<void> => {
  if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  await waitFor('the shared stack to stop', async () => (isAlive(pid) ? undefined : true), STOP_MS).catch(() =>
    process.kill(pid, 'SIGKILL'),
  );
  rmSync(dataFolder, { recursive: true, force: true });
};

/** Lets the test files of a run share stacks. Returns a function that stops them. */
export const shareStacks = (): (() => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-shared-'));
  process.env[VARIABLE] = folder;
  return async () => {
    for (const worker of readdirSync(folder)) {
      const running = readRecord(join(folder, worker, 'stack.json'));
      if (running) await stop(running);
    }
    rmSync(folder, { recursive: true, force: true });
  };
};

/**
 * The stack that the test files of this worker share, for tests that neither restart, break or configure it, nor assert
 * what it contains beyond their own users and titles. Its `stop` leaves it running. Outside a run that shares stacks,
 * one of its own.
 */
export const sharedStack = async (options: SharedOptions = {}): Promise<LocalStack> => {
  const shared = process.env[VARIABLE];
  if (shared === undefined) return { ...(await startLocalStack(options)), isShared: true };
  const folder = join(shared, [process.env['JEST_WORKER_ID'] ?? '1', ...Object.values(options)].join('-'));
  const file = join(folder, 'stack.json');
  const known = readRecord(file);
  let running = known && isAlive(known.pid) ? known : undefined;
  if (!running) {
    mkdirSync(folder, { recursive: true });
    running = await start(folder, options);
    writeFileSync(file, JSON.stringify(running));
  }
  const { url, dataFolder, log } = running;
  const from = readFileSync(log, 'utf8').length;
  return {
    url,
    dataFolder,
    isShared: true,
    output: () => readFileSync(log, 'utf8').slice(from),
    printed: () => readFileSync(log, 'utf8').slice(from),
    catalogReady: () => Promise.reject(new Error('The shared stack has no demo catalog')),
    mailTo: (address, matches) => readMail(url, address, matches),
    stop: async () => undefined,
  };
};
