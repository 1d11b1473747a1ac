import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunning, openDataFolder, removeEndpoint, writeEndpoint } from '../../../bin/start/data-folder.ts';

let root: string;
let folder: string;
let server: Server | undefined;
const before = process.env['SOUNDSTAGE_DATA'];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'soundstage-folder-'));
  folder = join(root, '.local');
  delete process.env['SOUNDSTAGE_DATA'];
});
afterEach(async () => {
  await new Promise<void>((done) => (server ? server.close(() => done()) : done()));
  server = undefined;
  rmSync(root, { recursive: true, force: true });
  if (before !== undefined) process.env['SOUNDSTAGE_DATA'] = before;
});

const listenSomewhere = async (): Promise<number> => {
  server = createServer((socket) => socket.destroy());
  const listening = server;
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', () => done()));
  return (listening.address() as AddressInfo).port;
};
const recordEndpoint = (pid: number, port: number) =>
  writeEndpoint(folder, { pid, env: { AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` } });

/** A local port that nothing listens on. */
const closedPort = async (): Promise<number> => {
  const port = await listenSomewhere();
  await new Promise<void>((done) => server?.close(() => done()));
  server = undefined;
  return port;
};

it('creates the folder, keeps its files, and empties it on request', async () => {
  expect(await openDataFolder(root, false)).toBe(folder);
  writeFileSync(join(folder, 'kept'), 'x');
  await openDataFolder(root, false);
  expect(existsSync(join(folder, 'kept'))).toBe(true);
  await openDataFolder(root, true);
  expect(readdirSync(folder)).toEqual(['soundstage-data']);
});

it('deletes nothing in a folder with other files', async () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'thesis.txt'), 'x');
  await expect(openDataFolder(root, true)).rejects.toThrow('contains files that Soundstage did not create');
  expect(readFileSync(join(folder, 'thesis.txt'), 'utf8')).toBe('x');
});

it('rejects a folder in use by another Soundstage', async () => {
  await openDataFolder(root, false);
  recordEndpoint(process.pid, await listenSomewhere());
  await expect(openDataFolder(root, true)).rejects.toThrow(/^Another Soundstage is running on .*\. Stop it first/);
  expect(await findRunning(folder)).toMatchObject({ pid: process.pid });
  removeEndpoint(folder);
  expect(await findRunning(folder)).toBeUndefined();
});

it('ignores what a crash left behind: a process ID that another program has now, or half a file', async () => {
  await openDataFolder(root, false);
  recordEndpoint(process.pid, await closedPort());
  expect(await findRunning(folder)).toBeUndefined();
  await openDataFolder(root, false);
  writeFileSync(join(folder, 'endpoint.json'), '{"pid":12');
  expect(await findRunning(folder)).toBeUndefined();
  await openDataFolder(root, false);
});

it('explains in one line why a folder cannot be used', async () => {
  writeFileSync(folder, 'a file');
  await expect(openDataFolder(root, false)).rejects.toThrow(
    /^Can't use the data folder .*: it is a file or inside one\. Set SOUNDSTAGE_DATA to a writable folder\.$/,
  );
});
