import type { Page } from 'playwright-core';
import { demoAccounts } from '../../bin/demo.ts';
import { waitFor } from '../support/stack/local-stack.ts';
import { forgedTokens } from '../support/attacks/forged-tokens.ts';
import { fitsInto, sendSignIn } from '../support/browser/page.ts';
import { somePerson } from '../support/rows/people-rows.ts';
import { showTheme, themes, violationsOf } from '../support/screens/look.ts';
import { claimsOf } from '../support/stack/sign-in.ts';
import { openSite, type Site } from '../support/stack/site.ts';
import { scenario } from '../support/browser/scenario.ts';

const email = 'mona@example.org';
const temporary = 'Temporary-Pass-1';
const own = 'My-own-passphrase-1';

let site: Site;
let admin: Page;
let person: Page;

const trySignIn = async (page: Page, password: string): Promise<void> => {
  await page.goto(`${site.url}/auth`);
  await sendSignIn(page, { email, password });
};
const row = (name: string) =>
  admin
    .getByRole('list', { name: 'Users' })
    .getByRole('listitem')
    .filter({ has: admin.getByRole('heading', { level: 2, name }) });
/** Sends the administrator's next change of a role with a token of a sign-in that is an hour old. */
const ageNextRoleChange = () =>
  admin.route(
    '**/api/rpc/admin_assign_role',
    async (route) => {
      const headers = await route.request().allHeaders();
      const token = (headers['authorization'] ?? '').replace('Bearer ', '');
      const caller = { id: String(claimsOf(token)['sub']), token, idToken: token };
      const { stale } = await forgedTokens(site.stack.dataFolder, caller);
      await route.continue({ headers: { ...headers, authorization: `Bearer ${stale}` } });
    },
    { times: 1 },
  );
const names = () => admin.getByRole('list', { name: 'Users' }).getByRole('heading', { level: 2 }).allTextContents();

beforeAll(async () => {
  // A cloud of its own: this file shows the whole list of users.
  site = await openSite();
  const others = Array.from({ length: 30 }, (_, index) =>
    somePerson({
      full_name: `Visitor ${String(index).padStart(2, '0')} Zimmer`,
      email: `visitor${index}@example.org`,
      created_at: `2026-01-01T00:00:${String(index).padStart(2, '0')}.000Z`,
    }),
  );
  await site.operator.put(...others.flatMap(({ items }) => items));
  [admin, person] = await Promise.all([site.signedIn('admin'), site.openPage()]);
  await admin.goto(`${site.url}/admin/users`);
});
afterAll(() => site?.close());

