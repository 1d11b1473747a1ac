import { cpSync, existsSync, mkdtempSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What `npm start` needs of a checkout. */
const PARTS = ['package.json', 'package-lock.json', 'cdk.json', 'tsconfig.json', 'bin', 'infra', 'lambdas', 'web'];

/** The sources of a checkout with nothing built, and a folder for data. */
export interface Checkout {
  readonly root: string;
  readonly dataFolder: string;
  remove(): void;
}

/** Linux keeps files below it in memory. */
const MEMORY = '/dev/shm';
/** What a million contents need, in bytes, with room. */
const LARGE_BYTES = 8e9;

/** Where a large catalog is written without waiting for a disk at every item, if the machine has such a place. */
const placeForLarge = (): string => {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > LARGE_BYTES ? MEMORY : tmpdir();
};

/**
 * Copies the sources of `root` beside its installed packages, so that builds and starts from nothing leave its own
 * build alone.
 */
export const copyCheckout = (root: string, large = false): Checkout => {
  const folder = mkdtempSync(join(large ? placeForLarge() : tmpdir(), 'soundstage-bench-'));
  const copy = join(folder, 'checkout');
  for (const part of PARTS) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return {
    root: copy,
    dataFolder: join(folder, 'data'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
