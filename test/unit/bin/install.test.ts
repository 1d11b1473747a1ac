import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installState, recordInstalled } from '../../../bin/run/install.mjs';
import { repositoryRoot } from '../../support/source-tree.ts';

const machine = { os: 'linux', cpu: 'x64' };
let root: string;

beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'soundstage-install-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

type Packages = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const always: Packages = {
  'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' },
  'node_modules/two': { version: '2.0.0', integrity: 'sha512-two' },
};
const native: Packages = {
  'node_modules/native-linux': { version: '1.0.0', integrity: 'sha512-l', optional: true, os: ['linux'], cpu: 'x64' },
  'node_modules/native-mac': { version: '1.0.0', integrity: 'sha512-m', optional: true, os: 'darwin', cpu: ['arm64'] },
};
/** npm leaves these out on most machines. */
const rare: Packages = {
  'node_modules/musl': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'node_modules/needed-by-wasm': { version: '1.0.0', optional: true },
  'node_modules/not-linux': { version: '1.0.0', optional: true, os: ['!linux'] },
};
const lock: Packages = { '': { name: 'soundstage' }, ...always, ...native, ...rare };
const { 'node_modules/native-mac': _mac, ...onLinux }: Packages = { ...always, ...native };

const writeLock = (packages: Packages): void =>
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));

/** What `npm ci` leaves behind: folders and its own record. */
const npmCi = (packages: Packages): void => {
  for (const folder of Object.keys(packages)) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
};

it('installs in a fresh checkout, and once', () => {
  writeLock(lock);
  expect(installState(root, machine)).toBe('install');
  npmCi(onLinux);
  recordInstalled(root);
  expect(installState(root, machine)).toBe('ready');
});

it('accepts what "npm ci" or a copy of another checkout installed', () => {
  writeLock(lock);
  npmCi(onLinux);
  expect(installState(root, machine)).toBe('stamp');
  // A stamp of an earlier version, or of a lock file that differs only in its line ends.
  writeFileSync(join(root, 'node_modules', '.soundstage-installed'), 'a'.repeat(64));
  expect(installState(root, machine)).toBe('stamp');
  recordInstalled(root);
  expect(installState(root, machine)).toBe('ready');
});

it('accepts packages that it may not write to', () => {
  writeLock(lock);
  npmCi(onLinux);
  // No user can write through this link, not even one who may write to any file.
  symlinkSync(join(root, 'missing', 'stamp'), join(root, 'node_modules', '.soundstage-installed'));
  recordInstalled(root);
  expect(installState(root, machine)).toBe('stamp');
});

it.each<[string, Packages, Packages]>([
  ['a package has another version', lock, { ...onLinux, 'node_modules/one': { version: '1.0.1', integrity: 'x' } }],
  ['a package has other content', lock, { ...onLinux, 'node_modules/one': { version: '1.0.0', integrity: 'x' } }],
  ['a package is missing', lock, { 'node_modules/one': always['node_modules/one'] ?? {} }],
  ['a package is left from before', lock, { ...onLinux, 'node_modules/three': { version: '3.0.0' } }],
  ['the packages are those of another machine', lock, { ...always, 'node_modules/native-mac': _mac ?? {} }],
])('installs when %s', (_what, wanted, recorded) => {
  writeLock(wanted);
  npmCi(recorded);
  expect(installState(root, machine)).toBe('install');
});

it('installs when the folder of a package was deleted, or the record of npm is unreadable', () => {
  writeLock(lock);
  npmCi(onLinux);
  rmSync(join(root, 'node_modules', 'two'), { recursive: true });
  expect(installState(root, machine)).toBe('install');
  npmCi(onLinux);
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), '{"packages":');
  expect(installState(root, machine)).toBe('install');
});

it('never installs into the packages of another checkout', () => {
  writeLock(lock);
  npmCi(onLinux);
  const other = mkdtempSync(join(tmpdir(), 'soundstage-install-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(other, 'node_modules'), 'junction');
    writeFileSync(join(other, 'package-lock.json'), readFileSync(join(root, 'package-lock.json')));
    expect(installState(other, machine)).toBe('stamp');
    rmSync(join(root, 'node_modules', 'two'), { recursive: true });
    expect(installState(other, machine)).toBe('linked');
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

it('installs after the lock file changed, and after a move to another machine', () => {
  writeLock(lock);
  npmCi(onLinux);
  recordInstalled(root);
  expect(installState(root, { os: 'darwin', cpu: 'arm64' })).toBe('install');
  writeLock({ ...lock, 'node_modules/two': { version: '2.0.1', integrity: 'sha512-new' } });
  expect(installState(root, machine)).toBe('install');
});

it("explains why npm left out packages of this checkout's lock file", () => {
  const read = (...path: string[]) =>
    (JSON.parse(readFileSync(join(repositoryRoot, ...path), 'utf8')) as { packages: Packages }).packages;
  const recorded = read('node_modules', '.package-lock.json');
  const optional = Object.entries(read('package-lock.json')).filter(
    ([folder, entry]) => folder === '' || Object.hasOwn(recorded, folder) || entry['optional'] === true,
  );
  expect(optional.length).toBeGreaterThan(Object.keys(recorded).length + 10);
  writeLock(Object.fromEntries(optional));
  npmCi(recorded);
  expect(installState(root)).toBe('stamp');
});
