import type { Locator, Page } from 'playwright-core';
import { demoAccounts } from '../../bin/demo.ts';
import { siteHourEntity } from '../../lambdas/data/delivery/delivery-entities.ts';
import { NO_DELIVERY } from '../../lambdas/domain/delivery/sums.ts';
import { contentItem, someContent } from '../support/content.ts';
import { waitFor } from '../support/stack/local-stack.ts';
import { openSite, type Site } from '../support/stack/site.ts';
import { tinyWav } from '../support/media/tiny-wav.ts';
import { openUploads } from '../support/worlds/uploading.ts';
import { scenario } from '../support/browser/scenario.ts';

const HOUR_MS = 3_600_000;

let site: Site;
let page: Page;

const rows = (of: Page): Locator =>
  of
    .getByRole('list', { name: 'Content', exact: true })
    .getByRole('listitem')
    .filter({ has: of.getByRole('heading', { level: 2 }) });
const card = (name: string): Locator => page.getByRole('list', { name: 'Totals' }).getByRole('link', { name });
/** Creates content with its own file, without waiting for its conversion. */
const create = async (title: string, status: 'draft' | 'pending'): Promise<string> => {
  const { token } = await site.accounts.demo('admin');
  const uploads = openUploads(site.api, token);
  const { s3Key } = await uploads.put('tone.wav', tinyWav(), 'audio/wav');
  await uploads.complete(s3Key);
  return (
    await site.api.call('content.create-content', { body: { title, contentType: 'music', s3Key, status } }, token)
  ).id;
};

beforeAll(async () => {
  // A cloud of its own: this file changes the settings of the platform.
  site = await openSite();
  const about = 'A film of a rabbit that crosses a meadow in the early morning.';
  await site.operator.put(
    ...[1, 2, 3, 4, 5, 6].map((number) =>
      contentItem(
        someContent({ title: `Meadow ${number}`, description: about, created_at: `2026-01-01T00:00:0${number}.000Z` }),
      ),
    ),
  );
  page = await site.signedIn('admin');
});
afterAll(() => site?.close());

