import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoAccounts } from '../../../bin/demo.ts';
import { demoTitles } from '../../../bin/demo/titles.ts';
import { openApi } from '../../support/api.ts';
import { startLocalStack, waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { descendantsOf, runningProcesses } from '../../support/stack/processes.ts';
import { openAccounts } from '../../support/stack/sign-in.ts';
import { repositoryRoot } from '../../support/source-tree.ts';

const work = mkdtempSync(join(tmpdir(), 'soundstage-demo-'));
const data = join(work, 'data');
const titles = demoTitles.map(({ title }) => title);
let stack: LocalStack | undefined;

/** Also stops what a failed case left, so that it does not fail the next ones. */
const start = async (catalog: boolean, ...args: readonly string[]): Promise<LocalStack> => {
  await stack?.stop();
  return (stack = await startLocalStack({ dataFolder: data, catalog, args }));
};
const pidOf = ({ dataFolder }: LocalStack): number =>
  (JSON.parse(readFileSync(join(dataFolder, 'endpoint.json'), 'utf8')) as { pid: number }).pid;
/** More than the lease of a killed worker and the conversion of all titles. */
const RECOVERY_MS = 400_000;
/** The steps of all titles, one title per line. */
const describeSteps = async (running: LocalStack): Promise<string> => {
  const api = openApi(running.url);
  const accounts = await openAccounts(running);
  const { token } = await accounts.demo('admin');
  const { items } = await api.call('content.list-all-content', { query: {} }, token);
  const lines = items.map(async ({ id, title }) => {
    const { steps } = await api.call('conversion.list-steps', { params: { id } }, token);
    return `${title}: ${steps.map((one) => `${one.step} ${one.attempts} ${one.state}`).join(', ')}`;
  });
  const all = await Promise.all(lines);
  accounts.close();
  api.close();
  return all.join('\n');
};
const waitForOutput = (running: LocalStack, what: string) =>
  waitFor(`“${what}”`, async () => (running.output().includes(what) ? true : undefined), RECOVERY_MS).catch(
    async (cause: unknown) => {
      const steps = await describeSteps(running).catch(String);
      throw new Error(`${String(cause)}; the output ends with:\n${running.output().slice(-3000)}\n${steps}`, {
        cause,
      });
    },
  );

/** Runs the sweeper once. Returns true when the demo catalog is ready, and undefined to run it again. */
const sweepUntilReady = async (running: LocalStack): Promise<true | undefined> => {
  if (running.output().includes('The demo catalog is ready')) return true;
  await fetch(`${running.url}/_local/invoke/sweeper`, { method: 'POST', body: '{}' });
  return undefined;
};

/** What listeners and administrators see. */
const readCatalog = async (running: LocalStack) => {
  const api = openApi(running.url);
  const accounts = await openAccounts(running);
  const [{ token: listener }, { token: admin }] = await Promise.all([
    accounts.demo('listener'),
    accounts.demo('admin'),
  ]);
  const [published, all, categories, creators] = await Promise.all([
    api.call('catalog.list-content', { query: {} }, listener),
    api.call('content.list-all-content', { query: {} }, admin),
    api.call('catalog.list-categories', {}, listener),
    api.call('catalog.list-creators', {}, admin),
  ]);
  const plays = await Promise.all(
    published.items.map(({ id }) => api.call('playback.get-media-url', { body: { contentId: id } }, listener)),
  );
  accounts.close();
  api.close();
  return {
    published: published.items,
    all: all.items,
    categories: categories.items.map(({ name }) => name),
    creators: creators.items,
    plays,
  };
};

/** Runs a start that fails, until it exits. */
const runFailingStart = (dataFolder: string, ...args: readonly string[]) => {
  const { status, stderr } = spawnSync(process.execPath, [join(repositoryRoot, 'bin', 'local.ts'), ...args], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    env: { ...process.env, PORT: '0', SOUNDSTAGE_DATA: dataFolder },
  });
  return { status, stderr };
};

afterAll(async () => {
  await stack?.stop();
  rmSync(work, { recursive: true, force: true });
});

