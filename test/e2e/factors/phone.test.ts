import type { Page } from 'playwright-core';
import { sendSignIn, signIn as signInAtFirst, type Credentials } from '../../support/browser/page.ts';
import { newNumber } from '../../support/stack/factor-tools.ts';
import { smsCode } from '../../support/stack/session.ts';
import { openSharedSite, type Site } from '../../support/stack/site.ts';
import { scenario } from '../../support/browser/scenario.ts';

const number = newNumber();
const digits = number.slice(-2);

let site: Site;
let page: Page;
let credentials: Credentials;
/** Codes that were used, so that the next one is awaited. */
const used = new Set<string>();

beforeAll(async () => {
  site = await openSharedSite();
  credentials = await site.accounts.credentials('listener');
  page = await site.openPage();
  // Answers the consent dialog, which would open over the profile.
  await signInAtFirst(page, site.url, credentials);
});
afterAll(() => site?.close());

const nextCode = async (): Promise<string> => {
  const code = smsCode(await site.stack.mailTo(number, (sms) => !used.has(smsCode(sms))));
  used.add(code);
  return code;
};
const signIn = async (): Promise<void> => {
  await page.goto(`${site.url}/`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${site.url}/auth`);
  await sendSignIn(page, credentials);
};
const openSecurity = async () => {
  await page.goto(`${site.url}/streaming`);
  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  const section = page.getByRole('region', { name: 'Security' });
  await section.getByText(/^You signed in with/).waitFor();
  return section;
};

scenario(
  'a phone is added, confirms, signs in and is removed',
  [
    'is added with the code of an SMS, and shown by its last two digits',
    async () => {
      await signIn();
      await page.waitForURL(({ pathname }) => pathname !== '/auth');
      await (await openSecurity()).getByRole('button', { name: 'Add a phone' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a phone' });
      await dialog.getByLabel('Phone number').fill(number);
      await dialog.getByRole('button', { name: 'Text me a code' }).click();
      await dialog.getByLabel('Code from the SMS').fill(await nextCode());
      await dialog.getByRole('button', { name: 'Turn on' }).click();
      await page.getByRole('button', { name: "I've saved them" }).click();
      await page.getByRole('list', { name: 'Sign-in methods' }).getByText(`Phone ending in ${digits}`).waitFor();
    },
  ],
  [
    'confirms a dangerous action by its code alone, while the password is fresh',
    async () => {
      await (await openSecurity()).getByRole('button', { name: 'Create new recovery codes' }).click();
      const dialog = page.getByRole('dialog', { name: "Confirm that it's you" });
      await dialog.getByRole('button', { name: `Text a code to the phone ending in ${digits}` }).click();
      await dialog.getByLabel('Code', { exact: true }).fill(await nextCode());
      await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
      await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
      await page.getByRole('button', { name: "I've saved them" }).click();
      await page.getByText('You signed in with a second factor.').waitFor();
    },
  ],
  [
    'is asked for at sign-in, and removed',
    async () => {
      await signIn();
      await page.getByText('Enter the 6-digit code that we sent to your phone.').waitFor();
      await page.getByLabel('Code', { exact: true }).fill(await nextCode());
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.waitForURL(({ pathname }) => pathname !== '/auth');
      const section = await openSecurity();
      await section.getByRole('button', { name: `Remove Phone ending in ${digits}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await section.getByText(/^No second factor yet/).waitFor();
      expect(site.problems).toEqual([]);
    },
  ],
);
