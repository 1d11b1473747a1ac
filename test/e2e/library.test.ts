import type { Page } from 'playwright-core';
import { contentItem, someContent } from '../support/content.ts';
import { waitFor } from '../support/stack/local-stack.ts';
import { fitsInto, type DemoAccount } from '../support/browser/page.ts';
import { showTheme, themes, violationsOf } from '../support/screens/look.ts';
import { openSharedSite, type Site } from '../support/stack/site.ts';
import { scenario } from '../support/browser/scenario.ts';

const titled = (title: string, second: number) =>
  someContent({
    title,
    thumbnail_url: null,
    poster_url: null,
    created_at: `2026-01-01T00:00:0${second}.000Z`,
    published_at: `2026-01-01T00:00:0${second}.000Z`,
  });
const items = ['Aurora', 'Basalt', 'Cinder'].map(titled);

let site: Site;
let page: Page;
let other: Page;
let address = '';

const signIn = async (account: DemoAccount): Promise<Page> => {
  const opened = await site.signedIn(account, { permissions: ['clipboard-read', 'clipboard-write'] });
  await opened.goto(`${site.url}/streaming`);
  return opened;
};

/** Checks layout and accessibility in both themes at 320 and 1280 pixels. */
const expectAccessible = async (on: Page): Promise<void> => {
  for (const theme of themes) {
    await showTheme(on, theme);
    for (const width of [320, 1280]) {
      await fitsInto(on, [width]);
      expect([theme, width, await violationsOf(on)]).toEqual([theme, width, []]);
    }
  }
};