scenario(
  'an administrator creates, promotes and disables accounts',
  [
    'lists people in pages and finds them by the beginning of a name',
    async () => {
      await row('Visitor 29 Zimmer').waitFor();
      expect(await names()).toHaveLength(24);
      await admin.getByRole('button', { name: 'Load more' }).click();
      await row('Visitor 00 Zimmer').waitFor();
      await admin.getByRole('searchbox', { name: 'Search users' }).fill('VISITOR 1');
      await row('Visitor 10 Zimmer').waitFor();
      await admin.waitForURL('**/admin/users?q=VISITOR+1');
      const found = await waitFor('the search results', async () => {
        const now = await names();
        return now.length > 0 && now.length < 24 ? now : undefined;
      });
      expect(found).toEqual(Array.from({ length: 10 }, (_, index) => `Visitor 1${index} Zimmer`));
      await admin.getByRole('button', { name: 'Clear search' }).click();
      await row('Visitor 29 Zimmer').waitFor();
    },
  ],
  [
    'creates an account whose first sign-in asks for a new password',
    async () => {
      await admin.getByRole('button', { name: 'Create User' }).click();
      const dialog = admin.getByRole('dialog', { name: 'Create User' });
      await dialog.getByLabel('Email').fill(email);
      await dialog.getByLabel('Temporary password', { exact: true }).fill('short');
      await dialog.getByRole('button', { name: 'Create User' }).click();
      await dialog
        .getByText('The password needs at least 12 characters, an uppercase letter, a digit and a symbol.')
        .waitFor();
      await dialog.getByLabel('Temporary password', { exact: true }).fill(temporary);
      await dialog.getByLabel('Full name').fill('Mona Derator');
      const sent: string[] = [];
      admin.on('request', (request) => sent.push(new URL(request.url()).pathname));
      // A double click creates one account.
      await dialog.getByRole('button', { name: 'Create User' }).dblclick();
      await dialog.waitFor({ state: 'detached' });
      await row('Mona Derator').getByText('Status active', { exact: true }).waitFor();
      expect((await site.stack.mailTo(email)).body).toContain(temporary);
      expect(sent.filter((path) => path.endsWith('/admin-create-user'))).toHaveLength(1);

      await admin.getByRole('button', { name: 'Create User' }).click();
      await dialog.getByLabel('Email').fill(email.toUpperCase());
      await dialog.getByLabel('Temporary password', { exact: true }).fill(temporary);
      await dialog.getByRole('button', { name: 'Create User' }).click();
      await dialog.getByText('A user with this email address already exists').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await admin.getByRole('button', { name: 'Discard changes' }).click();
      await dialog.waitFor({ state: 'detached' });

      await trySignIn(person, temporary);
      await person.getByLabel('New password', { exact: true }).fill(own);
      await person.getByRole('button', { name: 'Continue', exact: true }).click();
      await person.waitForURL(({ pathname }) => pathname !== '/auth');
    },
  ],
  [
    'confirms with the password and assigns the moderator role, which opens only the review, at once',
    async () => {
      await person.goto(`${site.url}/admin/content`);
      await person.getByText('Access Denied').waitFor();
      const role = row('Mona Derator').getByRole('combobox');
      await role.focus();
      // The arrow keys pass "moderator" on the way; nothing changes before Enter.
      await admin.keyboard.press('ArrowDown');
      await admin.keyboard.press('ArrowDown');
      expect(await role.inputValue()).toBe('admin');
      await admin.keyboard.press('Escape');
      expect(await role.inputValue()).toBe('user');
      await admin.keyboard.press('ArrowDown');
      await row('Mona Derator').getByRole('button', { name: 'Change role of Mona Derator to Moderator' }).waitFor();
      await admin.keyboard.press('Enter');
      await ageNextRoleChange();
      await admin.getByRole('alertdialog').getByRole('button', { name: 'Make Moderator' }).click();
      const confirmation = admin.getByRole('dialog', { name: "Confirm that it's you" });
      await confirmation
        .getByLabel('Password', { exact: true })
        .fill((await site.accounts.credentials('admin')).password);
      await confirmation.getByRole('button', { name: 'Confirm' }).click();
      await admin.getByText('User role updated to moderator').first().waitFor();
      await person.getByRole('heading', { level: 1, name: 'Content Management' }).waitFor();
      await person.goto(`${site.url}/admin/users`);
      await person.getByText('Access Denied').waitFor();
    },
  ],
  [
    'keeps the role of the last administrator, and shows the current role',
    async () => {
      const own = admin
        .getByRole('list', { name: 'Users' })
        .getByRole('listitem')
        .filter({ hasText: demoAccounts.admin.email })
        .getByRole('combobox');
      await own.selectOption('user');
      await admin.getByRole('alertdialog').getByRole('button', { name: 'Change my role' }).click();
      await admin.getByText('Make someone else an administrator first.').first().waitFor();
      await waitFor('the current role', async () => ((await own.inputValue()) === 'admin' ? true : undefined));
    },
  ],
  [
    'disables an account, signs the user out at once and denies further sign-ins',
    async () => {
      await person.goto(`${site.url}/admin/content`);
      await person.getByRole('heading', { level: 1, name: 'Content Management' }).waitFor();
      await row('Mona Derator').getByRole('button', { name: 'Disable Mona Derator' }).click();
      const dialog = admin.getByRole('dialog', { name: 'Disable account' });
      await dialog.getByLabel('Reason').fill('Shared the password');
      await dialog.getByRole('button', { name: 'Disable' }).click();
      await row('Mona Derator').getByText('Status disabled', { exact: true }).waitFor();
      // Without a reload: the server closes the live connection.
      await person.getByText('This account is disabled').first().waitFor();
      await person.goto(`${site.url}/streaming`);
      await person.getByText('This account is disabled').first().waitFor();
      const again = await site.openPage();
      await trySignIn(again, own);
      await again
        .getByText(/disabled/i)
        .first()
        .waitFor();
      expect(new URL(again.url()).pathname).toBe('/auth');
      await admin.reload();
      await row('Mona Derator').getByText('Status disabled', { exact: true }).waitFor();
    },
  ],
  [
    'has no accessibility violations in both themes at every width, and no script errors',
    async () => {
      for (const theme of themes) {
        await showTheme(admin, theme);
        for (const width of [320, 768, 1280]) {
          await fitsInto(admin, [width]);
          await row('Mona Derator').scrollIntoViewIfNeeded();
          expect([theme, width, await violationsOf(admin)]).toEqual([theme, width, []]);
        }
      }
      expect(site.problems).toEqual([]);
    },
  ],
);
