import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkTemplate } from './cached-template.ts';
import { writeDemoData } from './demo-data.ts';
import { BUSIEST } from '../busyness.ts';
import { sharedDatabase } from '../shared-database.ts';
import { repositoryRoot } from '../source-tree.ts';

/** The whole product, running as with `npm start`, with its own data and on free ports. */
export interface LocalStack {
  /** `http://localhost:<port>` */
  readonly url: string;
  readonly dataFolder: string;
  /** Whether other test files may use it too. */
  readonly isShared: boolean;
  /** Its output so far. */
  output(): string;
  /** What it wrote to standard output so far: chunks of standard error do not interrupt its lines. */
  printed(): string;
  /** Waits until the demo catalog is complete, for a stack that was started with it. */
  catalogReady(): Promise<void>;
  /** The newest matching mail to an address; waits for one. */
  mailTo(address: string, matches?: (mail: Mail) => boolean): Promise<Mail>;
  stop(): Promise<void>;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

/** The line that a stack prints when it is ready, with its address. */
export const READY = /Soundstage is ready at (http:\/\/localhost:\d+)/;

const CATALOG_READY = /The demo catalog is ready/;

/** Creates the demo catalog in a data folder. */
const createCatalog = async (dataFolder: string): Promise<void> => {
  const stack = await startLocalStack({ dataFolder, catalog: true });
  try {
    await stack.catalogReady();
  } finally {
    await stack.stop();
  }
};

/** Shortest and longest time between two polls, in milliseconds. */
const [SHORTEST_MS, LONGEST_MS] = [50, 250];
/** The time between two polls in relation to the time since the first one: most polls of a long wait find nothing. */
const SHARE = 0.1;

/**
 * Polls until `probe` returns something other than undefined or false. Throws after as many pauses between polls as fit
 * into `limitMs`: where polls take longer, so does the work that they wait for. Throws at the latest after the time
 * that this takes on the busiest machine.
 */
export const waitFor = async <T>(
  what: string,
  probe: () => Promise<T | false | undefined>,
  limitMs = 30_000,
): Promise<T> => {
  const began = performance.now();
  let paused = 0;
  for (let polls = 1; ; polls += 1) {
    const found = await probe();
    if (found !== undefined && found !== false) return found;
    const elapsed = performance.now() - began;
    const pause = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, SHARE * elapsed));
    paused += pause;
    if (paused > limitMs || elapsed > BUSIEST * limitMs)
      throw new Error(`Polled ${polls} times in ${Math.round(elapsed / 1000)} s for ${what}`);
    // Between two polls.
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
};

/** The tests of a file sign in as the same demo users, more often than people do. */
const MANY_SESSIONS = 100;

/** How a stack is started. */
export interface StackOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Has the demo catalog too; without a `dataFolder`, an earlier copy of it. @default false */
  readonly catalog?: boolean;
  /** Rebuilds on changes in the checkout. @default false */
  readonly watch?: boolean;
  readonly dataFolder?: string;
  /**
   * Starts a database of its own, which keeps its data in the data folder. @default with a data folder, a catalog or a
   * checkout that is given
   */
  readonly ownDatabase?: boolean;
  /** Maximum number of active sessions of a user. @default MANY_SESSIONS */
  readonly sessionLimit?: number;
  /** The checkout to start; this one when left out. */
  readonly root?: string;
  /** Synthesizes the template even when a current one is cached. @default false */
  readonly freshTemplate?: boolean;
}

/**
 * Room for new objects in each function, in MiB. Loading one fits, so that no garbage is collected meanwhile: with the
 * small default, that takes a quarter of the processor time of a start.
 */
const NEW_OBJECTS_MIB = 16;

/** The command that starts a stack on a data folder, which gets a template that earlier tests synthesized. */
export const localCommand = (dataFolder: string, options: StackOptions) => {
  const root = options.root ?? repositoryRoot;
  if (root === repositoryRoot && !options.freshTemplate) linkTemplate(dataFolder);
  const args = [
    ...(options.catalog ? [] : ['--empty']),
    ...(options.watch ? [] : ['--no-watch']),
    '--no-source-maps',
    ...['--session-limit', String(options.sessionLimit ?? MANY_SESSIONS)],
    ...(options.args ?? []),
  ];
  const { catalog = false, ownDatabase = catalog || options.dataFolder !== undefined || root !== repositoryRoot } =
    options;
  const { database } = ownDatabase ? {} : sharedDatabase();
  return {
    args: [`--min-semi-space-size=${NEW_OBJECTS_MIB}`, join(root, 'bin', 'local.ts'), ...args],
    options: {
      cwd: root,
      env: {
        ...process.env,
        PORT: '0',
        SOUNDSTAGE_DATA: dataFolder,
        ...(database === undefined ? {} : { SOUNDSTAGE_DATABASE: database }),
        ...options.env,
      },
    },
  };
};

/** The newest matching mail to an address at a stack; waits for one. */
export const readMail = (url: string, address: string, matches: (mail: Mail) => boolean = () => true): Promise<Mail> =>
  waitFor(`mail to ${address}`, async () => {
    const mails = (await (await fetch(`${url}/_local/mail?to=${encodeURIComponent(address)}`)).json()) as Mail[];
    return mails.find(matches);
  });

/** Starts `bin/local.ts` and waits for the ready line. Rejects with its output when it exits before that. */
export const startLocalStack = async (options: StackOptions = {}): Promise<LocalStack> => {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'soundstage-'));
  const copied = (options.catalog ?? false) && options.dataFolder === undefined && options.root === undefined;
  if (copied) await writeDemoData(dataFolder, createCatalog);
  const command = localCommand(dataFolder, options);
  const child = spawn(process.execPath, command.args, { ...command.options, stdio: ['ignore', 'pipe', 'pipe'] });
  let [text, printed] = ['', ''];
  const url = await new Promise<string>((resolve, reject) => {
    let isReady = false;
    child.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString('utf8')));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8');
        // A search copies the whole text, which can grow to megabytes.
        const ready = isReady ? undefined : READY.exec(text)?.[1];
        if (ready === undefined) return;
        isReady = true;
        resolve(ready);
      });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`The local stack ended with code ${code}:\n${text}`)));
  });
  return {
    url,
    dataFolder,
    isShared: false,
    output: () => text,
    printed: () => printed,
    catalogReady: async () => {
      if (!copied)
        await waitFor('the demo catalog', async () => (CATALOG_READY.test(text) ? true : undefined), 300_000);
    },
    mailTo: (address, matches) => readMail(url, address, matches),
    stop: async () => {
      await terminate(child);
      if (!options.dataFolder) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
};

const terminate = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.on('exit', () => resolve());
    child.kill('SIGTERM');
  });
