/**
 * `npm start`: builds everything, synthesizes the template of the stage `local`, runs it on this machine and rebuilds
 * on changes.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningCloud, startLocalCloud } from '../infra/local/boot.ts';
import { systemClock } from '../infra/local/clock.ts';
import { withoutSourceMaps } from '../infra/local/functions/environment.ts';
import { StartError } from '../infra/local/start-error.ts';
import { startRebuilding } from '../infra/rebuild/rebuild.ts';
import { synthesize } from '../infra/synth.ts';
import { moveSecurityEvents } from '../lambdas/data/admin/move-security-events.ts';
import { movePeople } from '../lambdas/data/people/move-people.ts';
import { createTable } from '../lambdas/data/table/table.ts';
import { createDocumentClient } from '../lambdas/platform/aws-clients.ts';
import { requireAnswers } from './terminal/answers.ts';
import { connectLocalStripe } from './billing/connect-local.ts';
import { openDataFolder, removeEndpoint, writeEndpoint } from './start/data-folder.ts';
import { demoAccounts, demoPassword, seedDemo } from './demo.ts';
import { type DemoState, openDemoState } from './demo/state.ts';
import { watchDiskSpace } from './start/disk-space.ts';
import { openFunctionLog } from './start/function-log.ts';
import { readStartOptions } from './start/start-options.ts';
import { createTerminal } from './terminal/terminal.ts';

const root = join(import.meta.dirname, '..');
const DEFAULT_PORT = 4000;
/**
 * Tests start many clouds, and let them use one database. Not an argument: the address contains a secret, and every
 * user of the machine sees arguments.
 */
const sharedDatabase = process.env['SOUNDSTAGE_DATABASE'];
/** One press of Ctrl-C reaches this process several times: from the terminal, from npm and from `run.mjs`. */
const SAME_PRESS_MS = 1000;

const readPort = (): number => {
  const text = process.env['PORT'] ?? String(DEFAULT_PORT);
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new StartError(`PORT must be a number from 0 to 65535, not "${text}".`);
  return port;
};

const terminal = createTerminal(
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
);
/** Cleanups to run when this process ends, newest last. */
const cleanups: (() => unknown)[] = [];
/** Stops template synthesis, and the demo catalog between two steps. */
const stopping = new AbortController();
let stopRequestedAt: number | undefined;

const runCleanups = async (): Promise<void> => {
  stopping.abort();
  while (cleanups.length > 0) await cleanups.pop()?.();
};

/** Stops everything and exits. A second request, or one before everything is up, does not wait. */
const stop = async (): Promise<void> => {
  if (stopRequestedAt !== undefined && performance.now() - stopRequestedAt < SAME_PRESS_MS) return;
  const again = stopRequestedAt !== undefined;
  stopRequestedAt = performance.now();
  terminal.line('Stopping Soundstage…');
  if (again || cleanups.length === 0) {
    stopping.abort();
    process.exit(1);
  }
  await runCleanups();
  process.exit(0);
};

/**
 * Synthesizes the template of the stage `local`, again when a source changed. A failed build is reported by its own
 * message, without a stack.
 */
const synthesizeTemplate = async (folder: string): Promise<string> => {
  await synthesize(root, 'local', folder, { signal: stopping.signal }).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    throw new StartError(
      error.message.includes('ENOSPC')
        ? `The disk is full: can't write to ${folder}. Free some space, or set SOUNDSTAGE_DATA to another disk.`
        : error.message,
    );
  });
  return folder;
};

const rebuildOnChange = (cloud: RunningCloud, assemblyDir: string): void => {
  const folder = cloud.deployments
    .flatMap(({ folders }) => folders)
    .find((each) => existsSync(join(each, 'index.html')));
  // Pages and hashed files have different cache settings, so the same folder is deployed more than once.
  const deployments = cloud.deployments.filter(({ folders }) => folders.includes(folder ?? ''));
  cleanups.push(
    startRebuilding({
      root,
      assemblyDir,
      functions: cloud.functions,
      site: {
        folder,
        deploy: async () => void (await Promise.all(deployments.map((deployment) => deployment.again()))),
      },
      report: terminal.line,
      reportError: terminal.error,
    }),
  );
};

