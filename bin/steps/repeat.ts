import { runJest } from './jest-run.ts';

/**
 * Runs test files a number of times, one after another, and prints how often each of their tests failed. Returns the
 * exit code: 0 when none did.
 */
export const repeatTests = async (times: number, paths: readonly string[], run = runJest): Promise<number> => {
  const failures = new Map<string, number>();
  const count = (name: string): void => void failures.set(name, (failures.get(name) ?? 0) + 1);
  let [passed, failed] = [0, 0];
  for (let turn = 1; turn <= times; turn += 1) {
    const { files, crashed } = await run(
      undefined,
      ['--maxWorkers=1', '--runTestsByPath', ...paths],
      { workers: 1, parallel: true },
      'repeated',
    );
    const names = files.flatMap((file) => file.failures.map(({ name }) => `${file.path} › ${name}`));
    if (crashed || files.length === 0) names.push(`${paths.join(' ')} did not run`);
    for (const name of names) count(name);
    passed += files.reduce((sum, file) => sum + file.passed, 0);
    failed += names.length;
    console.log(`\nRun ${turn} of ${times}: ${names.length} failed`);
  }
  for (const [name, often] of [...failures].sort(([, one], [, other]) => other - one))
    console.log(`failed ${often} of ${times}: ${name}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
};
