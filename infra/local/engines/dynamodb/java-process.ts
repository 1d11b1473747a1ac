import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../../start-error.ts';
import { endOrphan, removePidFile, writePidFile } from './orphan-process.ts';

/** Oldest supported Java version, as in the README. */
const JAVA_MINIMUM = 17;
const START_LIMIT_MS = 30_000;
const EMULATOR = resolve(import.meta.dirname, '../../../../node_modules/amplify-dynamodb-simulator/emulator');

/** How DynamoDB Local is started. */
export interface JavaOptions {
  /** Folder of the database file and the PID file. */
  readonly dataDir: string;
  readonly inMemory: boolean;
  /** Keep the tables of each access key apart. @default false: one database for all keys */
  readonly keysApart?: boolean;
  /** Port on 127.0.0.1. Default: any free port. */
  readonly port?: number;
  /** The Java program. Default: `java` on the PATH. */
  readonly java?: string;
}

/** A running DynamoDB Local. */
export interface JavaProcess {
  /** Address of the database. It contains a secret, so do not print it. */
  readonly endpoint: string;
  readonly pid: number;
  /** Resolves when the process ends, for any reason. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Checks that a port on 127.0.0.1 is free; 0 finds a free one. Throws StartError when the port is in use. */
const freePort = (requested: number): Promise<number> =>
  new Promise((done, failed) => {
    const server = createServer();
    server.once('error', () =>
      failed(new StartError(`Port ${requested} is in use, but the local database needs it. Free it and start again.`)),
    );
    server.listen(requested, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** The major version in the text of `java -version` (`1.8.0` is 8); undefined when it has none. */
export const javaMajor = (text: string): number | undefined => {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  if (first === undefined) return undefined;
  return first === '1' && second !== undefined ? Number(second) : Number(first);
};

/** Finds out why Java did not start. The message is one line. */
const diagnose = (java: string, output: string): Promise<StartError> =>
  new Promise((done) => {
    execFile(java, ['-version'], (_error, stdout, stderr) => {
      const major = javaMajor(stdout + stderr);
      const needs = `Soundstage needs Java ${JAVA_MINIMUM} or newer on the PATH for its local database`;
      if (major === undefined) return done(new StartError(`${needs}; none was found.`));
      if (major < JAVA_MINIMUM) return done(new StartError(`${needs}; this one is Java ${major}.`));
      const reason = /(?:Caused by|Exception|Error|error)[^\n]*/.exec(output)?.[0] ?? 'it ended at once';
      done(new StartError(`The local database did not start: ${reason.trim()}`));
    });
  });

const launch = (options: JavaOptions, port: number, path: string, marker: string): ChildProcess => {
  const args = [
    '-Xmx256m',
    '-XX:+UseSerialGC',
    // Only the first compiler tier: a start takes 0.8 s less processor time and 55 MB less memory, and a page of the
    // feed takes 0.6 ms more.
    '-XX:TieredStopAtLevel=1',
    marker,
    `-Djava.library.path=${join(EMULATOR, 'DynamoDBLocal_lib')}`,
    '-cp',
    join(EMULATOR, 'DynamoDBLocal.jar'),
    'org.eclipse.jetty.xml.XmlConfiguration',
    join(import.meta.dirname, 'jetty.xml'),
    `port=${port}`,
    `inMemory=${options.inMemory}`,
    `oneDatabase=${!options.keysApart}`,
    ...(options.inMemory ? [] : [`dbPath=${options.dataDir}`]),
  ];
  return spawn(options.java ?? 'java', args, {
    // Java exits when its standard input closes, which happens when this process ends.
    stdio: ['pipe', 'ignore', 'pipe'],
    // A secret must not be an argument: every user of the machine sees those.
    env: { ...process.env, DDB_LOCAL_TELEMETRY: '0', SOUNDSTAGE_DATABASE_PATH: path },
    // Its own process group: Ctrl-C in a terminal must not stop the database before the processes that use it.
    detached: process.platform !== 'win32',
  });
};

/** Starts Java and waits until it answers. Throws StartError when it fails or the folder is in use. */
export const startJava = async (
  options: JavaOptions,
  answers: (endpoint: string) => Promise<boolean>,
): Promise<JavaProcess> => {
  mkdirSync(options.dataDir, { recursive: true });
  const pidFile = join(options.dataDir, 'dynamodb.pid');
  const marker = `-Dsoundstage.data=${resolve(options.dataDir)}`;
  await endOrphan(pidFile, marker);

  const port = await freePort(options.port ?? 0);
  const path = `/${randomBytes(24).toString('hex')}`;
  const endpoint = `http://127.0.0.1:${port}${path}`;
  const child = launch(options, port, path, marker);
  let output = '';
  let running = true;
  const ended = new Promise<void>((done) => {
    const finish = (): void => {
      running = false;
      done();
    };
    child.once('error', finish);
    child.once('exit', finish);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-8000);
    // Jetty keeps running when it cannot bind its port. Another program took the port after it was found free.
    if (output.includes('BindException')) child.kill('SIGKILL');
  });
  child.stdin?.on('error', () => undefined);
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', kill);
  if (child.pid !== undefined) writePidFile(pidFile, child.pid);

  const stop = async (): Promise<void> => {
    child.stdin?.end();
    const cancel = new AbortController();
    await Promise.race([ended, pause(3000, undefined, { signal: cancel.signal }).catch(() => undefined)]);
    cancel.abort();
    if (running) kill();
    await ended;
    child.stderr?.destroy();
    process.removeListener('exit', kill);
    removePidFile(pidFile);
  };

  const deadline = Date.now() + START_LIMIT_MS;
  while (running && !(await answers(endpoint))) {
    if (Date.now() > deadline) {
      await stop();
      throw new StartError(`The local database did not answer within ${START_LIMIT_MS / 1000} seconds.`);
    }
    await Promise.race([ended, pause(15)]);
  }
  if (!running) {
    await stop();
    throw await diagnose(options.java ?? 'java', output);
  }
  return { endpoint, pid: child.pid ?? 0, ended, stop };
};
