import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { checkoutWithExample } from '../../support/example/example-checkout.ts';
import { isSoak } from '../../support/rounds.ts';

const checkout = checkoutWithExample();
afterAll(() => checkout.remove());

/** Runs a script in the copy. Returns its exit code, and the end of its output to explain a failure. */
const run = (script: string, ...args: readonly string[]) =>
  new Promise<{ readonly code: number; readonly output: string }>((done) => {
    execFile(
      process.execPath,
      [join(checkout.root, script), ...args],
      { cwd: checkout.root, env: { ...process.env, SOUNDSTAGE_FEATURE: 'bookmarks' }, maxBuffer: 2 ** 26 },
      (error, out, errors) => done({ code: error ? Number(error.code) : 0, output: `${out}\n${errors}`.slice(-8000) }),
    );
  });

const passes = { code: 0, output: expect.any(String) as string };

// npm run soak runs the whole command of the recipe; npm test leaves out what takes longest.
if (isSoak)
  it('the example of the recipe passes every check of its feature', async () => {
    expect(await run('bin/check.ts', '--feature', 'bookmarks')).toEqual(passes);
  });
else {
  it('the example of the recipe compiles', async () => {
    expect(await run('node_modules/typescript/bin/tsc', '-p', '.')).toEqual(passes);
  });

  it('the example of the recipe passes its tests, and those of the lists that it is registered in', async () => {
    const tests = 'bookmark|data/entities|architecture/structure|web/app/(screens|unsaved)';
    const result = await run(
      'node_modules/jest/bin/jest.js',
      '--config=jest.config.mjs',
      '--runInBand',
      `--testPathPatterns=${tests}`,
    );
    expect(result).toEqual(passes);
  });
}
