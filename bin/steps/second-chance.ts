import { runJest, type TestFile } from './jest-run.ts';

/** A test file with the kind of test (a project of `jest.config.mjs`) that it belongs to. */
export interface ProjectFile extends TestFile {
  readonly project: string;
}

/** With this many test files that failed once and then passed, a run fails: their causes must be fixed. */
export const FLAKY_LIMIT = 3;

/** So many failed files have a cause that a second run would not remove. None of them runs again. */
const HOPELESS = 6;

/**
 * Runs every file that failed once more, alone. Returns the files with their second result where it is better, and how
 * many passed then. Each of those is printed as `Flaky: <file> › <test>: <first line of the error>`.
 */
export const giveSecondChance = async (
  files: readonly ProjectFile[],
  run = runJest,
): Promise<{ readonly files: readonly ProjectFile[]; readonly flaky: number }> => {
  const failed = files.filter(({ failures }) => failures.length > 0);
  if (failed.length === 0 || failed.length >= HOPELESS) return { files, flaky: 0 };
  const passed = new Map<string, ProjectFile>();
  for (const { project, path, failures } of failed) {
    console.log(`\n${path} failed. It runs once more, alone.`);
    const again = await run(
      project,
      ['--runTestsByPath', path],
      { workers: 1, parallel: true },
      `${project}-again-${passed.size}`,
    );
    const [second] = again.files;
    if (again.crashed || !second || second.failures.length > 0) continue;
    passed.set(path, { ...second, project });
    for (const { name, message } of failures) {
      const [reason = ''] = message.split('\n');
      console.log(`Flaky: ${path} › ${name}: ${reason}`);
    }
  }
  return { files: files.map((file) => passed.get(file.path) ?? file), flaky: passed.size };
};
