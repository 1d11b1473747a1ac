import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalCloud } from '../../../infra/local/boot.ts';
import { StartError } from '../../../infra/local/start-error.ts';
import { readTemplates } from '../../support/stack/assembly.ts';
import { startLocalStack, waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { descendantsOf, runningProcesses } from '../../support/stack/processes.ts';
import { codeIn, openSession } from '../../support/stack/session.ts';
import { repositoryRoot } from '../../support/source-tree.ts';
import { startLongConversion } from '../../support/worlds/long-conversion.ts';
import { changedAssembly } from '../../support/stack/template-mutations.ts';

const work = mkdtempSync(join(tmpdir(), 'soundstage-start-'));
const folder = (name: string): string => {
  const path = join(work, name);
  mkdirSync(path, { recursive: true });
  return path;
};
const PERSON = { email: 'person@example.org', password: 'A-long-passphrase-1' };

const data = { first: folder('first'), second: folder('second') };
let first: LocalStack;
let second: LocalStack;
let token: string;

/** Starts a stack and prints how long it took. */
const start = async (what: string, dataFolder: string): Promise<LocalStack> => {
  const from = performance.now();
  const stack = await startLocalStack({ dataFolder });
  console.log(`${what}: ready after ${((performance.now() - from) / 1000).toFixed(1)} s`);
  return stack;
};

/** The processes that a stack started. */
const childrenOf = (dataFolder: string) => {
  const { pid } = JSON.parse(readFileSync(join(dataFolder, 'endpoint.json'), 'utf8')) as { pid: number };
  return descendantsOf(pid);
};

/** Stops a stack and returns which of its child processes keep running. */
const stopAndCount = async (stack: LocalStack): Promise<{ before: readonly string[]; after: readonly string[] }> => {
  const before = childrenOf(stack.dataFolder);
  const from = performance.now();
  await stack.stop();
  console.log(`stopped after ${((performance.now() - from) / 1000).toFixed(1)} s`);
  const known = new Set(before.map(({ pid }) => pid));
  const after = runningProcesses().filter(({ pid, command }) => known.has(pid) || command.includes(stack.dataFolder));
  return { before: before.map(({ command }) => command), after: after.map(({ command }) => command) };
};

const me = async (stack: LocalStack, bearer: string): Promise<{ status: number; body: string }> => {
  const response = await fetch(`${stack.url}/api/me`, { headers: { authorization: `Bearer ${bearer}` } });
  return { status: response.status, body: await response.text() };
};

/** Runs `bin/local.ts` until it exits. Returns its error output and the processes it left behind. */
const startAndFail = async (
  env: Readonly<Record<string, string>>,
  whenStarting: (child: ChildProcess, running: () => readonly string[]) => Promise<void> | void = () => {},
) => {
  const dataFolder = mkdtempSync(join(work, 'rejected-'));
  // In its own process group, by which its children are found after it exits; the database has its own group.
  const child = spawn(process.execPath, [join(repositoryRoot, 'bin', 'local.ts')], {
    cwd: repositoryRoot,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0', SOUNDSTAGE_DATA: dataFolder, ...env },
  });
  let error = '';
  const remaining = () =>
    runningProcesses()
      .filter(({ pid, group, command }) => pid !== child.pid && (group === child.pid || command.includes(dataFolder)))
      .map(({ command }) => command);
  child.stdout.once('data', () => void whenStarting(child, remaining));
  child.stderr.on('data', (chunk) => (error += String(chunk)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  // A child that was asked to end may take a moment.
  await waitFor('the end of every child', async () => (remaining().length === 0 ? true : undefined), 2000).catch(
    () => undefined,
  );
  return { code, error, remaining: remaining() };
};

afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  rmSync(work, { recursive: true, force: true });
});

describe('two stacks at once', () => {
  it('start in parallel', async () => {
    await Promise.all([
      start('first of two', data.first).then((stack) => (first = stack)),
      start('second of two', data.second).then((stack) => (second = stack)),
    ]);
    expect(first.url).not.toBe(second.url);
    for (const stack of [first, second]) {
      expect(stack.output()).not.toMatch(/error/i);
      expect((await fetch(`${stack.url}/_local/health`)).status).toBe(200);
      expect(childrenOf(stack.dataFolder).filter(({ command }) => command.includes('DynamoDBLocal.jar'))).toHaveLength(
        1,
      );
    }
  });

  it('share no account, mail or token', async () => {
    const [here, there] = [await openSession(first.url), await openSession(second.url)];
    await here.signUp(PERSON.email, PERSON.password);
    const mail = await first.mailTo(PERSON.email);
    await here.confirm(PERSON.email, codeIn(mail));
    token = await here.signIn(PERSON.email, PERSON.password);
    expect(await me(first, token)).toEqual({ status: 200, body: expect.stringContaining(PERSON.email) });
    expect((await me(second, token)).status).toBe(401);
    expect(await (await fetch(`${second.url}/_local/mail`)).json()).toEqual([]);
    await expect(there.signIn(PERSON.email, PERSON.password)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    here.close();
    there.close();
  });

  it('reject a data folder that is in use', async () => {
    const { code, error } = await startAndFail({ SOUNDSTAGE_DATA: data.first });
    expect(error).toMatch(/^Another Soundstage [^\n]*\n$/);
    expect(code).toBe(1);
    expect((await me(first, token)).status).toBe(200);
  });

  it('stop independently of each other', async () => {
    const { before, after } = await stopAndCount(second);
    expect(before.filter((command) => command.includes('DynamoDBLocal.jar'))).toHaveLength(1);
    expect(after).toEqual([]);
    expect((await me(first, token)).status).toBe(200);
  });
});

describe('a stack', () => {
  it('stops everything that it started, a running conversion included', async () => {
    await startLongConversion(data.first, join(work, 'long.mp4'));
    await waitFor('ffmpeg', async () => childrenOf(data.first).find(({ command }) => /ffmpeg/.test(command)));
    const { before, after } = await stopAndCount(first);
    console.log(`at the end: ${before.length} child processes before, ${after.length} after`);
    expect(after).toEqual([]);
  });

  it('keeps accounts, tokens and passwords across a restart', async () => {
    first = await start('restart', data.first);
    expect(await me(first, token)).toEqual({ status: 200, body: expect.stringContaining(PERSON.email) });
    const session = await openSession(first.url);
    expect((await me(first, await session.signIn(PERSON.email, PERSON.password))).status).toBe(200);
    expect((await me(first, await session.signIn('listener@soundstage.local', 'Soundstage-demo-1'))).status).toBe(200);
    session.close();
    expect((await stopAndCount(first)).after).toEqual([]);
  });
});

describe('a failing start', () => {
  it.each([
    ['without Java', '', /^Soundstage needs Java 17 or newer on the PATH for its local database; none was found\.\n$/],
    [
      'with an old Java',
      '#!/bin/sh\necho \'openjdk version "11.0.22" 2024-01-16\' >&2\nexit 1\n',
      /^Soundstage needs Java 17 or newer [^\n]*; this one is Java 11\.\n$/,
    ],
  ])('%s reports it in one line and leaves nothing running', async (name, script, line) => {
    const path = folder(name);
    if (script) {
      writeFileSync(join(path, 'java'), script);
      chmodSync(join(path, 'java'), 0o755);
    }
    const { code, error, remaining } = await startAndFail({ PATH: path });
    expect(error).toMatch(line);
    expect({ code, remaining }).toEqual({ code: 1, remaining: [] });
  });

  it('on a port in use reports it in one line and leaves nothing running', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const { code, error, remaining } = await startAndFail({ PORT: String(port) });
    server.close();
    expect(error).toMatch(new RegExp(`^Port ${port} is in use\\.[^\\n]*\\n$`));
    expect({ code, remaining }).toEqual({ code: 1, remaining: [] });
  });

  it('that is stopped halfway leaves nothing running', async () => {
    let running: readonly string[] = [];
    const { code, error, remaining } = await startAndFail({}, async (child, runningNow) => {
      await waitFor('the database and the template', async () => {
        running = runningNow();
        return (
          ['DynamoDBLocal.jar', 'app.ts'].every((what) => running.some((command) => command.includes(what))) ||
          undefined
        );
      }).finally(() => child.kill('SIGTERM'));
    });
    expect(running).not.toEqual([]);
    expect({ code, error, remaining }).toEqual({ code: 1, error: '', remaining: [] });
  });

  it('from a template with an unknown type names it and leaves nothing running', async () => {
    const source = join(data.first, 'cdk.out');
    const dataDir = folder('unknown');
    const assemblyDir = changedAssembly({ folder: source, templates: readTemplates(source) }, join(work, 'changed'), {
      Media: (resources) => {
        resources['Unknown'] = { Type: 'AWS::Foo::Bar', Properties: { Name: 'x' } };
      },
    });
    const failure: unknown = await startLocalCloud({ assemblyDir, dataDir, port: 0 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect((failure as StartError).message).toBe(
      'AWS::Foo::Bar (logical id Unknown, stack Soundstage-local-Media) is not supported by the local cloud.',
    );
    expect(runningProcesses().filter(({ command }) => command.includes(dataDir))).toEqual([]);
  });
});