/** Moves what an earlier version stored in the data folder in other places. */
const moveLocalData = async (cloud: RunningCloud): Promise<void> => {
  const { TableName = '' } = cloud.outputs['Soundstage-local-Data'] ?? {};
  const table = createTable(createDocumentClient(), TableName);
  const { users } = await movePeople(table, (userId) =>
    terminal.error(`The items of user ${userId} cannot be read and were left as they are.`),
  );
  const { events } = await moveSecurityEvents(table, Date.now(), ({ pk, sk }) =>
    terminal.error(`The security event ${pk} / ${sk} cannot be read and was left as it is.`),
  );
  if (users > 0) terminal.line(`Moved the data of ${users} users of an earlier version`);
  if (events > 0) terminal.line(`Moved ${events} security events of an earlier version`);
};

const createDemoCatalog = async (url: string, state: DemoState): Promise<void> => {
  if (state.empty) return;
  // Loaded only when needed: it includes the browser's sign-in code.
  const { createCatalog } = await import('./demo/catalog.ts');
  const admin = { email: demoAccounts.admin.email, password: demoPassword };
  await createCatalog({ url, admin, state, terminal, signal: stopping.signal }).catch((error: unknown) => {
    if (!stopping.signal.aborted)
      terminal.error(
        `The demo catalog is incomplete: ${error instanceof Error ? error.message : String(error)}. ` +
          'Run npm start again to complete it.',
      );
  });
};

const main = async (): Promise<void> => {
  const options = readStartOptions(process.argv.slice(2));
  // Lambda runs in UTC; worker threads inherit the time zone of the process.
  process.env['TZ'] = 'UTC';
  const port = readPort();
  const dataDir = await openDataFolder(root, options.reset);
  const state = openDemoState(dataDir, options.empty);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

  terminal.line('Starting Soundstage…');
  const stopDiskWatch = await watchDiskSpace(dataDir, systemClock, terminal.error);
  const assemblyDir = join(dataDir, 'cdk.out');
  const cloud = await startLocalCloud({
    assemblyDir: synthesizeTemplate(assemblyDir),
    dataDir,
    port,
    ...(sharedDatabase === undefined ? {} : { database: sharedDatabase }),
    onLog: openFunctionLog(dataDir, terminal.error),
    variables: {
      ...(options.sourceMaps ? {} : withoutSourceMaps),
      ...(options.sessionLimit === undefined ? {} : { SESSION_LIMIT: String(options.sessionLimit) }),
    },
  });
  cleanups.push(cloud.stop, stopDiskWatch);
  writeEndpoint(dataDir, { pid: process.pid, env: cloud.env });
  cleanups.push(() => removeEndpoint(dataDir));
  Object.assign(process.env, cloud.env);
  await moveLocalData(cloud);
  await connectLocalStripe(cloud);
  await seedDemo(cloud, state);
  await requireAnswers(cloud.url);

  terminal.line(`Soundstage is ready at ${cloud.url}`);
  const { admin, listener } = demoAccounts;
  terminal.line(`  ${admin.email} (administrator) and ${listener.email}, password for both: ${demoPassword}`);
  terminal.line(`  Local cloud (mail, queues, functions, faults): ${cloud.url}/_local`);
  terminal.line(`  Speech recognition: ${cloud.transcribe.recognizerInUse()}`);
  if (options.watch) rebuildOnChange(cloud, assemblyDir);
  await createDemoCatalog(cloud.url, state);
};

main().catch(async (error: unknown) => {
  if (stopRequestedAt === undefined)
    terminal.error(error instanceof StartError ? error.message : String((error as Error).stack ?? error));
  await runCleanups();
  process.exit(1);
});
