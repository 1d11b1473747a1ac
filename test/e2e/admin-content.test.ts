import { join } from 'node:path';
import { ulid } from 'ulid';
import type { Locator, Page } from 'playwright-core';
import { contentEntity } from '../../lambdas/data/content/content-entity.ts';
import { uploadEntity } from '../../lambdas/data/conversion/upload-entity.ts';
import { claimedUpload } from '../support/rows/conversion-records.ts';
import { contentItem, someDraft } from '../support/content.ts';
import { waitFor } from '../support/stack/local-stack.ts';
import { fitsInto } from '../support/browser/page.ts';
import { openSite, type Site } from '../support/stack/site.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { scenario } from '../support/browser/scenario.ts';

const media = join(repositoryRoot, 'test', 'support', 'media');
/** Time limit for a conversion or a bulk job on a busy machine. */
const PATIENCE = { timeout: 120_000 };
const COUNT = 30;

let site: Site;
let page: Page;

beforeAll(async () => {
  // A cloud of its own: this file shows the whole list of content.
  site = await openSite();
  for (let index = 1; index <= COUNT; index += 1) {
    const created_at = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString();
    const draft = someDraft({
      id: `cnt_${ulid()}`,
      title: `Batch ${String(index).padStart(2, '0')}`,
      has_video: false,
      content_type: 'music',
      created_at,
    });
    await site.operator.put(uploadEntity.toItem(claimedUpload(draft)));
    await site.operator.put(contentItem(draft));
  }
  page = await site.signedIn('admin', { viewport: { width: 1280, height: 900 } });
});
afterAll(() => site?.close());