scenario(
  'an administrator sees the platform at a glance, and edits and reviews content',
  [
    'counts content live, and links to the counted content',
    async () => {
      await page.goto(`${site.url}/admin`);
      await page.waitForURL('**/admin/dashboard');
      await card('Video Content').getByText('6', { exact: true }).waitFor();
      await card('Music Tracks').getByText('0', { exact: true }).waitFor();
      await site.operator.put(
        contentItem(
          someContent({ title: 'Meadow song', content_type: 'music', created_at: '2025-12-01T00:00:00.000Z' }),
        ),
      );
      // The page updates through the live channel, without a reload.
      await card('Music Tracks').getByText('1', { exact: true }).waitFor();
      await card('Total Content').getByText('7', { exact: true }).waitFor();
      await card('Music Tracks').click();
      await page.waitForURL('**/admin/content?tab=music');
      await rows(page).filter({ hasText: 'Meadow song' }).waitFor();
      expect(await rows(page).count()).toBe(1);
      expect(await page.getByRole('tab', { name: 'Music' }).getAttribute('aria-selected')).toBe('true');
    },
  ],
  [
    'shows the newest five items, and views, edits and deletes them',
    async () => {
      await create('Newest of all', 'draft');
      await page.goto(`${site.url}/admin/dashboard`);
      const table = page.getByRole('table', { name: 'Recent Content' });
      await table.getByRole('row').nth(1).waitFor();
      expect((await table.getByRole('rowheader').allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
        'Newest of all',
        'Meadow 6',
        'Meadow 5',
        'Meadow 4',
        'Meadow 3',
      ]);
      expect(await table.getByRole('rowheader').nth(1).innerText()).toMatch(
        /A film of a rabbit that crosses a meadow in the ea…$/,
      );
      await table.getByRole('button', { name: 'View Meadow 6' }).click();
      await page.getByRole('dialog', { name: 'Video Playback Test' }).getByRole('button', { name: 'Cancel' }).click();
      await page.goBack();
      await table.getByRole('button', { name: 'Edit Meadow 6' }).click();
      await page.getByRole('dialog', { name: 'Edit Content' }).getByRole('button', { name: 'Cancel' }).click();
      await page.goto(`${site.url}/admin/dashboard`);
      await table.getByRole('button', { name: 'Delete Newest of all' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Content deleted successfully').first().waitFor();
      await table.getByRole('rowheader', { name: 'Meadow 2' }).waitFor();
      expect(await table.getByText('Newest of all').count()).toBe(0);
    },
  ],
  [
    'creates a test user with a plan',
    async () => {
      const form = page.getByRole('form', { name: 'Create Test User' });
      expect(await form.getByRole('button', { name: 'Create Test User' }).isDisabled()).toBe(true);
      await form.getByLabel('Email').fill('trial@example.org');
      await form.getByLabel('Temporary password', { exact: true }).fill('Temporary-Pass-1');
      await form.getByLabel('Role').selectOption('premium');
      await form.getByRole('button', { name: 'Create Test User' }).click();
      await page.getByText('Account created for trial@example.org.').first().waitFor();
    },
  ],
  [
    'searches content and people from the header with sanitized input, and records each check',
    async () => {
      const box = page.getByRole('searchbox', { name: 'Search content and users' });
      await box.fill('<{trial@');
      await box.press('Enter');
      await page.waitForURL('**/admin/search?q=trial%40');
      await page.getByRole('region', { name: 'Users' }).getByText('Test premium user').waitFor();
      await page.getByRole('region', { name: 'Content' }).getByText('No matching content').waitFor();
      await box.fill('meadow song');
      await box.press('Enter');
      // The search index lags behind the table, so search until it has the song.
      await waitFor(
        'the song',
        async () => {
          await page.reload();
          const found = page.getByRole('region', { name: 'Content' });
          await found.getByRole('link').or(found.getByText('No matching content')).first().waitFor();
          return (await found.getByRole('link', { name: /Meadow song/ }).count()) === 1 ? true : undefined;
        },
        30_000,
      );
      await page
        .getByRole('region', { name: 'Content' })
        .getByRole('link', { name: /Meadow song/ })
        .click();
      await page.getByRole('dialog', { name: 'Edit Content' }).waitFor();
      const events = (await site.operator.items()).filter(
        ({ type, resource_type: about }) => type === 'SECURITY_EVENT' && about !== 'session',
      );
      expect(events.length).toBeGreaterThanOrEqual(2);
      expect(JSON.stringify(events)).not.toMatch(/trial@|meadow song/);
    },
  ],
  [
    'shows both versions after a concurrent edit, and saves the chosen one',
    async () => {
      const dialog = page.getByRole('dialog', { name: 'Edit Content' });
      await dialog.getByLabel('Artist', { exact: true }).fill('Mine');
      const other = await page.context().newPage();
      await other.goto(page.url());
      const theirs = other.getByRole('dialog', { name: 'Edit Content' });
      await theirs.getByLabel('Artist', { exact: true }).fill('Theirs');
      await theirs.getByRole('button', { name: 'Save changes' }).click();
      await other.getByText('Content updated successfully').first().waitFor();
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await dialog.getByText('Someone else changed this item').waitFor();
      expect(await dialog.getByRole('table').getByRole('row').nth(1).innerText()).toMatch(/Artist\s+Mine\s+Theirs/);
      await dialog.getByRole('button', { name: 'Keep my changes' }).click();
      await dialog.getByRole('button', { name: 'Save changes' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await rows(page).filter({ hasText: 'Meadow song' }).getByText('Mine').first().waitFor();
      await other.close();
    },
  ],
  [
    'asks before Back, a link or a reload discards typed text',
    async () => {
      await page.goto(`${site.url}/admin/users`);
      // Inside the application, so that Back does not leave the document.
      await page.getByRole('link', { name: 'Settings' }).click();
      const field = page.getByLabel('Platform description');
      await field.fill('Text that must not be lost');
      const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
      for (const leave of [() => page.goBack(), () => page.getByRole('link', { name: 'Users' }).click()]) {
        await leave();
        await question.getByRole('button', { name: 'Keep editing' }).click();
        await question.waitFor({ state: 'hidden' });
        expect(new URL(page.url()).pathname).toBe('/admin/settings');
        expect(await field.inputValue()).toBe('Text that must not be lost');
      }
      const asked = page.waitForEvent('dialog');
      // A reload that the user declines never ends, so nothing waits for it.
      await page.evaluate(() => void setTimeout(() => location.reload()));
      const dialog = await asked;
      expect(dialog.type()).toBe('beforeunload');
      await dialog.dismiss();
      expect(await field.inputValue()).toBe('Text that must not be lost');
      await page.getByRole('link', { name: 'Users' }).click();
      await question.getByRole('button', { name: 'Discard changes' }).click();
      await page.waitForURL('**/admin/users');
    },
  ],
  [
    'shows how the site is delivered, and checks its distribution and health',
    async () => {
      // Hours ago, so that no request of this test belongs to it.
      const hour = new Date((Math.floor(Date.now() / HOUR_MS) - 5) * HOUR_MS).toISOString();
      const sums = { ...NO_DELIVERY, requests: 1_000, hits: 940, refreshed: 10, misses: 50 };
      await site.operator.put(siteHourEntity.toItem({ ...sums, hour }));
      await page.getByRole('link', { name: 'CDN Monitor' }).click();
      const plots = page.getByRole('region', { name: 'By hour' });
      await plots.getByText('Show as a table').click();
      const row = plots
        .getByRole('row')
        .filter({ hasText: hour.slice('2026-11-28T'.length, '2026-11-28T15:00'.length) });
      await row.getByRole('cell', { name: '95 %', exact: true }).waitFor();
      await page.getByRole('tab', { name: 'Diagnostics' }).click();
      await page.getByRole('region', { name: 'CDN status' }).getByText('Deployed', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Run health check' }).click();
      const check = page.getByRole('region', { name: 'Health check' });
      await check.getByRole('row').filter({ hasText: 'Cache hit ratio' }).waitFor();
    },
  ],
  [
    'allows a moderator to review pending content, and shows an administrator the audit log',
    async () => {
      const { token } = await site.accounts.demo('admin');
      const ids = [
        await create('Waiting for approval', 'pending'),
        await create('Waiting for changes', 'pending'),
      ] as const;
      await waitFor(
        'the conversions',
        async () => {
          const items = await Promise.all(
            ids.map((id) => site.api.call('catalog.get-content', { params: { id } }, token)),
          );
          return items.every(({ conversion_status: status }) => status === 'completed') ? true : undefined;
        },
        60_000,
      );
      const { id: moderator } = await site.accounts.demo('listener');
      await site.api.call(
        'people.admin-assign-role',
        { body: { target_user_id: moderator, new_role: 'moderator' } },
        token,
      );

      const reviewing = await site.signedIn('listener');
      await reviewing.goto(`${site.url}/admin`);
      await rows(reviewing).filter({ hasText: 'Waiting for approval' }).waitFor();
      expect(await rows(reviewing).count()).toBe(2);
      expect(await reviewing.getByRole('tab').allInnerTexts()).toEqual(['Pending Review']);
      await reviewing.getByRole('button', { name: 'Processing steps of Waiting for approval' }).click();
      await reviewing.getByRole('dialog', { name: 'Processing steps' }).getByRole('listitem').first().waitFor();
      await reviewing.keyboard.press('Escape');
      await reviewing.getByRole('button', { name: 'Play Waiting for approval' }).click();
      const trial = reviewing.getByRole('dialog', { name: 'Video Playback Test' });
      await trial.getByText(/^Playback works\./).waitFor();
      await trial.getByRole('button', { name: 'Cancel' }).click();
      await reviewing.getByRole('button', { name: 'Publish Waiting for approval' }).click();
      await reviewing.getByText('Waiting for approval was published').first().waitFor();
      await reviewing.getByRole('button', { name: 'Return to draft: Waiting for changes' }).click();
      await reviewing.getByText('No pending content found').waitFor();

      await page.goto(`${site.url}/admin/users?q=${demoAccounts.listener.email}`);
      await page.getByRole('link', { name: /^Audit log of/ }).click();
      await page.waitForURL(`**/admin/audit?actor=${moderator}`);
      const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
      await entries.filter({ hasText: 'Waiting for approval' }).waitFor();
      expect((await entries.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
        'Content edited',
        'Content published',
      ]);
      expect(site.problems).toEqual([]);
    },
  ],
);
