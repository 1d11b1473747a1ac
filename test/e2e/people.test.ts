import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { demoAccounts, demoPassword } from '../../bin/demo.ts';
import { launchBrowser } from '../support/browser.ts';
import { startLocalStack, waitFor, type LocalStack } from '../support/local-stack.ts';
import { openOperator, type Operator } from '../support/operator.ts';
import { somePerson } from '../support/people-rows.ts';
import { repositoryRoot } from '../support/source-tree.ts';

jest.setTimeout(120_000);

const axe = readFileSync(join(repositoryRoot, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
const email = 'mona@example.org';
const temporary = 'Temporary-Pass-1';
const own = 'My-own-passphrase-1';

let stack: LocalStack;
let browser: Browser;
let operator: Operator;
let admin: Page;
let person: Page;
const problems: string[] = [];

const open = async (): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(10_000);
  page.on('pageerror', (error) => problems.push(error.message));
  return page;
};
const signIn = async (page: Page, address: string, password: string): Promise<void> => {
  await page.goto(`${stack.url}/auth`);
  await page.getByLabel('Email', { exact: true }).fill(address);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};
const row = (name: string) => admin.getByRole('list', { name: 'Users' }).getByRole('listitem').filter({ has: admin.getByRole('heading', { level: 2, name }) });
const names = () => admin.getByRole('list', { name: 'Users' }).getByRole('heading', { level: 2 }).allTextContents();
const violations = async (page: Page): Promise<readonly string[]> => {
  // By the protocol: the page's own policy lets no script in.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations: found } = await (globalThis as unknown as { axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe.run();
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ')}`);
  });
};

beforeAll(async () => {
  [stack, browser] = await Promise.all([startLocalStack(), launchBrowser()]);
  operator = openOperator(stack);
  const others = Array.from({ length: 30 }, (_, index) =>
    somePerson({ full_name: `Visitor ${String(index).padStart(2, '0')} Zimmer`, email: `visitor${index}@example.org`, created_at: `2026-01-01T00:00:${String(index).padStart(2, '0')}.000Z` }));
  await operator.put(...others.flatMap(({ items }) => items));
  [admin, person] = await Promise.all([open(), open()]);
  await signIn(admin, demoAccounts.admin.email, demoPassword);
  await admin.waitForURL(({ pathname }) => pathname !== '/auth');
  await admin.goto(`${stack.url}/admin/users`);
});
afterAll(async () => {
  await browser?.close();
  operator?.close();
  await stack?.stop();
});

it('lists people page by page and finds them by the beginning of a name', async () => {
  await row('Visitor 29 Zimmer').waitFor();
  expect(await names()).toHaveLength(24);
  await admin.getByRole('button', { name: 'Load more' }).click();
  await row('Visitor 00 Zimmer').waitFor();
  await admin.getByRole('searchbox', { name: 'Search users' }).fill('VISITOR 1');
  await row('Visitor 10 Zimmer').waitFor();
  await admin.waitForURL('**/admin/users?q=VISITOR+1');
  const found = await waitFor('what was searched for', async () => {
    const now = await names();
    return now.length > 0 && now.length < 24 ? now : undefined;
  });
  expect(found).toEqual(Array.from({ length: 10 }, (_, index) => `Visitor 1${index} Zimmer`));
  await admin.getByRole('button', { name: 'Clear search' }).click();
  await row('Visitor 29 Zimmer').waitFor();
});

it('makes an account whose first sign-in asks for a password of their own', async () => {
  await admin.getByRole('button', { name: 'Create User' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Create User' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Temporary password', { exact: true }).fill('short');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await dialog.getByText('The password needs at least 12 characters, an upper-case letter, a digit and a symbol.').waitFor();
  await dialog.getByLabel('Temporary password', { exact: true }).fill(temporary);
  await dialog.getByLabel('Full name').fill('Mona Derator');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row('Mona Derator').getByText('Status active', { exact: true }).waitFor();
  expect((await stack.mailTo(email)).body).toContain(temporary);

  await admin.getByRole('button', { name: 'Create User' }).click();
  await dialog.getByLabel('Email').fill(email.toUpperCase());
  await dialog.getByLabel('Temporary password', { exact: true }).fill(temporary);
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await dialog.getByText('A user with this email address already exists').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await signIn(person, email, temporary);
  await person.getByLabel('New password', { exact: true }).fill(own);
  await person.getByRole('button', { name: 'Continue', exact: true }).click();
  await person.waitForURL(({ pathname }) => pathname !== '/auth');
});

it('gives a role that opens the review at once, and nothing else', async () => {
  await person.goto(`${stack.url}/admin/content`);
  await person.getByText('Access Denied').waitFor();
  await row('Mona Derator').getByRole('combobox').selectOption('moderator');
  await admin.getByText('User role updated to moderator').first().waitFor();
  await person.getByRole('heading', { level: 1, name: 'Content Management' }).waitFor();
  await person.goto(`${stack.url}/admin/users`);
  await person.getByText('Access Denied').waitFor();
});

it('refuses to take the role from the last administrator, and shows what stands', async () => {
  const own = admin.getByRole('list', { name: 'Users' }).getByRole('listitem').filter({ hasText: demoAccounts.admin.email }).getByRole('combobox');
  await own.selectOption('user');
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Change my role' }).click();
  await admin.getByText('Make somebody else an administrator first.').first().waitFor();
  expect(await own.inputValue()).toBe('admin');
});

it('disables an account: who has it open is out at once and cannot come back', async () => {
  await person.goto(`${stack.url}/admin/content`);
  await person.getByRole('heading', { level: 1, name: 'Content Management' }).waitFor();
  await row('Mona Derator').getByRole('button', { name: 'Disable Mona Derator' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Disable account' });
  await dialog.getByLabel('Reason').fill('Shared the password');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await row('Mona Derator').getByText('Status disabled', { exact: true }).waitFor();
  // Without a step of theirs: the channel closed.
  await person.getByText('This account is disabled').first().waitFor();
  await person.goto(`${stack.url}/streaming`);
  await person.getByText('This account is disabled').first().waitFor();
  const again = await open();
  await signIn(again, email, own);
  await again.getByText(/disabled/i).first().waitFor();
  expect(new URL(again.url()).pathname).toBe('/auth');
  await admin.reload();
  await row('Mona Derator').getByText('Status disabled', { exact: true }).waitFor();
});

it('is readable in both themes at every width, and ran without a fault', async () => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await admin.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await admin.evaluate((name) => void (document.documentElement.dataset['theme'] = name), colorScheme);
    for (const width of [320, 768, 1280]) {
      await admin.setViewportSize({ width, height: 900 });
      await row('Mona Derator').scrollIntoViewIfNeeded();
      expect([colorScheme, width, await violations(admin)]).toEqual([colorScheme, width, []]);
      expect(await admin.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    }
  }
  expect(problems).toEqual([]);
});
