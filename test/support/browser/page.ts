import type { Page } from 'playwright-core';
import { demoAccounts, demoPassword } from '../../../bin/demo.ts';

/**
 * Milliseconds that a page may take for one step: nothing takes so long by itself, but a computer may be busy with
 * something else.
 */
export const PATIENCE_MS = 30_000;

/** What somebody signs in with. */
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** People of a demo. */
export type DemoAccount = keyof typeof demoAccounts;

export const demoCredentials = (account: DemoAccount): Credentials => ({
  email: demoAccounts[account].email,
  password: demoPassword,
});

/** Fills the form of the sign-in screen, which the page shows or is about to, and sends it. */
export const sendSignIn = async (page: Page, { email, password }: Credentials): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};

/** Signs somebody in by the screen itself, and waits until the page leads on. */
export const signIn = async (page: Page, url: string, credentials: Credentials): Promise<void> => {
  await page.goto(`${url}/auth`);
  await sendSignIn(page, credentials);
  await page.waitForURL(({ pathname }) => pathname !== '/auth');
};

/** Sees that the page is not wider than its window at any of these widths, in CSS pixels. Throws when it stays so. */
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