const titles = (on: Page) =>
  on
    .getByRole('list', { name: 'Titles in this playlist' })
    .getByRole('button', { name: /^Like / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')?.slice(5)));

beforeAll(async () => {
  site = await openSharedSite();
  await site.operator.put(...items.map(contentItem));
  page = await signIn('listener');
  other = await signIn('admin');
});
afterAll(() => site?.close());

scenario(
  'a user likes titles, and makes, sorts and shares a playlist',
  [
    'likes a title and shows it under Liked Songs, also on another device',
    async () => {
      const device = await site.openPage(page.context());
      await device.goto(`${site.url}/streaming?view=liked`);
      await device.getByText("You haven't liked any titles yet", { exact: false }).waitFor();
      await page.getByRole('button', { name: 'Like Basalt' }).click();
      await page.getByRole('button', { name: 'Like Basalt', pressed: true }).waitFor();
      await device.getByRole('heading', { name: 'Basalt' }).waitFor();
      await device.close();
      await page.getByRole('button', { name: 'Liked Songs' }).click();
      await page.getByRole('heading', { level: 2, name: 'Liked Songs' }).waitFor();
      await page.getByRole('button', { name: 'Play Basalt' }).waitFor();
      await waitFor('only the liked title', async () =>
        (await page.getByRole('article').count()) === 1 ? true : undefined,
      );
      await expectAccessible(page);
    },
  ],
  [
    'shows a new name of a liked title, hides an unpublished one and restores it',
    async () => {
      const { token } = await site.accounts.demo('admin');
      const change = async (fields: Readonly<Record<string, string>>) => {
        const { revision } = await site.api.call('catalog.get-content', { params: { id: items[1]?.id ?? '' } }, token);
        await site.api.call(
          'content.update-content',
          { params: { id: items[1]?.id ?? '' }, body: { revision, ...fields } } as never,
          token,
        );
      };
      await change({ title: 'Basalt, remastered' });
      await page.getByRole('button', { name: 'Play Basalt, remastered' }).waitFor();
      await change({ status: 'draft' });
      await page.getByText("You haven't liked any titles yet", { exact: false }).waitFor();
      await change({ status: 'published', title: 'Basalt' });
      await page.getByRole('button', { name: 'Play Basalt' }).waitFor();
    },
  ],
  [
    'creates a playlist and adds titles from their cards',
    async () => {
      await page.getByRole('button', { name: 'Create Playlist' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create Playlist' });
      await dialog.getByLabel('Name').fill('Rock');
      await dialog.getByLabel('Visibility').selectOption('Unlisted');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Create Playlist' }).click();
      await page.getByRole('heading', { level: 1, name: 'Rock' }).waitFor();
      address = page.url();
      await page.getByRole('link', { name: 'Browse the catalog' }).click();
      for (const title of ['Aurora', 'Basalt', 'Cinder']) {
        await page.getByRole('button', { name: `Add ${title} to a playlist` }).click();
        const adding = page.getByRole('dialog', { name: 'Add to playlist' });
        await adding.getByRole('checkbox', { name: /^Rock/ }).check();
        await page.getByText('Added to Rock').first().waitFor();
        if (title === 'Aurora') await expectAccessible(page);
        await adding.getByRole('button', { name: 'Done' }).click();
      }
      await page.getByRole('tab', { name: 'Playlists' }).click();
      await page.getByRole('link', { name: 'Rock Unlisted · 3 titles' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Rock Unlisted · 3 titles' }).click();
      await page.getByRole('heading', { level: 1, name: 'Rock' }).waitFor();
      await waitFor('three titles', async () => ((await titles(page)).length === 3 ? true : undefined));
      expect(await titles(page)).toEqual(['Aurora', 'Basalt', 'Cinder']);
      await expectAccessible(page);
    },
  ],
  [
    'sorts the playlist with the keyboard and by dragging, and saves the order',
    async () => {
      await page.getByRole('button', { name: 'Move Cinder', exact: true }).focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await waitFor('the new order', async () => ((await titles(page))[0] === 'Cinder' ? true : undefined));
      await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Move Cinder');
      const saved = async (order: readonly string[]) => {
        const { token } = await site.accounts.demo('listener');
        await waitFor(`the order ${order.join()}`, async () => {
          const { items } = await site.api.call(
            'library.list-entries',
            { params: { id: address.split('/').at(-1) ?? '' }, query: {} },
            token,
          );
          return items.map(({ content }) => content.title).join() === order.join() ? true : undefined;
        });
      };
      await saved(['Cinder', 'Aurora', 'Basalt']);
      const [from, to] = [
        await page.getByRole('button', { name: 'Move Cinder', exact: true }).boundingBox(),
        await page.getByRole('button', { name: 'Move Basalt', exact: true }).boundingBox(),
      ];
      await page.mouse.move((from?.x ?? 0) + 10, (from?.y ?? 0) + 20);
      await page.mouse.down();
      await page.mouse.move((to?.x ?? 0) + 10, (to?.y ?? 0) + 20, { steps: 6 });
      await page.mouse.up();
      await saved(['Aurora', 'Basalt', 'Cinder']);
      await page.reload();
      await waitFor('the saved order', async () =>
        (await titles(page)).join() === 'Aurora,Basalt,Cinder' ? true : undefined,
      );
    },
  ],
  [
    'keeps the header free when a message appears on a phone',
    async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.getByRole('button', { name: 'Copy link' }).click();
      const message = page.getByRole('listitem').filter({ hasText: 'Link copied' });
      await message.waitFor();
      const header = await page.getByRole('banner').boundingBox();
      // It slides in from the side only.
      const shown = await message.boundingBox();
      expect(header && shown && shown.y >= header.y + header.height).toBe(true);
      await message.getByRole('button', { name: 'Dismiss' }).click();
      await page.setViewportSize({ width: 1280, height: 900 });
    },
  ],
  [
    'shares the playlist by its link until it is private',
    async () => {
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByText('Link copied').first().waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link).toBe(address);
      await other.goto(link);
      await other.getByRole('heading', { level: 1, name: 'Rock' }).waitFor();
      await other.getByRole('button', { name: /^Play Cinder/ }).waitFor();
      expect(await other.getByRole('button', { name: /^Move|^Take|^Edit|^Delete/ }).count()).toBe(0);
      await other.goto(`${site.url}/streaming?view=playlists`);
      await other.getByText('You have no playlists yet.').waitFor();

      await page.getByRole('button', { name: 'Edit playlist' }).click();
      await page.getByRole('dialog', { name: 'Edit playlist' }).getByLabel('Visibility').selectOption('Private');
      await page.getByRole('dialog', { name: 'Edit playlist' }).getByRole('button', { name: 'Save' }).click();
      await page.getByText('Playlist saved').first().waitFor();
      await other.goto(link);
      await other.getByRole('heading', { level: 1, name: 'Playlist not found' }).waitFor();
      expect(await violationsOf(other)).toEqual([]);
    },
  ],
  [
    'removes deleted content from playlists and likes, and deletes a playlist',
    async () => {
      const { token } = await site.accounts.demo('admin');
      await site.api.call('content.delete-content', { params: { id: items[1]?.id ?? '' } }, token);
      await waitFor('the shorter playlist', async () =>
        (await titles(page)).join() === 'Aurora,Cinder' ? true : undefined,
      );
      await page.getByRole('button', { name: 'Delete playlist' }).click();
      await page
        .getByRole('alertdialog', { name: 'Delete Rock?' })
        .getByRole('button', { name: 'Delete playlist' })
        .click();
      await page.getByText('You have no playlists yet.').waitFor();
      await page.getByRole('button', { name: 'Liked Songs' }).click();
      await page.getByText("You haven't liked any titles yet", { exact: false }).waitFor();
    },
  ],
  ['has no script errors', () => expect(site.problems).toEqual([])],
);
