import { cpSync, existsSync, mkdtempSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Files and folders of a checkout that `npm start` needs. */
const PARTS = ['package.json', 'package-lock.json', 'cdk.json', 'tsconfig.json', 'bin', 'infra', 'lambdas', 'web'];

/** A copy of the sources with nothing built, and a folder for data. */
export interface Checkout {
  readonly root: string;
  readonly dataFolder: string;
  remove(): void;
}

/** Linux keeps files in this folder in memory. */
const MEMORY = '/dev/shm';
/** Bytes that a million items need, with a margin. */
const LARGE_BYTES = 8e9;

/** A folder in memory if it has room for a large catalog, so that writes need not wait for a disk. */
const folderForLargeData = (): string => {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > LARGE_BYTES ? MEMORY : tmpdir();
};

/**
 * Copies the sources of `root` and links its installed packages, so that builds and clean starts do not touch the build
 * of `root`.
 */
export const copyCheckout = (root: string, large = false): Checkout => {
  const folder = mkdtempSync(join(large ? folderForLargeData() : tmpdir(), 'soundstage-bench-'));
  const copy = join(folder, 'checkout');
  for (const part of PARTS) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return {
    root: copy,
    dataFolder: join(folder, 'data'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
