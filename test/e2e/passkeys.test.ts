import type { CDPSession, Page } from 'playwright-core';
import { sendSignIn, signIn, type Credentials } from '../support/browser/page.ts';
import { openSharedSite, type Site } from '../support/stack/site.ts';
import { scenario } from '../support/browser/scenario.ts';

/** A device with a platform authenticator, as Chromium's developer tools simulate it. */
interface Device {
  readonly page: Page;
  /** Whether the authenticator recognizes its user, by a fingerprint or a PIN. */
  recognizes(user: boolean): Promise<unknown>;
}

let site: Site;
let laptop: Device;
let credentials: Credentials;

const openDevice = async (): Promise<Device> => {
  const page = await site.openPage();
  const tools: CDPSession = await page.context().newCDPSession(page);
  await tools.send('WebAuthn.enable');
  const { authenticatorId } = await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    page,
    recognizes: (isUserVerified) => tools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
};

beforeAll(async () => {
  site = await openSharedSite();
  credentials = await site.accounts.credentials('listener');
  laptop = await openDevice();
  // Answers the consent dialog, which would open over the profile.
  await signIn(laptop.page, site.url, credentials);
});
afterAll(() => site?.close());

const signedOut = async ({ page }: Device): Promise<void> => {
  await page.goto(`${site.url}/`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${site.url}/auth`);
};
const withPassword = async (device: Device): Promise<void> => {
  await signedOut(device);
  await sendSignIn(device.page, credentials);
  await device.page.waitForURL(({ pathname }) => pathname !== '/auth');
};
const withPasskey = async ({ page }: Device, address = credentials.email): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(address);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
};
const openSecurity = async ({ page }: Device) => {
  await page.goto(`${site.url}/streaming`);
  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  const section = page.getByRole('region', { name: 'Security' });
  await section.getByText(/^You signed in with/).waitFor();
  return section;
};
const nameDialog = ({ page }: Device) => page.getByRole('dialog', { name: 'Name your passkey' });
const stepUp = ({ page }: Device) => page.getByRole('dialog', { name: "Confirm that it's you" });
const addPasskey = async (device: Device, name: string): Promise<void> => {
  await (await openSecurity(device)).getByRole('button', { name: 'Add a passkey' }).click();
  await nameDialog(device).getByRole('textbox', { name: 'Name' }).fill(name);
  await nameDialog(device).getByRole('button', { name: 'Create passkey' }).click();
};
const shows = (device: Device, text: string | RegExp) => device.page.getByText(text).first().waitFor();

scenario(
  'a passkey is added, signs in, confirms and is removed',
  [
    'is registered and named in the profile',
    async () => {
      await withPassword(laptop);
      await addPasskey(laptop, 'Studio laptop');
      await laptop.page.getByRole('button', { name: "I've saved them" }).click();
      await laptop.page.getByRole('list', { name: 'Sign-in methods' }).getByText('Studio laptop').waitFor();
      await site.stack.mailTo(credentials.email, ({ subject }) => subject === 'Passkey added');
    },
  ],
  [
    'signs in without a password',
    async () => {
      await signedOut(laptop);
      await withPasskey(laptop);
      await laptop.page.waitForURL(({ pathname }) => pathname !== '/auth');
      await (await openSecurity(laptop)).getByText('You signed in with a second factor.').waitFor();
    },
  ],
  [
    'is not registered twice on one device',
    async () => {
      await addPasskey(laptop, 'Once more');
      await shows(laptop, 'This device already has a passkey for your account.');
    },
  ],
  [
    'confirms a dangerous action, which continues where it stopped',
    async () => {
      await withPassword(laptop);
      const section = await openSecurity(laptop);
      await section.getByRole('button', { name: 'Set up an authenticator app' }).click();
      await stepUp(laptop).getByRole('button', { name: 'Use a passkey' }).click();
      await laptop.page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    },
  ],
  [
    'leaves everything as it was when the user cancels',
    async () => {
      await withPassword(laptop);
      const section = await openSecurity(laptop);
      await section.getByRole('button', { name: 'Remove Studio laptop' }).click();
      await laptop.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await stepUp(laptop).getByRole('button', { name: 'Cancel' }).click();
      await laptop.page.getByRole('alertdialog').getByText('Confirm that it is you to continue').waitFor();
    },
  ],
  [
    'is rejected when the device does not recognize its user',
    async () => {
      await signedOut(laptop);
      await laptop.recognizes(false);
      await withPasskey(laptop);
      await shows(laptop, 'The passkey request was canceled or timed out. Try again.');
      await laptop.recognizes(true);
    },
  ],
  [
    'of another device does not help, and addresses without a passkey all get the same answer',
    async () => {
      const other = await openDevice();
      await signedOut(other);
      await withPasskey(other);
      await shows(other, 'The passkey request was canceled or timed out. Try again.');
      const { email: without } = await site.accounts.credentials('admin');
      for (const address of [without, 'nobody@soundstage.local']) {
        await signedOut(other);
        await withPasskey(other, address);
        await shows(other, 'There is no passkey for this account. Use your password.');
      }
      await other.page.close();
    },
  ],
  [
    'is renamed and removed; then it signs no one in',
    async () => {
      await signedOut(laptop);
      await withPasskey(laptop);
      await laptop.page.waitForURL(({ pathname }) => pathname !== '/auth');
      const section = await openSecurity(laptop);
      await section.getByRole('button', { name: 'Rename Studio laptop' }).click();
      const rename = laptop.page.getByRole('dialog', { name: 'Rename your passkey' });
      await rename.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
      await rename.getByRole('button', { name: 'Save' }).click();
      await section.getByRole('button', { name: 'Remove Old laptop' }).click();
      await laptop.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await section.getByText(/^No second factor yet/).waitFor();
      await signedOut(laptop);
      await withPasskey(laptop);
      await shows(laptop, 'There is no passkey for this account. Use your password.');
      expect(site.problems).toEqual([]);
    },
  ],
);
