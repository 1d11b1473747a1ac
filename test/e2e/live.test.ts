import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { ulid } from 'ulid';
import { openApi, type Api } from '../support/api.ts';
import { launchBrowser } from '../support/browser.ts';
import { contentItem, someContent, someDraft } from '../support/content.ts';
import { startLocalStack, waitFor, type LocalStack } from '../support/local-stack.ts';
import { openOperator, type Operator } from '../support/operator.ts';
import { createRandom, newSeed } from '../support/random.ts';
import { openAccounts, type Accounts, type Person } from '../support/sign-in.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { openUploads } from '../support/uploading.ts';

jest.setTimeout(120_000);

const password = 'Soundstage-demo-1';
/** Changes of the catalogue while connections are lost, and losses among them. */
const CHANGES = 24;
const LOSSES = 6;
const seed = newSeed();

let stack: LocalStack;
let browser: Browser;
let operator: Operator;
let accounts: Accounts;
let api: Api;
let admin: Person;
let adminPage: Page;
let listenerPage: Page;
let listenerContext: BrowserContext;
const problems: string[] = [];

/** What passed between a page and the server since it was opened. */
interface Traffic {
  /** Topics that the server said had changed, or that it began to tell of. */
  readonly told: string[];
  /** Paths of GETs. */
  readonly reads: string[];
}

const watch = (page: Page): Traffic => {
  const traffic: Traffic = { told: [], reads: [] };
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload)) as { type: string; topic?: string };
      if (message.type === 'changed') traffic.told.push(message.topic ?? '');
    }),
  );
  page.on('request', (request) => {
    if (request.method() === 'GET') traffic.reads.push(new URL(request.url()).pathname);
  });
  return traffic;
};

const count = (list: readonly string[], wanted: string) => list.filter((item) => item === wanted).length;

const newPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on('pageerror', (error) => problems.push(error.message));
  return page;
};

const signIn = async (page: Page, email: string): Promise<void> => {
  await page.goto(`${stack.url}/auth`);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/auth');
};

/** Opens a screen and waits until the server tells it of a topic. */
const openLive = async (page: Page, path: string, topic: string): Promise<void> => {
  const socket = page.waitForEvent('websocket');
  await page.goto(`${stack.url}${path}`);
  await (await socket).waitForEvent('framereceived', ({ payload }) => {
    const message = JSON.parse(String(payload)) as { type: string; topics?: readonly string[] };
    return message.type === 'subscribed' && message.topics?.includes(topic) === true;
  });
  // Nobody may help the screen along from here on by loading it anew.
  await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }));
};

const wasReloaded = (page: Page) => page.evaluate(() => !('neverReloaded' in globalThis));

beforeAll(async () => {
  [stack, browser] = await Promise.all([startLocalStack(), launchBrowser()]);
  operator = openOperator(stack);
  api = openApi(stack.url);
  accounts = await openAccounts(stack);
  admin = await accounts.demo('admin');
  listenerContext = await browser.newContext();
  [adminPage, listenerPage] = await Promise.all([newPage(await browser.newContext()), newPage(listenerContext)]);
  await Promise.all([signIn(adminPage, 'admin@soundstage.local'), signIn(listenerPage, 'listener@soundstage.local')]);
});

afterAll(async () => {
  await browser?.close();
  operator?.close();
  accounts?.close();
  api?.close();
  await stack?.stop();
});

const row = (title: string) => adminPage.getByRole('listitem').filter({ has: adminPage.getByRole('button', { name: `Edit ${title}` }) });

let viper = '';