const row = (title: string): Locator =>
  page
    .getByRole('list', { name: 'Content', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const rows = (): Locator => page.getByRole('heading', { level: 2 });
const fits = () => fitsInto(page, [320, 768, 1280]);

scenario(
  'an administrator sorts, changes, schedules and tests content',
  [
    'sorts, filters and searches content, with all of it in the URL',
    async () => {
      await page.goto(`${site.url}/admin/content?tab=music&sort=title&status=draft`);
      await row('Batch 01').waitFor();
      await row('Batch 03').waitFor();
      expect((await rows().allInnerTexts()).slice(0, 3)).toEqual(['Batch 01', 'Batch 02', 'Batch 03']);
      await page.getByRole('button', { name: 'Load more' }).click();
      await row('Batch 30').waitFor();
      await page.getByRole('searchbox', { name: 'Search titles, artists, and tags' }).fill('batch 07');
      await row('Batch 07').waitFor();
      await waitFor('one hit', async () => ((await rows().count()) === 1 ? true : undefined));
      await page.waitForURL(({ search }) => search === '?tab=music&sort=title&status=draft&q=batch+07');
      await page.getByRole('searchbox', { name: 'Search titles, artists, and tags' }).fill('');
      await fits();
    },
  ],
  [
    'lists titles by what the analysis found, and shows the overview',
    async () => {
      await page.goto(`${site.url}/admin/content`);
      await page.getByRole('tab', { name: 'AI Indexing' }).click();
      await page.waitForURL(({ search }) => search === '?tab=analysis');
      const titles = page.getByRole('list', { name: 'Analyzed titles' });
      await titles.getByRole('listitem').first().waitFor();
      await fits();
      const verdict = page.getByRole('combobox', { name: 'Brand safety' });
      await verdict.selectOption({ label: 'Blocked' });
      await page.getByText('No analyzed titles match your filters').waitFor();
      await verdict.selectOption({ label: 'Not fully analyzed' });
      await page.waitForURL(({ search }) => search === '?tab=analysis&verdict=unknown');
      await titles.getByRole('listitem').first().waitFor();
      await page.getByRole('button', { name: 'AI Analysis Overview' }).click();
      const overview = page.getByRole('dialog', { name: 'AI Analysis Overview' });
      await overview.getByText('What was found in the 10 titles whose analysis changed last.').waitFor();
      await fits();
      await page.keyboard.press('Escape');
    },
  ],
  [
    'publishes all matching content with a bulk job, shows the results and undoes it',
    async () => {
      await page.goto(`${site.url}/admin/content?tab=music`);
      await page.getByRole('checkbox', { name: 'Select Batch 30' }).check();
      await page.getByRole('button', { name: 'Select all matching' }).click();
      await page.getByText(`${COUNT} items selected`).waitFor();
      await fits();
      await page
        .getByRole('region', { name: 'Selected items' })
        .getByRole('button', { name: 'Publish', exact: true })
        .click();
      const dialog = page.getByRole('dialog', { name: 'Publish items' });
      await dialog.getByText(`${COUNT} will be published`).waitFor();
      await dialog.getByRole('button', { name: `Publish ${COUNT} items` }).click();
      await dialog.getByText(`${COUNT} published.`).waitFor(PATIENCE);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      // While a dialog is open, elements behind it have no accessible name.
      await row('Batch 30').getByText('published').first().waitFor();
      await page.getByRole('button', { name: 'Bulk jobs' }).click();
      const jobs = page.getByRole('dialog', { name: 'Bulk jobs' });
      await jobs
        .getByRole('listitem')
        .filter({ hasText: /^Publish/ })
        .getByRole('button', { name: 'Show results' })
        .click();
      await jobs.getByRole('button', { name: 'Undo' }).click();
      await jobs.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
      await jobs
        .getByRole('status')
        .filter({ hasText: `${COUNT} restored` })
        .waitFor(PATIENCE);
      await page.keyboard.press('Escape');
      await row('Batch 30').getByText('draft').first().waitFor();
    },
  ],
  [
    'creates a category, moves items into it and renames it',
    async () => {
      await page.goto(`${site.url}/admin/content?tab=music`);
      await page.getByRole('button', { name: 'Categories and creators' }).click();
      const dialog = page.getByRole('dialog', { name: 'Categories and creators' });
      await dialog.getByRole('textbox', { name: 'New category name' }).fill('Lullabies');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByText('Lullabies').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      for (const title of ['Batch 30', 'Batch 29'])
        await page.getByRole('checkbox', { name: `Select ${title}` }).check();
      await page.getByRole('button', { name: 'Move to category' }).click();
      const bulk = page.getByRole('dialog', { name: 'Move items' });
      await bulk.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Lullabies' });
      await bulk.getByRole('button', { name: 'Preview' }).click();
      await bulk.getByRole('button', { name: 'Move 2 items' }).click();
      await bulk.getByText('2 moved.').waitFor(PATIENCE);
      await bulk.getByRole('button', { name: 'Close' }).last().click();
      await row('Batch 29').getByText('Lullabies').waitFor();
      await page.getByRole('button', { name: 'Categories and creators' }).click();
      await dialog.getByText('2 items').waitFor();
      await dialog.getByRole('button', { name: 'Rename Lullabies' }).click();
      await dialog.getByRole('textbox', { name: 'New name for Lullabies' }).fill('Cradle songs');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('button', { name: 'Rename Cradle songs' }).waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await row('Batch 29').getByText('Cradle songs').waitFor();
    },
  ],
  [
    'publishes scheduled content on time, and shows the schedule until then',
    async () => {
      await page.goto(`${site.url}/admin/content?tab=music`);
      const schedule = async (at: string) => {
        await row('Batch 28').getByRole('button', { name: 'Edit Batch 28' }).click();
        const dialog = page.getByRole('dialog', { name: 'Edit Content' });
        await dialog.getByLabel('Publish at', { exact: true }).fill(at);
        await dialog.getByRole('button', { name: 'Save changes' }).click();
        await dialog.waitFor({ state: 'hidden' });
      };
      const year = new Date().getFullYear() + 1;
      await schedule(`${year}-01-02T03:04`);
      await row('Batch 28').getByText(`Scheduled to publish Jan 2, ${year}`).waitFor();
      // The schedule of the local cloud may be faster than this call.
      await schedule('2026-01-02T03:04');
      await fetch(`${site.url}/_local/invoke/content-schedule`, { method: 'POST', body: '{}' });
      await row('Batch 28')
        .getByText(/Scheduled to publish/)
        .waitFor({ state: 'detached' });
      await row('Batch 28').getByText('Status published').waitFor();
    },
  ],
  [
    'keeps rows within the page for very long words',
    async () => {
      const long = (letter: string) => letter.repeat(200);
      await site.operator.put(
        contentItem(
          someDraft({
            id: `cnt_${ulid()}`,
            title: long('W'),
            artist: long('A'),
            description: long('x'),
            conversion_status: 'failed',
            conversion_error: long('E'),
            media_version: null,
            created_at: new Date(Date.UTC(2027, 0, 1)).toISOString(),
          }),
        ),
      );
      await page.goto(`${site.url}/admin/content`);
      await row(long('W')).waitFor();
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const [frame, ...parts] = await row(long('W')).evaluate((item) =>
          [item, ...item.querySelectorAll('button, h2, p, li')].map((part) => part.getBoundingClientRect().right),
        );
        expect(parts.filter((right) => right > (frame ?? 0) + 0.5)).toEqual([]);
      }
    },
  ],
  [
    'restores the list on going back, and uploads do not cover the bulk actions',
    async () => {
      await page.goto(`${site.url}/admin/content?tab=music`);
      await page.getByRole('searchbox', { name: 'Search titles, artists, and tags' }).fill('batch 07');
      await page.waitForURL(/q=batch/);
      await page.getByRole('link', { name: 'Users', exact: true }).click();
      await page.waitForURL(/users/);
      await page.goBack();
      expect(await page.getByRole('searchbox', { name: 'Search titles, artists, and tags' }).inputValue()).toBe(
        'batch 07',
      );
      await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Content' }).click();
      await row('Batch 30').waitFor();
      expect(await page.getByRole('searchbox', { name: 'Search titles, artists, and tags' }).inputValue()).toBe('');
      await page.route(
        ({ pathname }) => pathname.includes('/uploads/cnt_'),
        () => undefined,
      );
      await page.getByRole('button', { name: 'Add Content' }).click();
      const form = page.getByRole('dialog', { name: 'Add Content' });
      await form.locator('input[type=file]').setInputFiles([join(media, 'rabbit320.mp4'), join(media, 'viper.mp3')]);
      await form.getByRole('button', { name: 'Save as Draft' }).click();
      await form.getByRole('button', { name: 'Continue in background' }).click();
      await page.getByRole('checkbox', { name: 'Select Batch 30' }).check();
      // Clicking a covered button fails.
      await page.getByRole('button', { name: 'Clear selection' }).click({ trial: true });
      await page
        .getByRole('region', { name: 'Upload Manager' })
        .getByRole('button', { name: /^Cancel upload of/ })
        .last()
        .click();
      await page
        .getByRole('region', { name: 'Upload Manager' })
        .getByRole('button', { name: /^Cancel upload of/ })
        .click();
      await page.getByRole('region', { name: 'Upload Manager' }).waitFor({ state: 'detached' });
      await page.unrouteAll();
    },
  ],
  [
    'plays a test of an item',
    async () => {
      await page.goto(`${site.url}/admin/content`);
      await page.getByRole('button', { name: 'Add Content' }).first().click();
      const form = page.getByRole('dialog', { name: 'Add Content' });
      await form.locator('input[type=file]').setInputFiles(join(media, 'rabbit320.mp4'));
      await form.getByLabel('Title', { exact: true }).fill('Rabbit');
      await form.getByLabel('Content type').selectOption({ label: 'Video' });
      await form.getByRole('button', { name: 'Save as Draft' }).click();
      await form.waitFor({ state: 'hidden' });
      await page.goto(`${site.url}/admin/content?tab=videos`);
      await row('Rabbit').getByText('completed').first().waitFor(PATIENCE);
      await page.getByRole('button', { name: 'Play Rabbit' }).click();
      const dialog = page.getByRole('dialog', { name: 'Video Playback Test' });
      await dialog.getByText(/^Playback works\./).waitFor();
      await fits();
      await dialog.getByRole('button', { name: 'Continue to Full Player' }).click();
      await page.waitForURL((url) => url.searchParams.get('mode') === 'admin-test');
      expect(site.problems).toEqual([]);
    },
  ],
  [
    'sets up the CDN for a title, and uses the tools of the delivery',
    async () => {
      await page.goto(`${site.url}/admin/content?tab=videos`);
      // The page that uploaded it was left before its conversion ended.
      await page.getByRole('button', { name: /^CORS setup of Rabbit: / }).click();
      await page.getByRole('button', { name: 'CORS setup of Rabbit: configured' }).waitFor();
      await page.getByRole('tab', { name: 'CDN Management' }).click();
      await page.getByRole('progressbar', { name: 'Propagation' }).waitFor();
      await page.getByRole('button', { name: 'Test AWS connection' }).click();
      await page.getByRole('row', { name: /^CloudFront distribution Responds/ }).waitFor();
      await page.getByRole('button', { name: 'Diagnose S3 access' }).click();
      await page.getByText('Everything is as the template declares.', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Configure CORS' }).click();
      await page.getByText('Everything is as the template declares. Nothing was changed.').waitFor();
      await page.getByRole('list', { name: 'Titles to choose from' }).getByRole('button', { name: 'Rabbit' }).click();
      await page.getByRole('button', { name: 'Test converted media' }).click();
      await page.getByText(/^Playback works\./).waitFor();
      await fits();
      expect(site.problems).toEqual([]);
    },
  ],
  [
    'plays the uploaded file while there is no converted media, and lists the failed conversion',
    async () => {
      const stored = (await site.operator.items()).find(({ type, title }) => type === 'CONTENT' && title === 'Rabbit');
      await site.operator.put(
        contentItem({
          ...contentEntity.parse(stored ?? {}),
          conversion_status: 'failed',
          conversion_error: 'the converter stopped',
          media_version: null,
          top_tier: null,
        }),
      );
      await page.goto(`${site.url}/admin/content?tab=videos`);
      await page.getByRole('button', { name: 'Play Rabbit' }).click();
      const dialog = page.getByRole('dialog', { name: 'Video Playback Test' });
      await dialog.getByText('Address (original file)').waitFor();
      await dialog.getByText(/^Playback works\./).waitFor();
      await fits();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Video conversions' }).click();
      const panel = page.getByRole('dialog', { name: 'Video Conversion Management' });
      await panel.getByText('Conversion failed: the converter stopped').waitFor();
      await fits();
      await panel.getByRole('button', { name: 'Restart conversion of Rabbit' }).click();
      await panel.getByRole('heading', { name: 'Rabbit', exact: true }).waitFor({ state: 'detached', ...PATIENCE });
      expect(site.problems).toEqual([]);
    },
  ],
);
