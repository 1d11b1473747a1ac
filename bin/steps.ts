import { availableParallelism, totalmem } from 'node:os';
import { runJest, type JestRun } from './steps/jest-run.ts';
import { runTool, type RunOptions, type Tool } from './steps/run-tool.ts';
import { FLAKY_LIMIT, giveSecondChance, type ProjectFile } from './steps/second-chance.ts';

/** Steps that run one after another, at the same time as other lanes. */
export interface Lane {
  readonly steps: readonly string[];
  /** Steps of several lanes: the one that is free first runs them. @default none */
  readonly shared?: readonly string[];
  /** Jest workers of each step. */
  readonly workers: number;
}

/** A step that has the machine to itself, or lanes that run at the same time. */
export type Step = string | readonly Lane[];

/** Memory for one worker more in each lane: it runs a local cloud with its database, and a browser. */
const WORKER_BYTES = 6 * 2 ** 30;
/** Memory of this machine, or the limit of its container: 0 when unknown, and a huge number when there is none. */
const usableBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);

/**
 * Workers of each of two lanes that run side by side: together as many as there are processors. More of them starve
 * each other, and time limits that no code exceeds on a quiet machine end calls.
 */
const workersOfTwo = Math.max(
  1,
  Math.min(Math.floor(availableParallelism() / 2), Math.floor(usableBytes / WORKER_BYTES)),
);

/** Jest's own default leaves one processor idle, which is half of a small machine. */
const defaultWorkers = Math.max(2, availableParallelism() - 1);

/**
 * Every step of `npm run check`. Most of the first lane caches its results, so that the unit tests soon use every
 * processor.
 */
export const checks: readonly Step[] = [
  [
    { steps: ['lint', 'typecheck', 'format', 'jest:architecture'], workers: 1 },
    { steps: ['jest:unit'], workers: defaultWorkers },
  ],
];

/** Lanes of tests of which each worker runs a local cloud. Whichever is free first also runs the shared steps. */
export const cloudLanes = (lanes: readonly (readonly string[])[], shared: readonly string[] = []): readonly Lane[] =>
  lanes.map((steps) => ({ steps, shared, workers: workersOfTwo }));

/** Every step of `npm test`, and of `npm run soak`. */
export const allSteps: readonly Step[] = [
  // The infrastructure tests synthesize the template that the local clouds of the last lanes run.
  [
    { steps: ['jest:infra', 'typecheck', 'lint'], workers: 1 },
    { steps: ['jest:unit', 'format', 'jest:architecture'], workers: 1 },
  ],
  // In jsdom, a test waits one second for what it expects, so it has the machine to itself.
  'jest:web',
  // Calls to a local cloud have limits of time, so these have the machine to themselves as well. Short steps are
  // shared, so that both lanes end at about the same time.
  cloudLanes([['jest:stack'], ['jest:e2e']], ['jest:local', 'jest:media', 'jest:integration']),
];

/** Kinds of test whose files are all run when anything changed: the templates follow from files that none imports. */
const ALWAYS_WHOLE: ReadonlySet<string> = new Set(['jest:infra', 'jest:architecture']);

/** Every step of `npm test -- --changed`: all but the checks of the sources, which are those of `npm run check`. */
export const changeSteps: readonly Step[] = allSteps.map((step) =>
  typeof step === 'string'
    ? step
    : step.map((lane) => ({ ...lane, steps: lane.steps.filter((one) => one.startsWith('jest:')) })),
);

/** Tools that check the sources, with their arguments. Each counts as one test. */
const sourceChecks: Readonly<Record<string, readonly [Tool, readonly string[]]>> = {
  lint: ['eslint', ['.', '--max-warnings=0', '--cache', '--cache-strategy=content', '--cache-location=.build/eslint/']],
  typecheck: ['tsc', ['-p', '.']],
  format: ['prettier', ['.', '--check', '--cache', '--cache-strategy=content', '--cache-location=.build/prettier']],
};

/** Counts of tests. */
interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const countsOf = (runs: readonly Pick<JestRun, 'files' | 'crashed'>[]): Counts => {
  const files = runs.flatMap((run) => run.files);
  return {
    passed: files.reduce((sum, file) => sum + file.passed, 0),
    failed:
      files.reduce((sum, { failures }) => sum + failures.length, 0) + runs.filter(({ crashed }) => crashed).length,
  };
};

/** Test files whose times are printed. */
const SLOWEST = 40;

