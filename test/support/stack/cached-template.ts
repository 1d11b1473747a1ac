import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../source-tree.ts';

/** Where earlier tests keep the synthesized template of the stage `local`. */
const cacheFolder = join(repositoryRoot, '.build', 'test-assembly', 'local');
/** A file with the hash of the sources that a template was made from; a start rebuilds it when they differ. */
const STAMP = 'source-hash';

const stampOf = (folder: string): string | undefined =>
  existsSync(join(folder, STAMP)) ? readFileSync(join(folder, STAMP), 'utf8') : undefined;

/** Present in every data folder: a start rejects a non-empty folder without it. */
const DATA_MARKER = 'soundstage-data';

/**
 * Copies the template that earlier tests synthesized to where a start looks for its own, because synthesizing takes
 * seconds and gives the same result for the same sources. The start still compares the sources. Does nothing when
 * there is no cached template or the folder already has one.
 */
export const writeTemplate = (folder: string): void => {
  const stamp = stampOf(cacheFolder);
  if (stamp === undefined || existsSync(folder)) return;
  try {
    cpSync(cacheFolder, folder, { recursive: true, filter: (path) => path !== join(cacheFolder, STAMP) });
    // The stamp is written last: a template that is being rebuilt during the copy has none and is not used.
    if (stampOf(cacheFolder) === stamp) writeFileSync(join(folder, STAMP), stamp);
  } catch {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Does the same in a data folder that no start has used yet. */
export const writeTemplateToData = (dataFolder: string): void => {
  writeTemplate(join(dataFolder, 'cdk.out'));
  if (existsSync(join(dataFolder, 'cdk.out'))) writeFileSync(join(dataFolder, DATA_MARKER), '');
};