describe('the live channel', () => {
  it('shows an administrator how conversions go and end: each change is read once, and nothing between', async () => {
    const traffic = watch(adminPage);
    await openLive(adminPage, '/admin/content', 'content');
    const reads = () => count(traffic.reads, '/api/admin/content');
    await adminPage.getByText('No content available yet').waitFor();
    // The list is read again as soon as it is live: what changed before, nobody told.
    await waitFor('the second reading', async () => (reads() === 2 ? true : undefined));

    const started = new Date().toISOString();
    const deadline = new Date(Date.now() + 600_000).toISOString();
    // Goes on to the end of this test: a screen that asks again and again would do so all the time.
    await operator.put(contentItem(someDraft({
      title: 'Slow', created_at: started, conversion_status: 'processing', conversion_progress: 25, conversion_started_at: started, conversion_deadline_at: deadline,
    })));
    await row('Slow').locator('progress[value="25"]').waitFor();
    const file = readFileSync(join(repositoryRoot, 'test', 'support', 'media', 'viper.mp3'));
    viper = await openUploads(api, admin.token).make('Viper', 'viper.mp3', file, 'music');
    await row('Viper').getByText('Conversion completed', { exact: true }).waitFor({ timeout: 90_000 });
    const told = () => count(traffic.told, 'content');
    await waitFor('a reading for each change and none besides', async () => (reads() === 2 + told() ? true : undefined), 5_000);
    console.log(`content: told ${told()} times, read ${reads()} times`);
    expect(told()).toBeGreaterThan(1);
    expect(await wasReloaded(adminPage)).toBe(false);
  });

  it('shows a listener a title as soon as it is published', async () => {
    await openLive(listenerPage, '/streaming', 'catalogue');
    await listenerPage.getByText('No content found. Try adjusting your search or category filter.').waitFor();
    const { revision } = await api.call('catalog.get-content', { params: { id: viper } }, admin.token);
    await api.call('content.update-content', { params: { id: viper }, body: { revision, status: 'published' } }, admin.token);
    await listenerPage.getByRole('button', { name: 'Play Viper' }).first().waitFor();
    await row('Viper').getByText('Status published').waitFor();
    expect(await wasReloaded(listenerPage)).toBe(false);
  });

  it('shows what the person plays on another device', async () => {
    const { token } = await accounts.demo('listener');
    const recent = listenerPage.getByRole('region', { name: 'Recently Played' });
    await recent.getByText('What you play appears here.').waitFor();
    await api.call('history.record-history', { body: { content_id: viper } }, token);
    await recent.getByText('Viper').waitFor();
    expect(await wasReloaded(listenerPage)).toBe(false);
  });

  it(`shows the newest catalogue after the connection was lost again and again while it changed (SEED=${seed})`, async () => {
    const random = createRandom(seed);
    const page = await newPage(listenerContext);
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket(/\/ws\?ticket=/, (socket) => {
      socket.connectToServer();
      sockets.push(socket);
    });
    await page.goto(`${stack.url}/streaming`);
    await page.getByRole('button', { name: 'Play Viper' }).first().waitFor();
    await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }));

    const titles = new Map<string, string>();
    const put = async (id: string, title: string) => {
      titles.set(id, title);
      await operator.put(contentItem(someContent({ id, title, thumbnail_url: null, created_at: '2026-01-01T00:00:00.000Z', published_at: '2026-01-01T00:00:00.000Z' })));
    };
    const change = async (number: number) => {
      const [known] = titles.keys();
      if (known === undefined || random() < 0.5) return put(`cnt_${ulid()}`, `Title ${number}`);
      if (random() < 0.6) return put(known, `Title ${number}, renamed`);
      titles.delete(known);
      await api.call('content.delete-content', { params: { id: known } }, admin.token);
    };
    for (let number = 0; number < CHANGES; number += 1) {
      if (number % (CHANGES / LOSSES) === 0) {
        const loss = number / (CHANGES / LOSSES);
        await waitFor('a connection to lose', async () => (sockets.length > loss ? true : undefined));
        await sockets[loss]?.close({ code: 1011, reason: 'lost' });
        // Some come back by the news that the network is back, the others by themselves.
        if (random() < 0.7) await page.evaluate(() => window.dispatchEvent(new Event('online')));
      }
      await change(number);
    }
    await waitFor('a last connection to lose', async () => (sockets.length > LOSSES ? true : undefined));
    await sockets.at(-1)?.close({ code: 1011, reason: 'lost' });
    await put(`cnt_${ulid()}`, 'The last one');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await page.getByRole('button', { name: 'Play The last one' }).first().waitFor();

    const { items } = await api.call('catalog.list-content', { query: { limit: 100 } }, admin.token);
    const shown = await page.getByRole('article').getByRole('heading').allTextContents();
    expect(shown).toEqual(items.map(({ title }) => title));
    expect(new Set(shown)).toEqual(new Set([...titles.values(), 'Viper']));
    expect(await wasReloaded(page)).toBe(false);
    await page.close();
  });

  it('shuts the administration to somebody who is demoted, within two seconds, and opens it again', async () => {
    await adminPage.getByRole('heading', { level: 1, name: 'Content Management' }).waitFor();
    const before = Date.now();
    await operator.setRights(admin.id, { role: 'user' });
    await adminPage.getByText('Access Denied').waitFor();
    const took = Date.now() - before;
    console.log(`demoted to seen: ${took} ms`);
    expect(took).toBeLessThan(3_000);
    expect((await api.ask('content.list-all-content', {}, admin.token)).status).toBe(403);
    await operator.setRights(admin.id, { role: 'admin' });
    await adminPage.getByRole('heading', { level: 1, name: 'Content Management' }).waitFor();
    expect(await wasReloaded(adminPage)).toBe(false);
  });

  it('met no script error', () => {
    expect(problems).toEqual([]);
  });
});
