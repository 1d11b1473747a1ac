import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const results = join(root, '.build', 'test-results');

/** Entry files of the tools, started directly so that they run on the same Node as this script. */
const tools = {
  tsc: 'node_modules/typescript/bin/tsc',
  eslint: 'node_modules/eslint/bin/eslint.js',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  jest: 'node_modules/jest/bin/jest.js',
} as const;

interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

const run = (tool: keyof typeof tools, args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, tools[tool]), ...args], { cwd: root, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });

const asOne = (code: number): Outcome => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });

/**
 * Jest workers of the projects that need fewer than the processors: browser tests measure timing, and stacks run many
 * processes.
 */
const workerLimits: Readonly<Partial<Record<string, number>>> = { integration: 2, e2e: 1 };

const jest = async (project: string | undefined, args: readonly string[]): Promise<Outcome> => {
  mkdirSync(results, { recursive: true });
  const file = join(results, `${project ?? 'selected'}.json`);
  rmSync(file, { force: true });
  const code = await run('jest', [
    '--config',
    join(root, 'jest.config.mjs'),
    ...(project ? ['--selectProjects', project] : []),
    ...(project && workerLimits[project] ? [`--maxWorkers=${workerLimits[project]}`] : []),
    '--json',
    '--outputFile',
    file,
    ...args,
  ]);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numRuntimeErrorTestSuites: number;
  };
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return { passed: numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed };
};

const runStep = async (step: string, args: readonly string[]): Promise<Outcome> => {
  if (step === 'format')
    return asOne(await run('prettier', ['.', '--check', '--cache', '--cache-location', '.build/prettier']));
  if (step === 'typecheck') return asOne(await run('tsc', ['-p', '.']));
  if (step === 'lint')
    return asOne(await run('eslint', ['.', '--max-warnings=0', '--cache', '--cache-location', '.build/eslint/']));
  return jest(step.split(':')[1], args);
};

/**
 * Runs every step in order, even when one fails, and prints a last line `N passed, N failed`. Formatting, type check
 * and lint count as one test each. Returns the exit code.
 */
export const runSteps = async (steps: readonly string[], args: readonly string[] = []): Promise<number> => {
  let passed = 0;
  let failed = 0;
  for (const step of steps) {
    const started = Date.now();
    const outcome = await runStep(step, args);
    passed += outcome.passed;
    failed += outcome.failed;
    console.log(
      `${step}: ${outcome.passed} passed, ${outcome.failed} failed in ${Math.round((Date.now() - started) / 1000)} s`,
    );
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
};
