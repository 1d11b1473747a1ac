/**
 * `npm start`: builds everything, makes the template of the stage `local`, runs it on this machine and rebuilds what
 * changes.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningCloud, startLocalCloud } from '../infra/local/boot.ts';
import { systemClock } from '../infra/local/clock.ts';
import { StartError } from '../infra/local/start-error.ts';
import { startRebuilding } from '../infra/rebuild/rebuild.ts';
import { synthesize } from '../infra/synth.ts';
import { requireAnswers } from './answers.ts';
import { openDataFolder, removeEndpoint, writeEndpoint } from './data-folder.ts';
import { demoAccounts, demoPassword, seedDemo } from './demo.ts';
import { type DemoState, openDemoState } from './demo/state.ts';
import { watchRoom } from './disk-space.ts';
import { openFunctionLog } from './function-log.ts';
import { readStartOptions } from './start-options.ts';
import { createTerminal } from './terminal.ts';

const root = join(import.meta.dirname, '..');
const DEFAULT_PORT = 4000;
/** One press of Ctrl-C reaches this process several times: from the terminal, from npm and from `run.mjs`. */
const SAME_PRESS_MS = 1000;

const readPort = (): number => {
  const text = process.env['PORT'] ?? String(DEFAULT_PORT);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new StartError(`PORT must be a number from 0 to 65535; it is "${text}".`);
  return port;
};

const terminal = createTerminal(
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
);
/** What must end with this process, newest last. */
const ends: (() => unknown)[] = [];
/** Ends the child that makes the template, and the demo catalog between two steps. */
const ending = new AbortController();
let endedAt: number | undefined;

const endAll = async (): Promise<void> => {
  ending.abort();
  while (ends.length > 0) await ends.pop()?.();
};

/** A second wish to end, or one before everything is up, does not wait. */
const end = async (): Promise<void> => {
  if (endedAt !== undefined && performance.now() - endedAt < SAME_PRESS_MS) return;
  const again = endedAt !== undefined;
  endedAt = performance.now();
  terminal.line('Ending Soundstage …');
  if (again || ends.length === 0) {
    ending.abort();
    process.exit(1);
  }
  await endAll();
  process.exit(0);
};

/**
 * The template of the stage `local`, made anew when a source changed. What the build says of its own failure is all a
 * person needs.
 */
const makeTemplate = async (folder: string): Promise<string> => {
  await synthesize(root, 'local', folder, ending.signal).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    throw new StartError(
      error.message.includes('ENOSPC')
        ? `The disk is full: the template finds no room in ${folder}. Make room, or set SOUNDSTAGE_DATA to a folder on another disk.`
        : error.message,
    );
  });
  return folder;
};

const rebuildWhatChanges = (cloud: RunningCloud, assemblyDir: string): void => {
  const folder = cloud.deployments
    .flatMap(({ folders }) => folders)
    .find((each) => existsSync(join(each, 'index.html')));
  // Pages and hashed files are cached differently, so the same folder is deployed more than once.
  const deployments = cloud.deployments.filter(({ folders }) => folders.includes(folder ?? ''));
  ends.push(
    startRebuilding({
      root,
      assemblyDir,
      functions: cloud.functions,
      site: {
        folder,
        deploy: async () => void (await Promise.all(deployments.map((deployment) => deployment.again()))),
      },
      say: terminal.line,
      complain: terminal.error,
    }),
  );
};

const makeDemoCatalog = async (url: string, state: DemoState): Promise<void> => {
  if (state.empty) return;
  // Loaded when there is something to make only: it brings what a browser needs to sign in.
  const { createCatalog } = await import('./demo/catalog.ts');
  const admin = { email: demoAccounts.admin.email, password: demoPassword };
  await createCatalog({ url, admin, state, terminal, signal: ending.signal }).catch((error: unknown) => {
    if (!ending.signal.aborted)
      terminal.error(
        `The demo catalog is not complete: ${error instanceof Error ? error.message : String(error)}. The next start tries again.`,
      );
  });
};

const main = async (): Promise<void> => {
  const options = readStartOptions(process.argv.slice(2));
  // Lambda's clock is on UTC; worker threads take the zone of the process.
  process.env['TZ'] = 'UTC';
  const port = readPort();
  const dataDir = await openDataFolder(root, options.reset);
  const state = openDemoState(dataDir, options.empty);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

  terminal.line('Starting Soundstage …');
  const endLooking = await watchRoom(dataDir, systemClock, terminal.error);
  const assemblyDir = join(dataDir, 'cdk.out');
  const cloud = await startLocalCloud({
    assemblyDir: makeTemplate(assemblyDir),
    dataDir,
    port,
    onLog: openFunctionLog(dataDir, terminal.error),
  });
  ends.push(cloud.stop, endLooking);
  writeEndpoint(dataDir, { pid: process.pid, env: cloud.env });
  ends.push(() => removeEndpoint(dataDir));
  Object.assign(process.env, cloud.env);
  await seedDemo(cloud, state);
  await requireAnswers(cloud.url);

  terminal.line(`Soundstage is ready at ${cloud.url}`);
  terminal.line(
    `  ${demoAccounts.admin.email} (administrator) and ${demoAccounts.listener.email}, password of both: ${demoPassword}`,
  );
  terminal.line(`  Local cloud (mail, queues, functions, faults): ${cloud.url}/_local`);
  if (options.watch) rebuildWhatChanges(cloud, assemblyDir);
  await makeDemoCatalog(cloud.url, state);
};

main().catch(async (error: unknown) => {
  if (endedAt === undefined)
    terminal.error(error instanceof StartError ? error.message : String((error as Error).stack ?? error));
  await endAll();
  process.exit(1);
});
