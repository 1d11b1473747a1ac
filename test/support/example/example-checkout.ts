import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyCheckout, type Checkout } from '../../bench/checkout.ts';
import { repositoryRoot } from '../source-tree.ts';
import { registrations, type Registration } from './registrations.ts';

/** The folder with the new files of the example, at their places in a checkout. */
export const EXAMPLE = 'test/example/bookmarks';

/** The parts of a checkout that only its tests need. */
const TEST_PARTS = [
  'test',
  'jest.config.mjs',
  'eslint.config.mjs',
  'LICENSE',
  'README.md',
  '.github',
  '.gitignore',
  '.prettierignore',
];

/** What the compiler knows about unchanged files, if this checkout was compiled. */
const BUILD_INFO = '.build/tsconfig.tsbuildinfo';

/** Adds the lines of a registration to a text. @throws Error unless the line that they follow occurs once */
export const register = (text: string, { file, after, add }: Registration): string => {
  const lines = text.split('\n');
  const places = lines.flatMap((line, index) => (line === after ? [index] : []));
  const [place] = places;
  if (place === undefined || places.length > 1)
    throw new Error(`${file} has ${places.length} lines "${after}", not one. Update registrations.ts.`);
  return lines.toSpliced(place + 1, 0, ...add).join('\n');
};

/** A copy of this checkout with the example added to it, as a contributor would. */
export const checkoutWithExample = (): Checkout => {
  const checkout = copyCheckout(repositoryRoot);
  const inCopy = (path: string): string => join(checkout.root, path);
  for (const part of TEST_PARTS) cpSync(join(repositoryRoot, part), inCopy(part), { recursive: true });
  if (existsSync(join(repositoryRoot, BUILD_INFO))) cpSync(join(repositoryRoot, BUILD_INFO), inCopy(BUILD_INFO));
  cpSync(join(repositoryRoot, EXAMPLE), checkout.root, { recursive: true });
  for (const registration of registrations) {
    const path = inCopy(registration.file);
    writeFileSync(path, register(readFileSync(path, 'utf8'), registration));
  }
  return checkout;
};
