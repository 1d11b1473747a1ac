import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartError } from '../infra/local/start-error.ts';

/** Lies in every data folder; without it `--reset` deletes nothing. */
const MARKER = 'soundstage-data';

/** Tells operator commands how to reach the cloud that runs on a data folder. */
export const endpointFile = (folder: string): string => join(folder, 'endpoint.json');

/** Whether the process that wrote the folder's endpoint file still runs. */
const isInUse = (folder: string): boolean => {
  const file = endpointFile(folder);
  if (!existsSync(file)) return false;
  const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number };
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/**
 * Opens the folder that `SOUNDSTAGE_DATA` names, or `.local` of the checkout, and empties it first for `reset`.
 * @throws StartError when it holds other things or another Soundstage runs on it
 */
export const openDataFolder = (root: string, reset: boolean): string => {
  const folder = resolve(process.env['SOUNDSTAGE_DATA'] ?? join(root, '.local'));
  const used = existsSync(folder) && readdirSync(folder).length > 0;
  if (used && !existsSync(join(folder, MARKER))) throw new StartError(`${folder} holds other things than Soundstage's data; SOUNDSTAGE_DATA must name a folder of its own.`);
  if (isInUse(folder)) throw new StartError(`Another Soundstage is running on ${folder}. Stop it first, or set SOUNDSTAGE_DATA to another folder.`);
  if (reset) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, MARKER), '');
  return folder;
};
