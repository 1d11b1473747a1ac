import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { sendSignIn, signIn, type Credentials } from '../support/browser/page.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { codeIn } from '../support/stack/session.ts';
import { openSharedSite, type Site } from '../support/stack/site.ts';
import { scenario } from '../support/browser/scenario.ts';

let site: Site;
let page: Page;
let listener: Credentials;

beforeAll(async () => {
  site = await openSharedSite();
  listener = await site.accounts.credentials('listener');
  // Calls of other test files count too.
  await site.operator.resetVisitorCalls();
});
afterAll(() => site?.close());
beforeEach(async () => {
  page = await site.openPage();
});
afterEach(() => page.context().close());

const address = `newcomer-${randomUUID()}@example.org`;
const password = 'A-long-passphrase-1';

const HEADLINE = /on a stage of your own/;
const heading = (text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();

/** Name of the built file of the sign-in screen. */
const authFile = (): string => {
  const found = readdirSync(join(repositoryRoot, '.build', 'web', 'assets')).filter(
    (name) => name.startsWith('auth-screen-') && name.endsWith('.js'),
  );
  if (found.length !== 1) throw new Error(`The sign-in screen has ${found.length} built files instead of one`);
  return found[0] ?? '';
};

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
    await page.getByText('code_rejected', { exact: false }).filter({ visible: true }).first().waitFor();
  });

  it('recovers a username with an emailed code, and learns nothing about an unknown address', async () => {
    const { email } = listener;
    const { token } = await site.accounts.demo('listener');
    const { full_name: name } = await site.api.call('account.get-me', {}, token);
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
    await sendSignIn(page, listener);
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
    await signIn(page, site.url, listener);
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
    await signIn(page, site.url, listener);
    await page.setViewportSize({ width: 320, height: 480 });
    await page.goto(`${site.url}/streaming`);
    await heading('Discover Amazing Content');
    await page.getByText('No content found', { exact: false }).or(page.getByRole('article')).first().waitFor();
    // It is above the list, and has another height while it loads.
    const played = page.getByRole('region', { name: 'Recently Played' });
    await played.getByText('Titles you play appear here.').or(played.getByRole('listitem')).first().waitFor();
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
    await sendSignIn(page, listener);
    await page.waitForURL('**/plans');
    await page.getByRole('button', { name: 'Current Plan' }).waitFor();
  });
});

describe('an account', () => {
  scenario(
    'is created, signs in and out, and resets its password',
    [
      'is created with an emailed code and continues to the plans',
      async () => {
        await page.goto(`${site.url}/auth`);
        await page.getByRole('tab', { name: 'Sign Up' }).click();
        await page.getByLabel('Full Name').fill('New Comer');
        await page.getByLabel('Email', { exact: true }).fill(address);
        await page.getByLabel('Password', { exact: true }).fill(password);
        await page.getByLabel('Confirm password', { exact: true }).fill(password);
        await page.getByRole('button', { name: 'Create account' }).click();

        const mail = await site.stack.mailTo(address);
        await page.getByLabel('Code', { exact: true }).fill(codeIn(mail));
        await page.getByRole('button', { name: 'Confirm email' }).click();

        // Not by a locator, which would answer the question for consent first: the notice may be over by then.
        await page.waitForFunction(() => document.body.innerText.includes('Account Created!'));
        await page.waitForURL('**/plans');
        await page.getByRole('button', { name: 'Current Plan' }).waitFor();
        await page.getByRole('link', { name: 'Continue with Free Account' }).click();
        await page.waitForURL('**/streaming');
      },
    ],
    [
      'signs out, is redirected to /auth by a protected page and signs in again',
      async () => {
        await page.getByRole('button', { name: 'Sign Out' }).click();
        await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/auth');
        await page.goto(`${site.url}/streaming`);
        await page.waitForURL('**/auth**');
        await sendSignIn(page, { email: address, password });
        await page.waitForURL('**/streaming');
      },
    ],
    [
      'can read its own data and the categories',
      async () => {
        const answers = await page.evaluate(async () => {
          const token = Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1] ?? '';
          const read = async (path: string) => {
            const response = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
            return { status: response.status, body: (await response.json()) as unknown };
          };
          return {
            me: await read('/api/me'),
            categories: await read('/api/categories'),
            anonymous: (await fetch('/api/me')).status,
          };
        });
        expect(answers.me).toMatchObject({
          status: 200,
          body: { email: address, full_name: 'New Comer', role: 'user', plan: 'free' },
        });
        expect(answers.categories.status).toBe(200);
        expect(answers.anonymous).toBe(401);
        await page.getByRole('combobox', { name: 'Category' }).waitFor();
      },
    ],
    [
      'has no access to administration',
      async () => {
        await page.goto(`${site.url}/admin/content`);
        await page.getByText('Access Denied').waitFor();
        await page.getByText("You don't have permission to access this area.").waitFor();
      },
    ],
    [
      'shows the message of the user pool for a wrong password',
      async () => {
        await page.context().clearCookies();
        await page.evaluate(() => localStorage.clear());
        await page.goto(`${site.url}/auth`);
        await sendSignIn(page, { email: address, password: 'not-the-password-1A' });
        await page.getByText('Sign In Failed').first().waitFor();
        await page.getByText('Incorrect username or password.').first().waitFor();
      },
    ],
    [
      'is not signed in by tokens that the published keys of the user pool did not sign',
      async () => {
        const published = '**/.well-known/jwks.json';
        await page.route(published, (route) => route.fulfill({ json: { keys: [] } }));
        await sendSignIn(page, { email: address, password });
        await page.getByText('JWKS is empty').first().waitFor();
        expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('accessToken');
        await page.unroute(published);
      },
    ],
    [
      'resets its password with the emailed link',
      async () => {
        const next = 'Another-passphrase-2';
        await page.getByText('Forgot password or username?').click();
        await page.getByLabel('Your email').fill(address);
        await page.getByRole('button', { name: 'Reset Password' }).click();
        await page.getByText('Reset Email Sent').first().waitFor();
        const mail = await site.stack.mailTo(address, ({ body }) => body.includes('reset=true'));
        const link = /href="([^"]+reset=true[^"]+)"/.exec(mail.body)?.[1]?.replaceAll('&amp;', '&');
        if (!link) throw new Error('The email contains no link');
        await page.goto(link);
        await page.getByLabel('New password', { exact: true }).fill(next);
        await page.getByLabel('Confirm password', { exact: true }).fill(next);
        await page.getByRole('button', { name: 'Save new password' }).click();
        await page.getByText('Password changed').first().waitFor();
        await sendSignIn(page, { email: address, password: next });
        await page.waitForURL((url) => url.pathname !== '/auth');
      },
    ],
    [
      'shows the not-found page and has no script errors',
      async () => {
        await page.goto(`${site.url}/no/such/page`);
        await page.getByText('Oops! Page not found').waitFor();
        expect(site.problems).toEqual([]);
      },
    ],
  );
});

describe('an application that was replaced by a deployment', () => {
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
});
