import type { Page } from 'playwright-core';
import { demoAccounts } from '../../bin/demo.ts';
import { demoCredentials, sendSignIn } from '../support/browser/page.ts';
import { openSite, type Site } from '../support/stack/site.ts';

jest.setTimeout(180_000);

let site: Site;
let page: Page;
const { email, name } = demoAccounts.listener;

beforeAll(async () => {
  site = await openSite();
  page = await site.openPage();
});
afterAll(() => site?.close());

const heading = (text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();

describe('a visitor', () => {
  it('can open every link in the footer', async () => {
    await page.goto(site.url);
    await heading('Every track and every film');
    for (const [link, title] of [
      ['About', 'About Soundstage'],
      ['Support', 'Support'],
      ['Terms', 'Terms of Use'],
      ['Privacy', 'Privacy Policy'],
      ['API Access', 'API Access'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: link, exact: true }).click();
      await heading(title);
    }
    await page.getByText('/api/functions/get-username').click();
    await page.getByText('code_rejected', { exact: false }).first().waitFor();
  });

  it('recovers a username with an emailed code, and learns nothing about an unknown address', async () => {
    await page.goto(`${site.url}/auth`);
    await page.getByText('Forgot password or username?').click();
    await page.getByLabel('Your email').fill('nobody@soundstage.local');
    await page.getByRole('button', { name: 'Get Username' }).click();
    await heading('Find your username');
    await page.getByText('If nobody@soundstage.local has an account', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Back to sign in' }).click();

    await page.getByText('Forgot password or username?').click();
    await page.getByLabel('Your email').fill(email);
    await page.getByRole('button', { name: 'Get Username' }).click();
    const mail = await site.stack.mailTo(email, ({ subject }) => /username/.test(subject));
    const code = page.getByLabel('Code', { exact: true });
    await code.fill('00000000');
    await page.getByRole('button', { name: 'Show username' }).click();
    await page.getByText('Retrieval Failed').first().waitFor();
    await code.fill(/\b\d{8}\b/.exec(mail.body)?.[0] ?? '');
    await page.getByRole('button', { name: 'Show username' }).click();
    await page.getByText('Username Found').first().waitFor();
    await page.getByText(`Your name on file is: ${name}`).first().waitFor();
    await page.getByRole('button', { name: 'Back to sign in' }).click();
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
  });

  it('is redirected from a protected page to sign-in and back', async () => {
    await page.goto(`${site.url}/why-choose-us/business`);
    await page.waitForURL('**/auth');
    await sendSignIn(page, demoCredentials('listener'));
    await page.waitForURL('**/why-choose-us/business');
    await heading('Your media house, under your own roof');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await heading('Discover Amazing Content');
    await page.goBack();
    await heading('Your media house, under your own roof');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL('**/auth');
  });

  it('sees the whole placeholder of the search box on a laptop', async () => {
    await sendSignIn(page, demoCredentials('listener'));
    await heading('Your media house');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${site.url}/streaming`);
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const [room, text] = await search.evaluate((input: HTMLInputElement) => {
      const style = getComputedStyle(input);
      const context = document.createElement('canvas').getContext('2d');
      if (context) context.font = style.font;
      return [
        input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight),
        context?.measureText(input.placeholder).width ?? Infinity,
      ];
    });
    expect(room).toBeGreaterThanOrEqual(text ?? Infinity);
  });

  it('returns to the scroll position of the list', async () => {
    await page.setViewportSize({ width: 320, height: 480 });
    await heading('Discover Amazing Content');
    await page.getByText('No content found', { exact: false }).waitFor();
    await page.getByRole('tablist').evaluate((tabs) => tabs.scrollIntoView({ block: 'start', behavior: 'instant' }));
    const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
    const before = await scrolled();
    expect(before).toBeGreaterThan(200);
    // A real click would first scroll to the link.
    await page.getByRole('link', { name: 'Plans', exact: true }).evaluate((link: HTMLAnchorElement) => link.click());
    await heading('Choose your plan');
    expect(await scrolled()).toBe(0);
    await page.goBack();
    await heading('Discover Amazing Content');
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) <= 2, before);
  });
});

describe('a visitor of a public catalog', () => {
  it('browses the catalog and is asked to sign in when needed', async () => {
    page = await site.openPage();
    // This is an option of the stage. The tests of the API functions cover the server side.
    await page.route('**/config.json', async (route) =>
      route.fulfill({ json: { ...((await (await route.fetch()).json()) as object), publicCatalog: true } }),
    );
    await page.goto(`${site.url}/streaming`);
    await heading('Discover Amazing Content');
    await page.getByRole('link', { name: 'Get Premium' }).waitFor();
    await page.getByRole('button', { name: 'Liked Songs' }).click();
    await page.waitForURL('**/auth');
    await page.getByText('Authentication Required').first().waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Get Premium' }).click();
    await page.waitForURL('**/auth');
    await sendSignIn(page, demoCredentials('listener'));
    await page.waitForURL('**/plans');
    await page.getByRole('button', { name: 'Current Plan' }).waitFor();
    await page.context().close();
  });

  it('has no script errors', () => {
    expect(site.problems).toEqual([]);
  });
});
