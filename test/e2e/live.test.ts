import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, WebSocketRoute } from 'playwright-core';
import { ulid } from 'ulid';
import { contentItem, someContent, someDraft } from '../support/content.ts';
import { waitFor } from '../support/stack/local-stack.ts';
import { createRandom, newSeed } from '../support/random.ts';
import type { Person } from '../support/stack/sign-in.ts';
import { openSite, type Site } from '../support/stack/site.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { openUploads } from '../support/worlds/uploading.ts';

jest.setTimeout(240_000);

/** Changes of the catalog while connections are lost, and losses among them. */
const CHANGES = 24;
const LOSSES = 6;
const seed = newSeed();

let site: Site;
let admin: Person;
let adminPage: Page;
let listenerPage: Page;

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

/** Opens a screen and waits until the server tells it of a topic. */
const openLive = async (page: Page, path: string, topic: string): Promise<void> => {
  let isTold = false;
  // From before the page is there: on a slow computer the channel may be faster than the rest of it.
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload)) as { type: string; topics?: readonly string[] };
      isTold ||= message.type === 'subscribed' && message.topics?.includes(topic) === true;
    }),
  );
  await page.goto(`${site.url}${path}`);
  await waitFor(`word that ${topic} is told`, async () => (isTold ? true : undefined));
  // Nobody may help the screen along from here on by loading it anew.
  await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }));
};

const wasReloaded = (page: Page) => page.evaluate(() => !('neverReloaded' in globalThis));

beforeAll(async () => {
  site = await openSite();
  admin = await site.accounts.demo('admin');
  [adminPage, listenerPage] = await Promise.all([site.signedIn('admin'), site.signedIn('listener')]);
});
afterAll(() => site?.close());

const row = (title: string) =>
  adminPage.getByRole('listitem').filter({ has: adminPage.getByRole('button', { name: `Edit ${title}` }) });

let viper = '';

describe('the live channel', () => {
  it('shows an administrator how conversions go and end: each change is read once, and nothing between', async () => {
    const traffic = watch(adminPage);
    await openLive(adminPage, '/admin/content', 'content');
    const reads = () => count(traffic.reads, '/api/admin/content');
    await adminPage.getByText('No content available yet').waitFor();
    // The list is read again as soon as it is live: what changed before, nobody told.
    await waitFor('the second reading', async () => (reads() >= 2 ? true : undefined));

    const started = new Date().toISOString();
    const deadline = new Date(Date.now() + 600_000).toISOString();
    // Goes on to the end of this test: a screen that asks again and again would do so all the time.
    await site.operator.put(
      contentItem(
        someDraft({
          title: 'Slow',
          created_at: started,
          conversion_status: 'processing',
          conversion_progress: 25,
          conversion_started_at: started,
          conversion_deadline_at: deadline,
        }),
      ),
    );
    await row('Slow').locator('progress[value="25"]').waitFor();
    const file = readFileSync(join(repositoryRoot, 'test', 'support', 'media', 'viper.mp3'));
    viper = await openUploads(site.api, admin.token).make('Viper', 'viper.mp3', file, 'music');
    await row('Viper').getByText('Conversion completed', { exact: true }).waitFor({ timeout: 120_000 });
    const told = () => count(traffic.told, 'content');
    // The last news may be under way from one to the other.
    await waitFor('a reading for each change', async () => (reads() >= told() ? true : undefined));
    expect(reads()).toBeLessThanOrEqual(2 + told());
    console.log(`content: told ${told()} times, read ${reads()} times`);
    expect(told()).toBeGreaterThan(1);
    expect(await wasReloaded(adminPage)).toBe(false);
  });

  it('shows a listener a title as soon as it is published', async () => {
    await openLive(listenerPage, '/streaming', 'catalog');
    await listenerPage.getByText('No content found. Try adjusting your search or category filter.').waitFor();
    const { revision } = await site.api.call('catalog.get-content', { params: { id: viper } }, admin.token);
    await site.api.call(
      'content.update-content',
      { params: { id: viper }, body: { revision, status: 'published' } },
      admin.token,
    );
    await listenerPage.getByRole('button', { name: 'Play Viper' }).first().waitFor();
    await row('Viper').getByText('Status published').waitFor();
    expect(await wasReloaded(listenerPage)).toBe(false);
  });

  it('shows what the person plays on another device', async () => {
    const { token } = await site.accounts.demo('listener');
    const recent = listenerPage.getByRole('region', { name: 'Recently Played' });
    await recent.getByText('What you play appears here.').waitFor();
    await site.api.call('history.record-history', { body: { content_id: viper } }, token);
    await recent.getByText('Viper').waitFor();
    expect(await wasReloaded(listenerPage)).toBe(false);
  });

  it(`shows the newest catalog after the connection was lost again and again while it changed (SEED=${seed})`, async () => {
    const random = createRandom(seed);
    const page = await site.openPage(listenerPage.context());
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket(/\/ws\?ticket=/, (socket) => {
      socket.connectToServer();
      sockets.push(socket);
    });
    await page.goto(`${site.url}/streaming`);
    await page.getByRole('button', { name: 'Play Viper' }).first().waitFor();
    await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }));

    const titles = new Map<string, string>();
    const put = async (id: string, title: string) => {
      titles.set(id, title);
      await site.operator.put(
        contentItem(
          someContent({
            id,
            title,
            thumbnail_url: null,
            created_at: '2026-01-01T00:00:00.000Z',
            published_at: '2026-01-01T00:00:00.000Z',
          }),
        ),
      );
    };
    const change = async (number: number) => {
      const [known] = titles.keys();
      if (known === undefined || random() < 0.5) return put(`cnt_${ulid()}`, `Title ${number}`);
      if (random() < 0.6) return put(known, `Title ${number}, renamed`);
      titles.delete(known);
      await site.api.call('content.delete-content', { params: { id: known } }, admin.token);
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

    const { items } = await site.api.call('catalog.list-content', { query: { limit: 100 } }, admin.token);
    const wanted = items.map(({ title }) => title);
    const shown = await waitFor('the newest catalog', async () => {
      const titlesNow = await page.getByRole('article').getByRole('heading').allTextContents();
      return titlesNow.join('\n') === wanted.join('\n') ? titlesNow : undefined;
    });
    expect(new Set(shown)).toEqual(new Set([...titles.values(), 'Viper']));
    expect(await wasReloaded(page)).toBe(false);
    await page.close();
  });

  it('shuts the administration to somebody who is demoted, without a step of theirs, and opens it again', async () => {
    await adminPage.getByRole('heading', { level: 1, name: 'Content Management' }).waitFor();
    const before = Date.now();
    await site.operator.setRights(admin.id, { role: 'user' });
    await adminPage.getByText('Access Denied').waitFor();
    console.log(`demoted to seen: ${Date.now() - before} ms`);
    expect((await site.api.ask('content.list-all-content', {}, admin.token)).status).toBe(403);
    await site.operator.setRights(admin.id, { role: 'admin' });
    await adminPage.getByRole('heading', { level: 1, name: 'Content Management' }).waitFor();
    expect(await wasReloaded(adminPage)).toBe(false);
  });

  it('met no script error', () => {
    expect(site.problems).toEqual([]);
  });
});
