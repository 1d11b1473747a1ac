import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root, runTool, type RunOptions } from './run-tool.ts';

const results = join(root, '.build', 'test-results');

/**
 * Memory in use after which the process of a worker is replaced before its next test file. What earlier files left in
 * it makes each collection of garbage slower.
 */
const WORKER_MEMORY = '600MB';

/** A test that failed. */
export interface FailedCase {
  /** Its name with those of its groups; '' when the file itself could not run. */
  readonly name: string;
  /** What was thrown, without colors. */
  readonly message: string;
}

/** A test file that ran. */
export interface TestFile {
  /** Its path in the checkout. */
  readonly path: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failures: readonly FailedCase[];
}

/** What a run of Jest resulted in. */
export interface JestRun {
  readonly files: readonly TestFile[];
  /** Jest failed without a failed test, for example because it was killed. */
  readonly crashed: boolean;
  /** Processor time in seconds. */
  readonly processorSeconds: number;
}

/** The part of Jest's JSON report that is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly status: string;
    /** Why the file itself could not run, if so. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

const readReport = (file: string): readonly TestFile[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as Report).testResults.map((result) => {
    const cases = result.assertionResults.flatMap(({ fullName: name, status, failureMessages }) =>
      status === 'failed' ? [{ name, message: stripVTControlCharacters((failureMessages ?? []).join('\n')) }] : [],
    );
    const couldNotRun = result.status === 'failed' && cases.length === 0;
    return {
      path: relative(root, result.name),
      seconds: (result.endTime - result.startTime) / 1000,
      passed: result.assertionResults.filter(({ status }) => status === 'passed').length,
      failures: couldNotRun ? [{ name: '', message: stripVTControlCharacters(result.message) }] : cases,
    };
  });

/**
 * Runs Jest on one kind of test (a project of `jest.config.mjs`), or on what `args` select. Its report stays in
 * `.build/test-results/<name>.json`.
 */
export const runJest = async (
  project: string | undefined,
  args: readonly string[],
  options: RunOptions,
  name = project ?? 'selected',
): Promise<JestRun> => {
  mkdirSync(results, { recursive: true });
  const report = join(results, `${name}.json`);
  rmSync(report, { force: true });
  const { code, processorSeconds } = await runTool(
    'jest',
    [
      '--config',
      join(root, 'jest.config.mjs'),
      ...(project
        ? [
            ...['--selectProjects', project, `--maxWorkers=${options.workers}`],
            `--workerIdleMemoryLimit=${WORKER_MEMORY}`,
          ]
        : []),
      '--json',
      '--outputFile',
      report,
      ...args,
    ],
    options,
  );
  const files = existsSync(report) ? readReport(report) : [];
  return { files, processorSeconds, crashed: code !== 0 && files.every(({ failures }) => failures.length === 0) };
};
