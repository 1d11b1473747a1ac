import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join, relative } from 'node:path';

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

/** A step, or lanes of steps that run at the same time because each uses one processor. */
export type Step = string | readonly (readonly string[])[];

/** Every step of `npm test`, and of `npm run soak`. */
export const allSteps: readonly Step[] = [
  [['lint'], ['typecheck', 'format', 'jest:architecture', 'jest:infra']],
  'jest:unit',
  'jest:web',
  'jest:integration',
  'jest:e2e',
];

/** Runs a tool. With `hold`, its output appears when it ends, so that it does not mix with that of another tool. */
const run = (tool: keyof typeof tools, args: readonly string[], hold = false): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, tools[tool]), ...args], {
      cwd: root,
      stdio: hold ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => void output.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });

const asOne = (code: number): Outcome => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });

/** Memory with which a third integration worker fits: each runs a database, a local cloud and its functions. */
const ROOMY_BYTES = 12 * 2 ** 30;
/** Memory of this machine, or the limit of its container: 0 when unknown, and a huge number when there is none. */
const usableBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
/**
 * Jest workers of the projects whose tests run many processes. Integration tests also wait for retries and schedules,
 * so a third worker uses the processors meanwhile.
 */
const workerLimits: Readonly<Partial<Record<string, number>>> = {
  integration: usableBytes >= ROOMY_BYTES ? 3 : 2,
  e2e: 2,
};
/** Jest's own default leaves one processor idle, which is half of a small machine. */
const defaultWorkers = Math.max(2, availableParallelism() - 1);

interface JestResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

const jest = async (project: string | undefined, args: readonly string[], inLane: boolean): Promise<Outcome> => {
  mkdirSync(results, { recursive: true });
  const file = join(results, `${project ?? 'selected'}.json`);
  rmSync(file, { force: true });
  const workers = inLane ? 1 : ((project && workerLimits[project]) ?? defaultWorkers);
  const code = await run(
    'jest',
    [
      '--config',
      join(root, 'jest.config.mjs'),
      ...(project ? ['--selectProjects', project, `--maxWorkers=${workers}`] : []),
      '--json',
      '--outputFile',
      file,
      ...args,
    ],
    inLane,
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

const runStep = async (step: string, args: readonly string[], inLane: boolean): Promise<Outcome> => {
  if (step === 'format')
    return asOne(await run('prettier', ['.', '--check', '--cache', '--cache-location', '.build/prettier'], inLane));
  if (step === 'typecheck') return asOne(await run('tsc', ['-p', '.'], inLane));
  if (step === 'lint')
    return asOne(
      await run('eslint', ['.', '--max-warnings=0', '--cache', '--cache-location', '.build/eslint/'], inLane),
    );
  return jest(step.split(':')[1], args, inLane);
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
 * `N passed, N failed`. Formatting, type check and lint count as one test each. Returns the exit code.
 */
export const runSteps = async (steps: readonly Step[], args: readonly string[] = []): Promise<number> => {
  let passed = 0;
  let failed = 0;
  const files: TimedFile[] = [];
  const runTimed = async (step: string, inLane: boolean): Promise<void> => {
    const started = Date.now();
    const outcome = await runStep(step, args, inLane);
    passed += outcome.passed;
    failed += outcome.failed;
    files.push(...(outcome.files ?? []));
    console.log(
      `${step}: ${outcome.passed} passed, ${outcome.failed} failed in ${Math.round((Date.now() - started) / 1000)} s`,
    );
  };
  const runLane = async (lane: readonly string[]): Promise<void> => {
    for (const step of lane) await runTimed(step, true);
  };
  for (const step of steps) {
    if (typeof step === 'string') await runTimed(step, false);
    else await Promise.all(step.map(runLane));
  }
  printTimes(files);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
};
