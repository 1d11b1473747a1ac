/** `npm start`: builds everything, makes the template of the stage `local` and runs it on this machine. */
import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type RunningCloud, startLocalCloud } from '../infra/local/boot.ts';
import { StartError } from '../infra/local/start-error.ts';
import { synthesize } from '../infra/synth.ts';
import { demoAccounts, demoPassword, seedDemo } from './demo.ts';

const root = join(import.meta.dirname, '..');
const DEFAULT_PORT = 4000;
/** Lies in every data folder; without it `--reset` deletes nothing. */
const MARKER = 'soundstage-data';
/** Tells operator commands how to reach the running cloud. */
const ENDPOINT_FILE = 'endpoint.json';

const readPort = (): number => {
  const text = process.env['PORT'] ?? String(DEFAULT_PORT);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new StartError(`PORT must be a number from 0 to 65535; it is "${text}".`);
  return port;
};

/** Whether the process that wrote the folder's endpoint file still runs. */
const isInUse = (folder: string): boolean => {
  const file = join(folder, ENDPOINT_FILE);
  if (!existsSync(file)) return false;
  const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number };
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const openDataFolder = (reset: boolean): string => {
  const folder = resolve(process.env['SOUNDSTAGE_DATA'] ?? join(root, '.local'));
  const used = existsSync(folder) && readdirSync(folder).length > 0;
  if (used && !existsSync(join(folder, MARKER))) throw new StartError(`${folder} holds other things than Soundstage's data; SOUNDSTAGE_DATA must name a folder of its own.`);
  if (isInUse(folder)) throw new StartError(`Another Soundstage is running on ${folder}. Stop it first, or set SOUNDSTAGE_DATA to another folder.`);
  if (reset) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, MARKER), '');
  return folder;
};

/** Every line of the functions goes to one file, what is no plain information to the terminal as well. */
const openLog = (folder: string): ((name: string, line: string) => void) => {
  const file = createWriteStream(join(folder, 'functions.log'));
  return (name, line) => {
    file.write(`${name} ${line}\n`);
    if (!/"level":"(info|debug|INFO|DEBUG)"/.test(line)) console.error(`[${name}] ${line}`);
  };
};

/** Ends the child that makes the template, when this process ends before it. */
const synthesis = new AbortController();

/** The template of the stage `local`, made anew. What the build says of its own failure is all a person needs. */
const makeTemplate = async (folder: string): Promise<string> => {
  await synthesize(root, 'local', folder, synthesis.signal).catch((error: unknown) => {
    throw error instanceof Error ? new StartError(error.message) : error;
  });
  return folder;
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { reset: { type: 'boolean', default: false } } });
  // Lambda's clock is on UTC; worker threads take the zone of the process.
  process.env['TZ'] = 'UTC';
  const port = readPort();
  const dataDir = openDataFolder(values.reset);
  const endpointFile = join(dataDir, ENDPOINT_FILE);

  const running: { cloud?: RunningCloud } = {};
  let ending = false;
  const end = async (): Promise<void> => {
    if (ending || !running.cloud) {
      synthesis.abort();
      process.exit(1);
    }
    ending = true;
    rmSync(endpointFile, { force: true });
    await running.cloud.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

  console.log('Starting Soundstage …');
  const cloud = await startLocalCloud({
    assemblyDir: makeTemplate(join(dataDir, 'cdk.out')),
    dataDir,
    port,
    onLog: openLog(dataDir),
  });
  running.cloud = cloud;
  writeFileSync(endpointFile, JSON.stringify({ pid: process.pid, env: cloud.env }), { mode: 0o600 });
  Object.assign(process.env, cloud.env);
  await seedDemo(cloud, dataDir);

  console.log(`Soundstage is ready at ${cloud.url}`);
  console.log(`  ${demoAccounts.admin.email} (administrator) and ${demoAccounts.listener.email}, password of both: ${demoPassword}`);
  console.log(`  Mail that it sends: ${cloud.url}/_local/mail`);
};

main().catch((error: unknown) => {
  synthesis.abort();
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
