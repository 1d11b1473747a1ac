import { createHash, type Hash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const add = (hash: Hash, root: string, path: string): void => {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) {
    hash.update(path).update(readFileSync(full));
    return;
  }
  for (const entry of readdirSync(full).sort()) add(hash, root, `${path}/${entry}`);
};

/** A hex hash over the names and bytes of files and folders in `root`. Equal sources give equal hashes. */
export const sourceHash = (root: string, paths: readonly string[], ...extra: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const text of extra) hash.update(text);
  for (const path of paths) add(hash, root, path);
  return hash.digest('hex');
};
