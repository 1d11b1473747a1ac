import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openSite, type Site } from '../support/stack/site.ts';
import { repositoryRoot } from '../support/source-tree.ts';

jest.setTimeout(120_000);

let site: Site;
let page: Page;

const HEADLINE = /on a stage of your own/;
beforeAll(async () => {
  site = await openSite();
  page = await site.openPage();
});
afterAll(() => site?.close());

/** Name of the built file of the sign-in screen. */
const authFile = (): string => {
  const found = readdirSync(join(repositoryRoot, '.build', 'web', 'assets')).filter(
    (name) => name.startsWith('auth-screen-') && name.endsWith('.js'),
  );
  if (found.length !== 1) throw new Error(`The sign-in screen has ${found.length} built files instead of one`);
  return found[0] ?? '';
};

it('reloads once when a file of the application is missing, then shows an error with a link home', async () => {
  const lost = authFile();
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  // After a deployment, an old page requests a file that no longer exists.
  let requested = 0;
  await page.route(`**/assets/${lost}`, async (route) => {
    requested += 1;
    await route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not Found' });
  });
  await page.goto(site.url);
  await page.getByRole('heading', { level: 1, name: HEADLINE }).waitFor();
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
  const home = page.getByRole('link', { name: 'Go Home' });
  expect(loads).toBe(2);
  expect(requested).toBeGreaterThan(1);
  await page.unroute(`**/assets/${lost}`);
  await home.click();
  await page.getByRole('heading', { level: 1, name: HEADLINE }).waitFor();
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await page.getByLabel('Email', { exact: true }).waitFor();
});
