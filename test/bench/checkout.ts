import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
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

/** Copies the sources of `root` beside its installed packages, so that builds and starts from nothing leave its own build alone. */
export const copyCheckout = (root: string): Checkout => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-bench-'));
  const copy = join(folder, 'checkout');
  for (const part of PARTS) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return { root: copy, dataFolder: join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) };
};
