import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTemplateToData } from './cached-template.ts';
import { repositoryRoot } from '../source-tree.ts';

/** The whole product, running as `npm start` runs it, with data of its own and on free ports. */
export interface LocalStack {
  /** `http://localhost:<port>` */
  readonly url: string;
  readonly dataFolder: string;
  /** What it printed so far. */
  output(): string;
  /** Newest mail to an address; waits until there is one that `matches`. */
  mailTo(address: string, matches?: (mail: Mail) => boolean): Promise<Mail>;
  stop(): Promise<void>;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

const READY = /Soundstage is ready at (http:\/\/localhost:\d+)/;

/** Polls until `probe` answers something, for at most `limitMs`. */
export const waitFor = async <T>(what: string, probe: () => Promise<T | undefined>, limitMs = 30_000): Promise<T> => {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`Waited ${limitMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** Starts `bin/local.ts` and waits for the ready line. Rejects with what it printed when it ends before. */
export const startLocalStack = async (
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly args?: readonly string[];
    /** Makes the demo catalog too. @default false */
    readonly catalog?: boolean;
    /** Rebuilds what changes in the checkout. @default false */
    readonly watch?: boolean;
    readonly dataFolder?: string;
    /** Checkout that is started; this one when left out. */
    readonly root?: string;
    /** Makes the template although one of the same sources is kept. @default false */
    readonly fromNothing?: boolean;
  } = {},
): Promise<LocalStack> => {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'soundstage-'));
  const root = options.root ?? repositoryRoot;
  if (root === repositoryRoot && !options.fromNothing) writeTemplateToData(dataFolder);
  const args = [
    ...(options.catalog ? [] : ['--empty']),
    ...(options.watch ? [] : ['--no-watch']),
    ...(options.args ?? []),
  ];
  const child = spawn(process.execPath, [join(root, 'bin', 'local.ts'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', SOUNDSTAGE_DATA: dataFolder, ...options.env },
  });
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const ready = READY.exec(text);
      if (ready?.[1]) resolve(ready[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`The local stack ended with code ${code}:\n${text}`)));
  });
  return {
    url,
    dataFolder,
    output: () => text,
    mailTo: (address, matches = () => true) =>
      waitFor(`mail to ${address}`, async () => {
        const mails = (await (await fetch(`${url}/_local/mail?to=${encodeURIComponent(address)}`)).json()) as Mail[];
        return mails.find(matches);
      }),
    stop: async () => {
      await ended(child);
      if (!options.dataFolder) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
};

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.on('exit', () => resolve());
    child.kill('SIGTERM');
  });