/** Prints the times of the slowest test files. */
const printTimes = (files: readonly ProjectFile[]): void => {
  if (files.length === 0) return;
  const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`\nThe slowest of ${files.length} test files, which took ${Math.round(total)} s together:`);
  for (const { path, seconds } of [...files].sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${path}`);
};

/** Lines of a failed test's message that are printed again at the end. */
const MESSAGE_LINES = 15;

/** Prints the failed tests with the first lines of their messages. */
const printFailures = (files: readonly ProjectFile[]): void => {
  const failed = files.flatMap(({ path, failures }) => failures.map((failure) => ({ path, ...failure })));
  if (failed.length === 0) return;
  console.log('\nFailed tests:');
  for (const { path, name, message } of failed) {
    const lines = message.split('\n').slice(0, MESSAGE_LINES);
    console.log(`\n${path} › ${name}\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }
};

/** What a run of steps is limited to, and how it treats failures. */
export interface StepOptions {
  /** Arguments for Jest. */
  readonly args?: readonly string[];
  /** Test files by step. A step without an entry runs all of its tests. */
  readonly testFiles?: Readonly<Record<string, readonly string[]>>;
  /** Whether only test files run that import what changed since `main`, committed or not. @default false */
  readonly onlyChanged?: boolean;
  /** Whether test files that failed run once more at the end, alone. @default false */
  readonly secondChance?: boolean;
}

/**
 * Runs every step in order, even when one fails, prints the slowest test files, the failed tests and a last line
 * `N passed, N failed`. Formatting, type check and lint count as one test each. Returns the exit code.
 */
export const runSteps = async (
  steps: readonly Step[],
  { args = [], testFiles = {}, onlyChanged = false, secondChance = false }: StepOptions = {},
): Promise<number> => {
  const checked = { passed: 0, failed: 0 };
  const crashes: JestRun[] = [];
  let files: readonly ProjectFile[] = [];
  let processorTime = 0;
  const began = Date.now();
  const runStep = async (step: string, options: RunOptions): Promise<Counts & Pick<JestRun, 'processorSeconds'>> => {
    const check = sourceChecks[step];
    if (check) {
      const { code, processorSeconds } = await runTool(...check, options);
      const outcome = code === 0 ? 'passed' : 'failed';
      checked[outcome] += 1;
      return { passed: 0, failed: 0, [outcome]: 1, processorSeconds };
    }
    const project = step.split(':')[1];
    const only = testFiles[step];
    const selection = only ? ['--runTestsByPath', ...only] : [];
    const changed = onlyChanged && !ALWAYS_WHOLE.has(step) ? ['--changedSince=main', '--passWithNoTests'] : [];
    const run = await runJest(project, [...args, ...changed, ...selection], options);
    files = [...files, ...run.files.map((file) => ({ ...file, project: project ?? '' }))];
    if (run.crashed) crashes.push({ ...run, files: [] });
    return { ...countsOf([run]), processorSeconds: run.processorSeconds };
  };
  const runTimed = async (step: string, options: RunOptions): Promise<void> => {
    const started = Date.now();
    const { passed, failed, processorSeconds } = await runStep(step, options);
    processorTime += processorSeconds;
    const seconds = Math.round((Date.now() - started) / 1000);
    const used = Math.round(processorSeconds);
    console.log(`${step}: ${passed} passed, ${failed} failed in ${seconds} s, ${used} s of processor time`);
  };
  const runLane = async ({ steps: own, shared = [], workers }: Lane, taken: Set<string>): Promise<void> => {
    const run = (step: string): Promise<void> => runTimed(step, { workers, parallel: true });
    for (const step of own) await run(step);
    for (const step of shared) {
      if (taken.has(step)) continue;
      taken.add(step);
      await run(step);
    }
  };
  for (const step of steps) {
    if (typeof step === 'string') await runTimed(step, { workers: defaultWorkers, parallel: false });
    else {
      const taken = new Set<string>();
      await Promise.all(step.map((lane) => runLane(lane, taken)));
    }
  }
  const [wall, used] = [(Date.now() - began) / 1000, processorTime].map((seconds) => (seconds / 60).toFixed(1));
  console.log(`\nAll steps took ${wall} minutes, and ${used} minutes of processor time.`);
  printTimes(files);
  let flaky = 0;
  if (secondChance) ({ files, flaky } = await giveSecondChance(files));
  printFailures(files);
  const tests = countsOf([{ files, crashed: false }, ...crashes]);
  const tooFlaky = flaky >= FLAKY_LIMIT;
  if (tooFlaky) console.log(`\n${flaky} flaky test files fail the run. Fix what they depend on.`);
  const passed = checked.passed + tests.passed;
  const failed = checked.failed + tests.failed + (tooFlaky ? 1 : 0);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
};
