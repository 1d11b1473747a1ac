import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..');
const results = join(root, '.build', 'test-results');

/** Entry files of the tools, started directly so that they run on the same Node as this script. */
const tools = {
  tsc: 'node_modules/typescript/bin/tsc',
  eslint: 'node_modules/eslint/bin/eslint.js',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  jest: 'node_modules/jest/bin/jest.js',
} as const;

interface TimedFile {
  readonly file: string;
  readonly seconds: number;
}

interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** Test files with their times. */
  readonly files?: readonly TimedFile[];
}

/** Steps that run one after another, at the same time as other lanes. */
export interface Lane {
  readonly steps: readonly string[];
  /** Jest workers of each step. */
  readonly workers: number;
}

/** A step that has the machine to itself, or lanes that run at the same time. */
export type Step = string | readonly Lane[];

/** Memory with which one worker more fits in each lane: it runs a local cloud with its database, and a browser. */
const ROOMY_BYTES = 12 * 2 ** 30;
/** Memory of this machine, or the limit of its container: 0 when unknown, and a huge number when there is none. */
const usableBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
const isRoomy = usableBytes >= ROOMY_BYTES;

/**
 * Every step of `npm run check`. The first ones cache their results, so they are short unless much has changed; then
 * the unit tests use every processor.
 */
export const checks: readonly Step[] = [
  [
    { steps: ['lint'], workers: 1 },
    { steps: ['typecheck', 'format', 'jest:architecture'], workers: 1 },
  ],
  'jest:unit',
];

/** Every step of `npm test`, and of `npm run soak`. */
export const allSteps: readonly Step[] = [
  [
    { steps: ['lint', 'jest:unit'], workers: 1 },
    { steps: ['typecheck', 'format', 'jest:architecture', 'jest:infra'], workers: 1 },
  ],
  'jest:web',
  // Both wait for conversions, retries and schedules: side by side, each uses the processors while the other one waits.
  [
    { steps: ['jest:integration'], workers: isRoomy ? 3 : 2 },
    { steps: ['jest:e2e'], workers: isRoomy ? 2 : 1 },
  ],
];

/** How a step runs. */
interface RunOptions {
  readonly workers: number;
  /** Other steps run at the same time, so output is written in whole lines. */
  readonly parallel: boolean;
}

const run = (tool: keyof typeof tools, args: readonly string[], { parallel }: RunOptions): Promise<number> =>
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

/** Jest's own default leaves one processor idle, which is half of a small machine. */
const defaultWorkers = Math.max(2, availableParallelism() - 1);

interface JestResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

const jest = async (project: string | undefined, args: readonly string[], options: RunOptions): Promise<Outcome> => {
  mkdirSync(results, { recursive: true });
  const file = join(results, `${project ?? 'selected'}.json`);
  rmSync(file, { force: true });
  const code = await run(
    'jest',
    [
      '--config',
      join(root, 'jest.config.mjs'),
      ...(project ? ['--selectProjects', project, `--maxWorkers=${options.workers}`] : []),
      '--json',
      '--outputFile',
      file,
      ...args,
    ],
    options,
  );
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as JestResults;
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return {
    passed: numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    files: testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
};

/** Tools that check the sources, with their arguments. Each counts as one test. */
const sourceChecks: Readonly<Record<string, readonly [keyof typeof tools, readonly string[]]>> = {
  lint: ['eslint', ['.', '--max-warnings=0', '--cache', '--cache-strategy=content', '--cache-location=.build/eslint/']],
  typecheck: ['tsc', ['-p', '.']],
  format: ['prettier', ['.', '--check', '--cache', '--cache-strategy=content', '--cache-location=.build/prettier']],
};

const runStep = async (step: string, args: readonly string[], options: RunOptions): Promise<Outcome> => {
  const check = sourceChecks[step];
  if (!check) return jest(step.split(':')[1], args, options);
  const code = await run(...check, options);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
};

/** Prints the time of every test file, slowest first. */
const printTimes = (files: readonly TimedFile[]): void => {
  if (files.length === 0) return;
  const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
  console.log(`\nTime of each test file, ${Math.round(total)} s together:`);
  for (const { file, seconds } of [...files].sort((one, other) => other.seconds - one.seconds))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${file}`);
};

/**
 * Runs every step in order, even when one fails, prints the time of each test file and a last line
 * `N passed, N failed`. Formatting, type check and lint count as one test each. `testFiles` limits steps to some test
 * files. Returns the exit code.
 */
export const runSteps = async (
  steps: readonly Step[],
  args: readonly string[] = [],
  testFiles: Readonly<Record<string, readonly string[]>> = {},
): Promise<number> => {
  let passed = 0;
  let failed = 0;
  const files: TimedFile[] = [];
  const runTimed = async (step: string, options: RunOptions): Promise<void> => {
    const started = Date.now();
    const only = testFiles[step];
    const outcome = await runStep(step, only ? [...args, '--runTestsByPath', ...only] : args, options);
    passed += outcome.passed;
    failed += outcome.failed;
    files.push(...(outcome.files ?? []));
    console.log(
      `${step}: ${outcome.passed} passed, ${outcome.failed} failed in ${Math.round((Date.now() - started) / 1000)} s`,
    );
  };
  const runLane = async (lane: Lane): Promise<void> => {
    for (const step of lane.steps) await runTimed(step, { workers: lane.workers, parallel: true });
  };
  for (const step of steps) {
    if (typeof step === 'string') await runTimed(step, { workers: defaultWorkers, parallel: false });
    else await Promise.all(step.map(runLane));
  }
  printTimes(files);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
};
