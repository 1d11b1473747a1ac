import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { fitsInto } from '../support/browser/page.ts';
import { openSharedSite, type Site } from '../support/stack/site.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { scenario } from '../support/browser/scenario.ts';

const media = join(repositoryRoot, 'test', 'support', 'media');
const TITLE = 'A rabbit in steps';

let site: Site;
let page: Page;

beforeAll(async () => {
  site = await openSharedSite();
  page = await site.signedIn('admin', { viewport: { width: 1280, height: 900 } });
  await page.goto(`${site.url}/admin/content`);
});
afterAll(() => site?.close());

const dialog = (): Locator => page.getByRole('dialog', { name: 'Processing steps' });
const step = (name: string): Locator =>
  dialog()
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${name}`) });
/** Time limit for a conversion on a busy machine. */
const PATIENCE = { timeout: 120_000 };
/** Neither the page nor its dialog is wider than the window. */
const fits = async (): Promise<void> => {
  for (const width of [320, 1280]) {
    await fitsInto(page, [width]);
    expect(await dialog().evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
};

scenario(
  'an administrator watches the steps of a conversion and runs them again',
  [
    'shows the conversion steps of an item live',
    async () => {
      await page.getByRole('button', { name: 'Add Content' }).first().click();
      const form = page.getByRole('dialog', { name: 'Add Content' });
      await form.locator('input[type=file]').setInputFiles(join(media, 'rabbit320.mp4'));
      await form.getByLabel('Title', { exact: true }).fill(TITLE);
      await form.getByLabel('Content type').selectOption({ label: 'Video' });
      await form.getByRole('button', { name: 'Save as Draft' }).click();
      await form.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: `Processing steps of ${TITLE}` }).click();
      await step('Upload').getByText('Completed').waitFor();
      await step('Ready to play').getByText('Completed').waitFor(PATIENCE);
      for (const name of ['Check', 'Conversion', 'Poster', 'Storyboard'])
        await step(name).getByText('Completed').waitFor();
      await fits();
    },
  ],
  [
    'runs the last step again without a new conversion attempt',
    async () => {
      await step('Ready to play').getByRole('button', { name: 'Run again: Ready to play' }).click();
      await step('Ready to play').getByText('attempt 2').waitFor();
      await step('Ready to play').getByText('Completed').waitFor(PATIENCE);
      expect(await step('Conversion').getByText('attempt 2').count()).toBe(0);
    },
  ],
  [
    'runs the conversion again as a new attempt and shows it live',
    async () => {
      await step('Conversion').getByRole('button', { name: 'Run again: Conversion' }).click();
      await step('Ready to play').getByText('Waiting').waitFor();
      await step('Conversion').getByText('attempt 2').waitFor(PATIENCE);
      await step('Ready to play').getByText('Completed').waitFor(PATIENCE);
      await fits();
      expect(site.problems).toEqual([]);
    },
  ],
);