describe('the demo catalog', () => {
  let ids: readonly string[];

  it('leaves no child process when the stack is stopped during a conversion', async () => {
    const running = await start(true);
    await waitForOutput(running, `  ${titles[0]}: uploaded`);
    await waitFor('ffmpeg', async () => descendantsOf(pidOf(running)).find(({ command }) => /ffmpeg/.test(command)));
    const before = descendantsOf(pidOf(running));
    await running.stop();
    const remaining = runningProcesses().filter(
      ({ pid, command }) => before.some((one) => one.pid === pid) || command.includes(data),
    );
    console.log(`stopped during a conversion: ${before.length} child processes before, ${remaining.length} after`);
    expect(remaining).toEqual([]);
  });

  it('resumes after the process was killed, until every title exists once', async () => {
    const killed = await start(true);
    // Which title it creates or resumes depends on how far the start before came.
    await waitFor('a title', async () => titles.find((title) => killed.output().includes(`  ${title}: `)), RECOVERY_MS);
    process.kill(pidOf(killed), 'SIGKILL');
    await killed.stop();
    await waitFor('the end of its children', async () =>
      runningProcesses().some(({ command }) => command.includes(data)) ? undefined : true,
    );

    const running = await start(true);
    // What the killed worker was busy with is requested again by the sweeper once its lease is over. It runs every five
    // minutes, and here until nothing is left to wait for.
    const ready = waitForOutput(running, 'The demo catalog is ready');
    const sweeps = waitFor('the last sweep', () => sweepUntilReady(running), RECOVERY_MS);
    await Promise.all([ready, sweeps]);
    // Other output continues a title on another line.
    const lines = running.printed().split('\n');
    const ends = titles.flatMap((title) => lines.findLast((line) => line.startsWith(`  ${title}:`)) ?? []);
    expect(ends.length).toBeGreaterThan(1);
    expect(lines.filter((line) => /[,:] failed: /.test(line))).toEqual([]);
    for (const line of ends) expect(line).toMatch(/[,:] ready$/);
    const seen = await readCatalog(running);
    ids = seen.published.map(({ id }) => id);
    expect(seen.published.map(({ title }) => title)).toEqual([...titles].reverse());
    expect(seen.all.map(({ id }) => id)).toEqual(ids);
    expect(
      seen.all.map(({ metadata, category_id: category, tags, description, conversion_status: status }) => [
        metadata.artist !== '',
        category !== null,
        tags.length > 0,
        description !== '',
        status,
      ]),
    ).toEqual(titles.map(() => [true, true, true, true, 'completed']));
    expect(seen.plays.map(({ type }) => type).sort()).toEqual(demoTitles.map(({ contentType }) => contentType).sort());
    expect(seen.creators.map(({ name }) => name)).toEqual(['Soundstage']);
    expect(seen.categories).toEqual(['Concerts', 'Film', 'Music', 'Podcasts', 'Talks']);
    for (const { thumbnail_url: picture, metadata } of seen.published) {
      expect(picture !== null).toBe(metadata.contentType === 'video');
      if (picture !== null) expect((await fetch(running.url + picture)).headers.get('content-type')).toBe('image/jpeg');
    }
  });

  it('has captions, topics of what is said, and an approved false alarm, by the pipeline of this machine', async () => {
    const running = stack as LocalStack;
    const accounts = await openAccounts(running);
    const api = openApi(running.url);
    const { token } = await accounts.demo('admin');
    const { items } = await api.call('content.list-all-content', { query: {} }, token);
    const idOf = (key: string) => {
      const { title } = demoTitles.find((one) => one.key === key) ?? {};
      const item = items.find((one) => one.title === title);
      if (!item) throw new Error(`There is no title ${key}`);
      return item.id;
    };
    const speech = idOf('ask-not');
    const transcript = await waitFor('the transcript', async () => {
      const found = await api.call('transcripts.get-transcript', { params: { id: speech } }, token);
      return found.segments.length > 0 ? found : undefined;
    });
    expect(transcript.transcript?.source).toBe('script');
    const [opening, , last] = transcript.segments;
    expect([opening?.text, Math.round((last?.start_ms ?? 0) / 1000)]).toEqual(['And so, my fellow Americans:', 5]);
    await waitFor('the captions', async () => {
      const { steps } = await api.call('conversion.list-steps', { params: { id: speech } }, token);
      return steps.some(({ step, state }) => step === 'captions' && state === 'completed') ? true : undefined;
    });
    // What a person added, shown as theirs: the word list finds no topic in one sentence.
    const analysis = await api.call('analysis.get-analysis', { params: { id: speech } }, token);
    expect(analysis.metadata.content_analysis?.topics).toEqual([{ topic: 'politics', score: 1 }]);
    expect(analysis.corrections).toMatchObject([
      { kind: 'topic', name: 'politics', change: 'added', by_name: demoAccounts.admin.name },
    ]);

    // Found by the pipeline in the words of another title, whose script was aligned to its sound.
    const recipe = idOf('onion-soup');
    const found = await waitFor('the topics', async () => {
      const view = await api.call('analysis.get-analysis', { params: { id: recipe } }, token);
      return view.results.some(({ step }) => step === 'topics') ? view : undefined;
    });
    expect(found.metadata.content_analysis?.topics).toEqual([{ topic: 'food', score: expect.any(Number) }]);
    expect(found.results.find(({ step }) => step === 'topics')).toMatchObject({ provider: 'lexicon', stale: false });
    expect(found.corrections).toEqual([]);

    const review = await api.call('safety.get-review', { params: { id: idOf('glass-lotus') } }, token);
    expect([review.verdict, review.decision, review.raised]).toEqual([
      'review',
      'approved',
      [{ category: 'adult', level: 'review' }],
    ]);
    const [evidence] = review.evidence.filter(({ counts }) => counts);
    // The local models report it: nothing here is made up.
    expect(evidence).toMatchObject({ kind: 'frame', from_ms: 9000, version: expect.stringMatching(/^local-nsfwjs/) });
    expect(evidence?.confidence).toBeGreaterThan(0.25);
    expect(evidence?.confidence).toBeLessThan(0.5);
    expect(review.decisions[0]).toMatchObject({ outcome: 'approved', policy_version: 1 });
    accounts.close();
    api.close();
  });

  it('is not changed by the next start, even where a user removed a title', async () => {
    const first = stack as LocalStack;
    const accounts = await openAccounts(first);
    const api = openApi(first.url);
    await api.call('content.delete-content', { params: { id: ids[0] as never } }, (await accounts.demo('admin')).token);
    accounts.close();
    api.close();
    await first.stop();
    const running = await start(true);
    const { published } = await readCatalog(running);
    expect(published.map(({ id }) => id)).toEqual(ids.slice(1));
    expect(running.output()).not.toMatch(/Creating the demo catalog/);
    await running.stop();
  });

  it('is not dropped by --empty alone', () => {
    const { status, stderr } = runFailingStart(data, '--empty');
    expect(stderr).toMatch(
      /^[^\n]*contains the demo catalog\. To start over without it, run npm start -- --reset --empty\n$/,
    );
    expect(status).toBe(1);
  });
});

describe('a start without the demo catalog', () => {
  it('creates accounts and categories in a folder that is reset, and keeps the catalog empty', async () => {
    for (const again of [false, true]) {
      const running = again ? await start(true) : await start(false, '--reset');
      const { all, categories } = await readCatalog(running);
      expect({ all, categories: categories.length }).toEqual({ all: [], categories: 5 });
      expect(running.output()).not.toMatch(/Creating the demo catalog/);
      await running.stop();
    }
  });

  it('rejects an unknown option in one line and changes nothing', () => {
    const folder = join(work, 'untouched');
    const { status, stderr } = runFailingStart(folder, '--emtpy');
    expect(stderr).toMatch(/^Unknown option '--emtpy'\. Use npm start -- followed by any of [^\n]*\n$/);
    expect({ status, made: existsSync(folder) }).toEqual({ status: 1, made: false });
  });
});
