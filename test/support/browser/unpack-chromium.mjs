/**
 * Unpacks the headless Chromium that npm installed (once) and prints its path and the library path it needs.
 * Runs as its own process because the package unpacks into the temporary folder, which is set to a folder in `.build`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const packageFolder = join(dirname(require.resolve('@sparticuz/chromium')), '..');
const { version } = require(join(packageFolder, 'package.json'));
const folder = join(import.meta.dirname, '..', '..', '..', '.build', `chromium-${version}`);
mkdirSync(folder, { recursive: true });
process.env.TMPDIR = folder;

const { default: chromium, inflate } = await import('@sparticuz/chromium');
chromium.setGraphicsMode = false;
const executablePath = await chromium.executablePath();

const starts = (libraries) =>
  spawnSync(executablePath, ['--version'], {
    env: { ...process.env, ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) },
  }).status === 0;

let libraryPath = null;
if (!starts()) {
  // Some systems lack NSS and related libraries; the package includes them.
  const libraries = join(folder, 'al2023', 'lib');
  if (!existsSync(libraries)) await inflate(join(packageFolder, 'bin', 'al2023.tar.br'));
  if (!starts(libraries))
    throw new Error('The Chromium that npm installed does not start on this system. Set CHROME_PATH to one that does.');
  libraryPath = libraries;
}
process.stdout.write(JSON.stringify({ executablePath, libraryPath }));
