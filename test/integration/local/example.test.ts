import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { checkoutWithExample } from '../../support/example/example-checkout.ts';
import { isSoak } from '../../support/rounds.ts';

const checkout = checkoutWithExample();
afterAll(() => checkout.remove());

/** Runs a script in the copy. Fails with the end of its output if the script fails. */
const run = (script: string, ...args: readonly string[]) =>
  new Promise<void>((resolve, reject) => {
    execFile(
      process.execPath,
      [join(checkout.root, script), ...args],
      { cwd: checkout.root, env: { ...process.env, SOUNDSTAGE_FEATURE: 'bookmarks' }, maxBuffer: 2 ** 26 },
      (error, out, errors) =>
        error ? reject(new Error(`${script} failed\n${`${out}\n${errors}`.slice(-8000)}`)) : resolve(),
    );
  });

// npm run soak runs the whole command of the recipe; npm test leaves out what takes longest: it compiles everything.
if (isSoak)
  it('the example of the recipe passes every check of its feature', async () => {
    await run('bin/check.ts', '--feature', 'bookmarks');
  });
else
  it('the example of the recipe passes its tests, and those of the lists that it is registered in', async () => {
    const tests = 'bookmark|data/entities|architecture/structure|web/app/(screens|unsaved)';
    await run(
      'node_modules/jest/bin/jest.js',
      '--config=jest.config.mjs',
      '--runInBand',
      `--testPathPatterns=${tests}`,
    );
  });
