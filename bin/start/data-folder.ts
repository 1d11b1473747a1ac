import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { isAlive } from '../../infra/local/process-alive.ts';
import { StartError } from '../../infra/local/start-error.ts';

/** Marker file in every data folder. `--reset` deletes nothing from a folder without it. */
const MARKER = 'soundstage-data';

/** Timeout of a connection attempt, in milliseconds. */
const CONNECT_TIMEOUT_MS = 2000;

const Endpoint = z.object({ pid: z.int(), env: z.record(z.string(), z.string()) });
/** How operator commands connect to the cloud that runs on a data folder. */
export type Endpoint = z.infer<typeof Endpoint>;

const endpointFile = (folder: string): string => join(folder, 'endpoint.json');

/** The data folder: `SOUNDSTAGE_DATA`, or `.local` in the checkout. */
export const dataFolderOf = (root: string): string => resolve(process.env['SOUNDSTAGE_DATA'] ?? join(root, '.local'));

/** Records how to connect to the cloud on a folder, in a file that only its owner can read. */
export const writeEndpoint = (folder: string, endpoint: Endpoint): void => {
  // Renamed into place, because an operator command can read it at any time.
  writeFileSync(`${endpointFile(folder)}.new`, JSON.stringify(endpoint), { mode: 0o600 });
  renameSync(`${endpointFile(folder)}.new`, endpointFile(folder));
};

/** Deletes the record of a cloud that has stopped. */
export const removeEndpoint = (folder: string): void => rmSync(endpointFile(folder), { force: true });

const readEndpoint = (folder: string): Endpoint | undefined => {
  try {
    return Endpoint.parse(JSON.parse(readFileSync(endpointFile(folder), 'utf8')));
  } catch {
    return undefined;
  }
};

/** Whether a process listens at an address. A suspended one (Ctrl-Z) does, without ever responding. */
const listens = ({ hostname, port }: URL): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: CONNECT_TIMEOUT_MS });
    const end = (result: boolean) => (): void => {
      socket.destroy();
      done(result);
    };
    socket.once('connect', end(true)).once('timeout', end(true)).once('error', end(false));
  });

/**
 * The cloud that runs on a folder, or undefined. After a crash, another program may have the recorded process ID, so
 * the port is checked too.
 */
export const findRunning = async (folder: string): Promise<Endpoint | undefined> => {
  const endpoint = readEndpoint(folder);
  const url = endpoint?.env['AWS_ENDPOINT_URL'];
  return endpoint && url !== undefined && isAlive(endpoint.pid) && (await listens(new URL(url))) ? endpoint : undefined;
};

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission',
  EPERM: 'you have no permission',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  ENOTDIR: 'it is a file or inside one',
};

/** Runs a file operation on the folder. @throws StartError with a one-line reason when it fails */
const use = <T>(folder: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new StartError(
      `Can't use the data folder ${folder}: ${REASONS[code] ?? message}. Set SOUNDSTAGE_DATA to a writable folder.`,
    );
  }
};

/**
 * Opens the data folder. `reset` empties it first.
 * @throws StartError when it is not writable, contains other files, or is in use by another Soundstage
 */
export const openDataFolder = async (root: string, reset: boolean): Promise<string> => {
  const folder = dataFolderOf(root);
  const used = use(folder, () => existsSync(folder) && readdirSync(folder).length > 0);
  if (used && !existsSync(join(folder, MARKER)))
    throw new StartError(
      `${folder} contains files that Soundstage did not create. Set SOUNDSTAGE_DATA to a new or empty folder.`,
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
