/** Decides whether packages must be installed. Like `run.mjs`, it runs on any Node >= 20 without node_modules. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A machine as npm describes it in the lock file. */
const thisMachine = { os: process.platform, cpu: process.arch };

const stampOf = (root) => join(root, 'node_modules', '.soundstage-installed');

/** What the stamp contains: the lock file's hash. */
const stampText = (lock) => createHash('sha256').update(lock).digest('hex');

const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** Whether a list of the lock file (such as `["!win32"]`) includes a value. Some packages have a text instead. */
const includes = (list, value) => {
  const all = [list].flat();
  return all.includes(value) || (all.every((one) => one.startsWith('!')) && !all.includes(`!${value}`));
};

/**
 * Whether npm may leave out a package on a machine. It does so for optional ones of other machines or C libraries, and
 * for those that only they need.
 */
const isDispensable = ({ optional, os, cpu, libc }, machine) => {
  if (optional !== true) return false;
  if (libc !== undefined || (os === undefined && cpu === undefined)) return true;
  return (os !== undefined && !includes(os, machine.os)) || (cpu !== undefined && !includes(cpu, machine.cpu));
};

/** Whether the packages made for a machine are there: those of a copied node_modules may be for another one. */
const hasNativePackages = (root, lock, machine) =>
  Object.entries(JSON.parse(lock).packages).every(
    ([folder, entry]) => isDispensable(entry, machine) || entry.optional !== true || existsSync(join(root, folder)),
  );

const isSame = (wanted, found) => wanted.version === found.version && wanted.integrity === found.integrity;

/** The packages that npm recorded as installed, by folder; undefined without a readable record. */
const recordedPackages = (root) => {
  try {
    const { packages } = JSON.parse(readText(join(root, 'node_modules', '.package-lock.json')) ?? '');
    return typeof packages === 'object' && packages !== null ? packages : undefined;
  } catch {
    return undefined;
  }
};

/** Whether node_modules contains exactly what the lock file says, by npm's own record and the packages' folders. */
const hasPackages = (root, lock, machine) => {
  const recorded = recordedPackages(root);
  if (!recorded) return false;
  const { '': _project, ...wanted } = JSON.parse(lock).packages;
  return (
    Object.keys(recorded).every((folder) => Object.hasOwn(wanted, folder)) &&
    Object.entries(wanted).every(([folder, entry]) =>
      Object.hasOwn(recorded, folder)
        ? isSame(entry, recorded[folder]) && existsSync(join(root, folder))
        : isDispensable(entry, machine),
    )
  );
};

/** Whether node_modules is a link to the packages of another checkout. Installing would delete those. */
const isLinked = (root) => lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/**
 * What a checkout needs before a command can run. `ready`: nothing. `stamp`: its packages are right, but something
 * other than this script installed them (`npm ci`, or a copy of another checkout). `linked`: packages are
 * missing or differ, but they belong to another checkout. `install`: packages are missing or differ.
 */
export const installState = (root, machine = thisMachine) => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (readText(stampOf(root)) === stampText(lock) && hasNativePackages(root, lock, machine)) return 'ready';
  if (hasPackages(root, lock, machine)) return 'stamp';
  return isLinked(root) ? 'linked' : 'install';
};

/** Records that the packages are right, so that the next command need not compare them. */
export const recordInstalled = (root) => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  try {
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    writeFileSync(stampOf(root), stampText(lock));
  } catch {
    // A read-only node_modules is fine: the next command compares again.
  }
};
