import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sourceHash } from '../../../infra/source-hash.ts';
import { repositoryRoot } from '../source-tree.ts';

/** The sources that decide what a start with the demo catalog stores. */
const SOURCES = ['package-lock.json', 'cdk.json', 'bin', 'infra', 'lambdas', 'web'];

/**
 * Fills an empty data folder with the demo catalog. The first use creates the catalog with `create`, which takes half a
 * minute, and keeps a copy; later uses copy that, as long as no source changed.
 */
export const writeDemoData = async (
  dataFolder: string,
  create: (dataFolder: string) => Promise<void>,
): Promise<void> => {
  const cache = join(repositoryRoot, '.build', 'test-demo', sourceHash(repositoryRoot, SOURCES));
  if (!existsSync(cache)) {
    rmSync(dirname(cache), { recursive: true, force: true });
    mkdirSync(dirname(cache), { recursive: true });
    const fresh = mkdtempSync(join(tmpdir(), 'soundstage-demo-'));
    await create(fresh);
    // Copied under another name and moved into place, because a test in another process may do the same.
    const copy = `${cache}.${process.pid}`;
    cpSync(fresh, copy, { recursive: true });
    rmSync(fresh, { recursive: true, force: true });
    try {
      renameSync(copy, cache);
    } catch (error) {
      rmSync(copy, { recursive: true, force: true });
      if (!existsSync(cache)) throw error;
    }
  }
  cpSync(cache, dataFolder, { recursive: true });
};
