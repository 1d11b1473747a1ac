import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../source-tree.ts';

/** A file with the hash of the sources that a template was made from; a start rebuilds it when they differ. */
const STAMP = 'source-hash';

/** Present in every data folder: a start rejects a non-empty folder without it. */
export const DATA_MARKER = 'soundstage-data';

/** Where tests keep the synthesized template of a stage. */
export const templateFolder = (stage: string): string => join(repositoryRoot, '.build', 'test-assembly', stage);

/**
 * Copies that template, and the builds that it was made from, to a copy of the checkout and to its data folder, as an
 * earlier start there would have left them. For a cloud that changes its template and its builds.
 */
export const copyTemplate = (root: string, dataFolder: string): void => {
  const cached = templateFolder('local');
  if (!existsSync(join(cached, STAMP))) return;
  for (const build of ['functions', 'web', 'web.json']) {
    const from = join(repositoryRoot, '.build', build);
    if (existsSync(from)) cpSync(from, join(root, '.build', build), { recursive: true });
  }
  cpSync(cached, join(dataFolder, 'cdk.out'), { recursive: true });
  writeFileSync(join(dataFolder, DATA_MARKER), '');
};

/**
 * Lets a start on a data folder that no start has used yet find the template that earlier tests synthesized, because
 * synthesizing takes seconds and gives the same result for the same sources. With a link: a start reads its files and
 * never changes them. One that finds other sources replaces the link. Does nothing when there is no such template.
 */
export const linkTemplate = (dataFolder: string): void => {
  const cached = templateFolder('local');
  const link = join(dataFolder, 'cdk.out');
  if (!existsSync(join(cached, STAMP)) || existsSync(link)) return;
  mkdirSync(dataFolder, { recursive: true });
  symlinkSync(cached, link, 'junction');
  writeFileSync(join(dataFolder, DATA_MARKER), '');
};
