import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { StartError } from '../infra/local/start-error.ts';

/** Lies in every data folder; without it `--reset` deletes nothing. */
const MARKER = 'soundstage-data';

/** How long somebody who listens may take to say so, in milliseconds. */
const KNOCK_MS = 2000;

const Endpoint = z.object({ pid: z.int(), env: z.record(z.string(), z.string()) });
/** How operator commands reach the cloud that runs on a data folder. */
export type Endpoint = z.infer<typeof Endpoint>;

const endpointFile = (folder: string): string => join(folder, 'endpoint.json');

/** Where data lies: the folder that `SOUNDSTAGE_DATA` names, or `.local` of the checkout. */
export const dataFolderOf = (root: string): string => resolve(process.env['SOUNDSTAGE_DATA'] ?? join(root, '.local'));

/** Notes how the cloud on a folder is reached, for its owner only. */
export const writeEndpoint = (folder: string, endpoint: Endpoint): void => {
  // Whole or not at all: an operator's command may look at any time.
  writeFileSync(`${endpointFile(folder)}.new`, JSON.stringify(endpoint), { mode: 0o600 });
  renameSync(`${endpointFile(folder)}.new`, endpointFile(folder));
};

/** Forgets the note of a cloud that has ended. */
export const removeEndpoint = (folder: string): void => rmSync(endpointFile(folder), { force: true });

const readEndpoint = (folder: string): Endpoint | undefined => {
  try {
    return Endpoint.parse(JSON.parse(readFileSync(endpointFile(folder), 'utf8')));
  } catch {
    return undefined;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives, and is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Whether somebody listens at an address. One who was halted (Ctrl-Z) does, without ever answering. */
const listens = ({ hostname, port }: URL): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: KNOCK_MS });
    const end = (heard: boolean) => (): void => {
      socket.destroy();
      done(heard);
    };
    socket.once('connect', end(true)).once('timeout', end(true)).once('error', end(false));
  });

/**
 * The cloud that runs on a folder, or undefined. What a crash left behind does not count: its number may be another
 * program's by now, so its port is asked as well.
 */
export const findRunning = async (folder: string): Promise<Endpoint | undefined> => {
  const endpoint = readEndpoint(folder);
  const url = endpoint?.env['AWS_ENDPOINT_URL'];
  return endpoint && url !== undefined && isAlive(endpoint.pid) && (await listens(new URL(url))) ? endpoint : undefined;
};

const WHY: Readonly<Record<string, string>> = {
  EACCES: 'this account may not',
  EPERM: 'this account may not',
  EROFS: 'its disk takes no changes',
  ENOSPC: 'its disk is full',
  ENOTDIR: 'it is a file, or lies below one',
};

/** Does what a folder must allow. @throws StartError, in one line, when it does not */
const use = <T>(folder: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The data folder ${folder} cannot be used: ${WHY[code] ?? message}. Set SOUNDSTAGE_DATA to a folder that this account may write.`,
    );
  }
};

/**
 * Opens the data folder, and empties it first for `reset`.
 * @throws StartError when it cannot be written, holds other things, or another Soundstage runs on it
 */
export const openDataFolder = async (root: string, reset: boolean): Promise<string> => {
  const folder = dataFolderOf(root);
  const used = use(folder, () => existsSync(folder) && readdirSync(folder).length > 0);
  if (used && !existsSync(join(folder, MARKER)))
    throw new StartError(
      `${folder} holds other things than Soundstage's data; SOUNDSTAGE_DATA must name a folder of its own.`,
    );
  if (await findRunning(folder))
    throw new StartError(
      `Another Soundstage is running on ${folder}. Stop it first, or set SOUNDSTAGE_DATA to another folder.`,
    );
  use(folder, () => {
    if (reset) rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, MARKER), '');
  });
  return folder;
};
