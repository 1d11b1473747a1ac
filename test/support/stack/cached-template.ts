import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../source-tree.ts';

/** Where the tests of the template leave that of the stage `local`. */
const kept = join(repositoryRoot, '.build', 'test-assembly', 'local');
/** Says of which sources a template is; a start makes one of others anew. */
const STAMP = 'source-hash';

const stampOf = (folder: string): string | undefined =>
  existsSync(join(folder, STAMP)) ? readFileSync(join(folder, STAMP), 'utf8') : undefined;

/** Lies in every data folder: without it a start takes a folder that holds something for somebody else's. */
const DATA_MARKER = 'soundstage-data';

/**
 * Lays the template that earlier tests made where a start looks for its own, because making one takes seconds and every
 * start of the same sources makes the same. The start itself compares the sources. Does nothing where there is none, or
 * where the folder has one.
 */
export const writeTemplate = (folder: string): void => {
  const stamp = stampOf(kept);
  if (stamp === undefined || existsSync(folder)) return;
  try {
    cpSync(kept, folder, { recursive: true, filter: (path) => path !== join(kept, STAMP) });
    // The stamp comes last: a copy of a template that is being made anew at this moment has none, and is not taken.
    if (stampOf(kept) === stamp) writeFileSync(join(folder, STAMP), stamp);
  } catch {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The same in a data folder that no start has opened yet. */
export const writeTemplateToData = (dataFolder: string): void => {
  writeTemplate(join(dataFolder, 'cdk.out'));
  if (existsSync(join(dataFolder, 'cdk.out'))) writeFileSync(join(dataFolder, DATA_MARKER), '');
};
