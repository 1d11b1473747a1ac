import type { BrowserContext, Locator, Page } from 'playwright-core';
import { demoAccounts, demoPassword } from '../../../bin/demo.ts';
import { LOAD_MS } from '../../../web/src/features/player/resume/position-tracker.ts';

/** Credentials for a sign-in. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The demo accounts. */
export type DemoAccount = keyof typeof demoAccounts;

export const demoCredentials = (account: DemoAccount): Credentials => ({
  email: demoAccounts[account].email,
  password: demoPassword,
});

/** Fills in the sign-in form, waiting for it if necessary, and submits it. */
export const sendSignIn = async (page: Page, { email, password }: Credentials): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};

/** The consent dialog, which opens for users who have not decided. */
export const consentDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Privacy & Cookie Consent' });

const answerConsent = async (page: Page): Promise<void> => {
  await consentDialog(page).waitFor();
  const clicked = consentDialog(page).getByRole('button', { name: 'Save Preferences' }).click();
  // The dialog also closes when the user decides on another device, which may be before the click.
  clicked.catch(() => undefined);
  const closed = consentDialog(page).waitFor({ state: 'hidden' });
  await Promise.race([closed, clicked.then(() => closed)]);
};

/** Allows nothing beyond what is essential whenever the consent dialog is in the way of an action. */
export const answerConsentWhenAsked = (page: Page): Promise<void> =>
  page.addLocatorHandler(consentDialog(page), () => answerConsent(page));

/** Leaves the consent dialog to the test. */
export const leaveConsent = (page: Page): Promise<void> => page.removeLocatorHandler(consentDialog(page));

/**
 * Signs in on the sign-in screen and waits for the redirect. If the account has not decided about privacy, allows
 * nothing beyond what is essential, so that its next pages are not asked.
 */
export const signIn = async (page: Page, url: string, credentials: Credentials): Promise<void> => {
  await leaveConsent(page);
  await page.goto(`${url}/auth`);
  const loaded = page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === '/api/me' && response.request().method() === 'GET' && response.ok(),
  );
  await Promise.all([loaded, sendSignIn(page, credentials)]);
  await page.waitForURL(({ pathname }) => pathname !== '/auth');
  const me = (await (await loaded).json()) as { readonly consent: unknown };
  if (me.consent === null) await answerConsent(page);
  await answerConsentWhenAsked(page);
};

/** How many times longer pages wait for what they give up after a short time. */
const PATIENT = 10;

/**
 * Makes the pages of a browser context wait longer for the playback position on the server before they play without
 * it: the server of a busy machine may need longer. It applies from the next load of a page.
 */
export const waitLongForPositions = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(
    ({ short, long }) => {
      const start = globalThis.setTimeout;
      const patient = (work: () => void, after?: number, ...args: readonly never[]) =>
        start(work, after === short ? long : after, ...args);
      Object.assign(globalThis, { setTimeout: patient });
    },
    { short: LOAD_MS, long: PATIENT * LOAD_MS },
  );

/** Waits until the page fits its viewport at each of these widths, in CSS pixels. Throws when it does not. */
export const fitsInto = async (page: Page, widths: readonly number[]): Promise<void> => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page
      .waitForFunction(
        (wide) => innerWidth === wide && document.documentElement.scrollWidth <= document.documentElement.clientWidth,
        width,
      )
      .catch(async (error: unknown) => {
        throw new Error(`${await page.evaluate(() => document.documentElement.scrollWidth)} pixels wide in ${width}`, {
          cause: error,
        });
      });
  }
};
