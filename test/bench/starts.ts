import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startLocalStack, waitFor, type LocalStack } from '../support/stack/local-stack.ts';
import { descendantsOf } from '../support/stack/processes.ts';
import type { Checkout } from './checkout.ts';
import { atMost, type Row } from './report.ts';

/** Until a started stack has released the memory that only its start used. */
const SETTLE_MS = 3000;
/** Targets of the first start, of later ones, and of memory when idle. */
const START_SECONDS = 15;
const RESTART_SECONDS = 6;
const IDLE_MB = 1000;

/** For the whole demo catalog, on a busy machine. */
const CATALOG_LIMIT_MS = 300_000;

/** Starts a stack like `npm start` does, and measures the seconds until its ready line. */
export const timedStart = async ({ root, dataFolder }: Checkout): Promise<{ stack: LocalStack; seconds: number }> => {
  const from = performance.now();
  const stack = await startLocalStack({ root, dataFolder, catalog: true, watch: true, freshTemplate: true });
  return { stack, seconds: (performance.now() - from) / 1000 };
};

/** The processes of a stack: the main process and its descendants. */
export const processesOf = (
  stack: LocalStack,
): { readonly main: number; readonly below: ReturnType<typeof descendantsOf> } => {
  const { pid } = JSON.parse(readFileSync(join(stack.dataFolder, 'endpoint.json'), 'utf8')) as { pid: number };
  return { main: pid, below: descendantsOf(pid) };
};

/** One column of `ps` for a process. */
export const columnOf = (pid: number, column: 'rss' | 'time'): string =>
  execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();

/** Resident megabytes of a stack's processes by kind. Pages that two processes share count twice. */
const residentOf = (stack: LocalStack): { readonly main: number; readonly java: number; readonly other: number } => {
  const { main, below } = processesOf(stack);
  const megabytes = (pid: number): number => Number(columnOf(pid, 'rss')) / 1000;
  const sum = (processes: typeof below): number => processes.reduce((whole, { pid }) => whole + megabytes(pid), 0);
  const isJava = ({ command }: (typeof below)[number]): boolean => command.includes('DynamoDBLocal');
  return { main: megabytes(main), java: sum(below.filter(isJava)), other: sum(below.filter((one) => !isJava(one))) };
};

const GROUP = 'Local stack';

/** Waits for the demo catalog. Returns the seconds until its last title. @throws Error when a title failed */
export const catalogSeconds = async (stack: LocalStack): Promise<number> => {
  const from = performance.now();
  await waitFor(
    'the demo catalog',
    async () => (stack.output().includes('The demo catalog is ready') ? true : undefined),
    CATALOG_LIMIT_MS,
  );
  if (/ failed: /.test(stack.output())) throw new Error(`A title of the demo catalog failed:\n${stack.output()}`);
  return (performance.now() - from) / 1000;
};

/**
 * Starts a stack from nothing, then again on the same data, and measures the memory of the second one while it is idle.
 * `whileUp` measures the first stack once it has the demo catalog. The data stays in the folder.
 */
export const measureStarts = async (
  checkout: Checkout,
  onStack: (stack: LocalStack) => void,
  whileUp: (stack: LocalStack) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  const first = await timedStart(checkout);
  onStack(first.stack);
  const catalog = await catalogSeconds(first.stack);
  const others = await whileUp(first.stack);
  await first.stack.stop();

  const again = await timedStart(checkout);
  onStack(again.stack);
  await pause(SETTLE_MS);
  const resident = residentOf(again.stack);
  await again.stack.stop();
  const { main, java, other } = resident;
  return [
    {
      group: GROUP,
      measure: 'first start, nothing built',
      figure: first.seconds,
      unit: 's',
      target: atMost(START_SECONDS),
      note: 'builds functions, web and template, creates data; packages are installed',
    },
    { group: GROUP, measure: 'restart', figure: again.seconds, unit: 's', target: atMost(RESTART_SECONDS) },
    {
      group: GROUP,
      measure: 'demo catalog, after the first start',
      figure: catalog,
      unit: 's',
      note: 'titles are uploaded, converted and published one by one',
    },
    {
      group: GROUP,
      measure: 'resident, idle',
      figure: main + java + other,
      unit: 'MB',
      target: atMost(IDLE_MB),
      note: `main ${Math.round(main)}, Java ${Math.round(java)}, other ${Math.round(other)}`,
    },
    ...others,
  ];
};
