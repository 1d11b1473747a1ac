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
import { scenario } from '../support/browser/scenario.ts';

/** Number of catalog changes, and of connections that are lost meanwhile. */
const CHANGES = 24;
const LOSSES = 6;
const seed = newSeed();

let site: Site;
let admin: Person;
let adminPage: Page;
let listenerPage: Page;

/** Messages and requests of a page since it was opened. */
interface Traffic {
  /** Topics of `changed` messages. */
  readonly changed: string[];
  /** Topics that it subscribed to. It reads afterwards, because earlier changes sent no message. */
  readonly subscribed: string[];
  /** Paths of GET requests. */
  readonly asked: string[];
  /** Those that were answered. The page repeats one that failed, and ends one that a newer one replaces. */
  readonly reads: string[];
}

const watch = (page: Page): Traffic => {
  const traffic: Traffic = { changed: [], subscribed: [], asked: [], reads: [] };
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload)) as { type: string; topic?: string };
      if (message.type === 'changed') traffic.changed.push(message.topic ?? '');
    });
    socket.on('framesent', ({ payload }) => {
      const message = JSON.parse(String(payload)) as { action: string; topics?: readonly string[] };
      if (message.action === 'subscribe') traffic.subscribed.push(...(message.topics ?? []));
    });
  });
  page.on('request', (request) => {
    if (request.method() === 'GET') traffic.asked.push(new URL(request.url()).pathname);
  });
  page.on('response', (response) => {
    if (response.ok() && response.request().method() === 'GET') traffic.reads.push(new URL(response.url()).pathname);
  });
  return traffic;
};

const count = (list: readonly string[], value: string) => list.filter((item) => item === value).length;

/** Opens a screen and waits until it is subscribed to a topic. */
const openLive = async (page: Page, path: string, topic: string): Promise<void> => {
  let isSubscribed = false;
  // Registered before navigation: on a slow machine the channel may connect before the page has loaded.
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload)) as { type: string; topics?: readonly string[] };
      isSubscribed ||= message.type === 'subscribed' && message.topics?.includes(topic) === true;
    }),
  );
  await page.goto(`${site.url}${path}`);
  await waitFor(`the subscription to ${topic}`, async () => (isSubscribed ? true : undefined));
  // A reload would remove this mark.
  await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }));
};

const wasReloaded = (page: Page) => page.evaluate(() => !('neverReloaded' in globalThis));

beforeAll(async () => {
  // A cloud of its own: this file counts every message about the catalog.
  site = await openSite();
  admin = await site.accounts.demo('admin');
  [adminPage, listenerPage] = await Promise.all([site.signedIn('admin'), site.signedIn('listener')]);
});
afterAll(() => site?.close());

const row = (title: string) =>
  adminPage.getByRole('listitem').filter({ has: adminPage.getByRole('button', { name: `Edit ${title}` }) });

let viper = '';

describe('the live channel', () => {
  scenario(
    'keeps the screens of administrators and listeners current',
    [
      'shows an administrator the progress of conversions with one read per change',
      async () => {
        const traffic = watch(adminPage);
        await openLive(adminPage, '/admin/content', 'content');
        const list = '/api/admin/content';
        await adminPage.getByText('No content available yet').waitFor();
        const changes = () => count(traffic.changed, 'content');
        const expectedReads = () => 1 + count(traffic.subscribed, 'content') + changes();
        await waitFor('the read after the subscription', async () => count(traffic.asked, list) >= 2);

        const started = new Date().toISOString();
        const deadline = new Date(Date.now() + 600_000).toISOString();
        // Runs until the end of this test: a screen that polls would read the list all the time.
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
        await row('Viper').getByText('Conversion Completed', { exact: true }).waitFor({ timeout: 120_000 });
        await waitFor('a read for each change', async () => count(traffic.asked, list) >= changes());
        const reads = count(traffic.reads, list);
        expect(reads).toBeLessThanOrEqual(expectedReads());
        console.log(`content: ${changes()} change messages, ${reads} reads`);
        expect(changes()).toBeGreaterThan(1);
        expect(await wasReloaded(adminPage)).toBe(false);
      },
    ],
    [
      'shows a listener a title as soon as it is published',
      async () => {
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
      },
    ],
    [
      'shows a title that the user plays on another device',
      async () => {
        const { token } = await site.accounts.demo('listener');
        const recent = listenerPage.getByRole('region', { name: 'Recently Played' });
        await recent.getByText('Titles you play appear here.').waitFor();
        await site.api.call('history.record-history', { body: { content_id: viper } }, token);
        await recent.getByText('Viper').waitFor();
        expect(await wasReloaded(listenerPage)).toBe(false);
      },
    ],
    [
      `shows the current catalog after repeated connection losses during changes (SEED=${seed})`,
      async () => {
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
            // Some reconnect on the browser's online event, the others after their own delay.
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
        const expected = items.map(({ title }) => title);
        const shown = await waitFor('the current catalog', async () => {
          const titlesNow = await page.getByRole('article').getByRole('heading').allTextContents();
          return titlesNow.join('\n') === expected.join('\n') ? titlesNow : undefined;
        });
        expect(new Set(shown)).toEqual(new Set([...titles.values(), 'Viper']));
        expect(await wasReloaded(page)).toBe(false);
        await page.close();
      },
    ],
    [
      'revokes and restores access to administration when the role changes, without a reload',
      async () => {
        await adminPage.getByRole('heading', { level: 1, name: 'Content Management' }).waitFor();
        const before = Date.now();
        await site.operator.setRights(admin.id, { role: 'user' });
        await adminPage.getByText('Access Denied').waitFor();
        console.log(`demotion visible after ${Date.now() - before} ms`);
        expect((await site.api.request('content.list-all-content', {}, admin.token)).status).toBe(403);
        await site.operator.setRights(admin.id, { role: 'admin' });
        await adminPage.getByRole('heading', { level: 1, name: 'Content Management' }).waitFor();
        expect(await wasReloaded(adminPage)).toBe(false);
      },
    ],
    [
      'has no script errors',
      () => {
        expect(site.problems).toEqual([]);
      },
    ],
  );
});
