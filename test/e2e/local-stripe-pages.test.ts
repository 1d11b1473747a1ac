import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser/browser.ts';
import { openShop, openStripe, type Shop, type StripeWorld } from '../support/stripe/local-stripe.ts';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

let world: StripeWorld;
let shop: Shop;
let browser: Browser;
let page: Page;
let site: Server;
let home: string;

beforeAll(async () => {
  world = await openStripe();
  shop = await openShop(world);
  // The site that the pages return to, on another origin.
  site = createServer((_request, response) => response.end('<!doctype html><title>Site</title><h1>Welcome back</h1>'));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  home = `http://localhost:${(site.address() as AddressInfo).port}`;
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 600, height: 700 } });
});
afterAll(async () => {
  await browser.close();
  site.closeAllConnections();
  site.close();
  await world.stop();
});

/** Opens a page in both color schemes and returns what axe finds. */
const violations = async (): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const run = `(() => { const exports = undefined, module = undefined; ${axe}; return axe.run(); })()`;
    const { violations: all } = (await page.evaluate(run)) as { violations: { id: string }[] };
    found.push(...all.map(({ id }) => `${colorScheme}: ${id}`));
  }
  return found;
};
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const card = (name: RegExp) => page.getByRole('radio', { name }).check();

it('the checkout page is paid by keyboard and name, and returns to the site', async () => {
  const session = await world.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: shop.customer.id,
    line_items: [{ price: shop.premium.id, quantity: 1 }],
    success_url: `${home}/return?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${home}/return?canceled=1`,
    subscription_data: { trial_period_days: 7 },
  });
  await page.goto(session.url ?? '');
  await heading('Try Soundstage premium');
  expect(await violations()).toEqual([]);
  await page.getByRole('link', { name: 'Cancel and return' }).click();
  await heading('Welcome back');
  await page.goBack();
  await card(/is declined/);
  await press('Start trial');
  await page.getByRole('alert').getByText('Your card was declined.').waitFor();
  expect(await violations()).toEqual([]);
  await card(/3-D Secure once/);
  await press('Start trial');
  await heading('3-D Secure authentication');
  expect(await violations()).toEqual([]);
  await press('Fail authentication');
  await page.getByRole('alert').waitFor();
  await page.getByRole('textbox', { name: 'Other card number' }).fill('4111 1111 1111 1111');
  await press('Start trial');
  await heading('Welcome back');
  expect(page.url()).toBe(`${home}/return?session_id=${session.id}`);
});

it('the portal switches, cancels, resumes and changes the card, and shows invoices', async () => {
  const portal = await world.stripe.billingPortal.sessions.create({
    customer: shop.customer.id,
    return_url: `${home}/portal`,
  });
  await page.goto(portal.url);
  await heading('Manage your billing');
  expect(await violations()).toEqual([]);
  await press('Switch to Soundstage creator');
  await heading('Confirm your upgrade');
  expect(await violations()).toEqual([]);
  await press('Confirm');
  await page.getByRole('heading', { name: 'Soundstage creator' }).waitFor();
  await press('Cancel plan');
  await heading('Cancel your plan');
  await press('Cancel plan');
  await press('Resume plan');
  await page.getByRole('button', { name: 'Cancel plan' }).waitFor();
  await page.getByRole('link', { name: 'Change card' }).click();
  await card(/Mastercard/);
  expect(await violations()).toEqual([]);
  await press('Save card');
  await page.getByText('mastercard ending in 4444').waitFor();
  await page.getByRole('link', { name: /LOCAL-0001/ }).click();
  await heading('Paid');
  expect(await violations()).toEqual([]);
  await page.goBack();
  await page.getByRole('link', { name: 'Return to Soundstage' }).click();
  await heading('Welcome back');
});
