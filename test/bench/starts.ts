import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startLocalStack, waitFor, type LocalStack } from '../support/stack/local-stack.ts';
import { descendantsOf } from '../support/stack/processes.ts';
import type { Checkout } from './checkout.ts';
import { atMost, type Row } from './report.ts';

/** What a started stack needs to give back what the start alone used. */
const SETTLE_MS = 3000;
/** quality.md, "local stack". */
const START_SECONDS = 15;
const RESTART_SECONDS = 6;
const IDLE_MB = 1000;

/** For the whole demo catalog, on a busy computer. */
const CATALOG_LIMIT_MS = 300_000;

/** A start as people start it, and its seconds from the process to the ready line. */
export const timedStart = async ({ root, dataFolder }: Checkout): Promise<{ stack: LocalStack; seconds: number }> => {
  const from = performance.now();
  const stack = await startLocalStack({ root, dataFolder, catalog: true, watch: true, fromNothing: true });
  return { stack, seconds: (performance.now() - from) / 1000 };
};

/** The processes of a stack: the one that was started, and those below it. */
export const processesOf = (
  stack: LocalStack,
): { readonly main: number; readonly below: ReturnType<typeof descendantsOf> } => {
  const { pid } = JSON.parse(readFileSync(join(stack.dataFolder, 'endpoint.json'), 'utf8')) as { pid: number };
  return { main: pid, below: descendantsOf(pid) };
};

/** One column of `ps` about a process. */
export const columnOf = (pid: number, column: 'rss' | 'time'): string =>
  execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();

/** Resident megabytes of a stack's processes, by what they run. Pages that two processes share count twice. */
const residentOf = (stack: LocalStack): { readonly main: number; readonly java: number; readonly other: number } => {
  const { main, below } = processesOf(stack);
  const megabytes = (pid: number): number => Number(columnOf(pid, 'rss')) / 1000;
  const sum = (processes: typeof below): number => processes.reduce((whole, { pid }) => whole + megabytes(pid), 0);
  const isJava = ({ command }: (typeof below)[number]): boolean => command.includes('DynamoDBLocal');
  return { main: megabytes(main), java: sum(below.filter(isJava)), other: sum(below.filter((one) => !isJava(one))) };
};

const GROUP = 'Local stack';

/**
 * Waits for the demo catalog: seconds from the ready line to its last title. @throws Error when one of them failed
 */
export const catalogSeconds = async (stack: LocalStack): Promise<number> => {
  const from = performance.now();
  await waitFor(
    'the demo catalog',
    async () => (stack.output().includes('The demo catalog is there') ? true : undefined),
    CATALOG_LIMIT_MS,
  );
  if (/ failed: /.test(stack.output())) throw new Error(`A title of the demo catalog failed:\n${stack.output()}`);
  return (performance.now() - from) / 1000;
};

/**
 * Starts from nothing and once more on the same data, and weighs the idle stack the second time. `whileUp` measures the
 * first stack, which has the demo catalog by then. Leaves the data behind.
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
      measure: 'start, nothing built',
      figure: first.seconds,
      unit: 's',
      bar: atMost(START_SECONDS),
      note: 'functions, web, template, data; packages installed',
    },
    { group: GROUP, measure: 'restart', figure: again.seconds, unit: 's', bar: atMost(RESTART_SECONDS) },
    {
      group: GROUP,
      measure: 'demo catalog, after the first start',
      figure: catalog,
      unit: 's',
      note: 'uploaded, converted and published, one after the other',
    },
    {
      group: GROUP,
      measure: 'resident, idle',
      figure: main + java + other,
      unit: 'MB',
      bar: atMost(IDLE_MB),
      note: `main ${Math.round(main)}, Java ${Math.round(java)}, other ${Math.round(other)}`,
    },
    ...others,
  ];
};
