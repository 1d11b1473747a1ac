import type { Page } from 'playwright-core';
import type { Visit } from './visit.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();
/** A static page, the same for everyone. */
const staticPage = (name: string, path: string): Visit => ({
  name,
  route: path,
  who: 'visitor',
  address: () => path,
  show: heading,
});

/** The public pages, the sign-in screen and the pages that it guards. */
export const visitorVisits: readonly Visit[] = [
  {
    name: 'landing',
    route: '/',
    who: 'visitor',
    address: () => '/',
    show: (page) => page.getByRole('link', { name: 'Start Streaming Free' }).waitFor(),
  },
  {
    name: 'keep-account',
    route: '/keep-account',
    who: 'visitor',
    address: () => '/keep-account#a.b.c',
    show: (page) => page.getByRole('button', { name: 'Keep my account' }).waitFor(),
  },
  {
    name: 'auth',
    route: '/auth',
    who: 'visitor',
    address: () => '/auth',
    show: (page) => page.getByRole('button', { name: 'Sign In', exact: true }).waitFor(),
  },
  {
    name: 'auth-sign-up',
    route: '/auth',
    who: 'visitor',
    address: () => '/auth?tab=sign-up',
    show: (page) => page.getByRole('button', { name: 'Create account' }).waitFor(),
  },
  {
    name: 'auth-reset',
    route: '/auth',
    who: 'visitor',
    address: () => '/auth?reset=true#user=someone%40example.org&code=12345678',
    show: (page) => page.getByRole('button', { name: 'Save new password' }).waitFor(),
  },
  {
    name: 'auth-confirm',
    route: '/auth',
    who: 'visitor',
    address: () => '/auth?confirm=true#user=someone%40example.org&code=12345678',
    show: (page) => page.getByRole('button', { name: 'Confirm email' }).waitFor(),
  },
  {
    name: 'auth-forgot',
    route: '/auth',
    who: 'visitor',
    address: () => '/auth',
    show: async (page) => [
      await page.getByText('Forgot password or username?').click(),
      await page.getByLabel('Your email').first().waitFor(),
    ],
  },
  {
    name: 'auth-username',
    route: '/auth',
    who: 'visitor',
    address: () => '/auth',
    show: async (page) => {
      await page.getByText('Forgot password or username?').click();
      // Emails are rate limited by address.
      await page.getByLabel('Your email').fill(`nobody-${Date.now()}@soundstage.local`);
      await page.getByRole('button', { name: 'Get Username' }).click();
      await page.getByLabel('Code', { exact: true }).waitFor();
    },
  },
  ...['privacy', 'terms', 'about', 'support', 'api-access'].map((name) => staticPage(name, `/${name}`)),
  {
    name: 'business',
    route: '/why-choose-us/business',
    who: 'listener',
    address: () => '/why-choose-us/business',
    show: heading,
  },
  {
    name: 'creator',
    route: '/why-choose-us/creator',
    who: 'listener',
    address: () => '/why-choose-us/creator',
    show: heading,
  },
  {
    name: 'not-found',
    route: '*',
    who: 'visitor',
    address: () => '/no/such/page',
    show: (page) => page.getByText('Oops! Page not found').waitFor(),
  },
];
