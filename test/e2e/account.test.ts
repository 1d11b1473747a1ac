import type { Page } from 'playwright-core';
import { sendSignIn } from '../support/browser/page.ts';
import { openSite, type Site } from '../support/stack/site.ts';

jest.setTimeout(180_000);

let site: Site;
let page: Page;

const address = 'newcomer@example.org';
const password = 'A-long-passphrase-1';

beforeAll(async () => {
  site = await openSite();
  page = await site.openPage();
});
afterAll(() => site?.close());

const codeIn = (body: string): string => {
  const code = /\b(\d{6})\b/.exec(body)?.[1];
  if (!code) throw new Error('The email contains no code');
  return code;
};

describe('an account', () => {
  it('is created with an emailed code and continues to the plans', async () => {
    await page.goto(`${site.url}/auth`);
    await page.getByRole('tab', { name: 'Sign Up' }).click();
    await page.getByLabel('Full Name').fill('New Comer');
    await page.getByLabel('Email', { exact: true }).fill(address);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();

    const mail = await site.stack.mailTo(address);
    await page.getByLabel('Code', { exact: true }).fill(codeIn(mail.body));
    await page.getByRole('button', { name: 'Confirm email' }).click();

    await page.getByText('Account Created!').first().waitFor();
    await page.waitForURL('**/plans');
    await page.getByRole('button', { name: 'Current Plan' }).waitFor();
    await page.getByRole('link', { name: 'Continue with Free Account' }).click();
    await page.waitForURL('**/streaming');
  });

  it('signs out, is redirected to /auth by a protected page and signs in again', async () => {
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/auth');
    await page.goto(`${site.url}/streaming`);
    await page.waitForURL('**/auth**');
    await sendSignIn(page, { email: address, password });
    await page.waitForURL('**/streaming');
  });

  it('can read its own data and the categories', async () => {
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
  });

  it('has no access to administration', async () => {
    await page.goto(`${site.url}/admin/content`);
    await page.getByText('Access Denied').waitFor();
    await page.getByText("You don't have permission to access this area.").waitFor();
  });

  it('shows the message of the user pool for a wrong password', async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${site.url}/auth`);
    await sendSignIn(page, { email: address, password: 'not-the-password-1A' });
    await page.getByText('Sign In Failed').first().waitFor();
    await page.getByText('Incorrect username or password.').first().waitFor();
  });

  it('resets its password with the emailed link', async () => {
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
  });

  it('shows the not-found page and has no script errors', async () => {
    await page.goto(`${site.url}/no/such/page`);
    await page.getByText('Oops! Page not found').waitFor();
    expect(site.problems).toEqual([]);
  });
});
