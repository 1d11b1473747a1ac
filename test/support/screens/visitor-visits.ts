import type { Page } from 'playwright-core';
import type { Visit } from './visits.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();
/** A screen that shows nothing but what everybody reads there. */
const document = (name: string, path: string): Visit => ({
  name,
  route: path,
  who: 'visitor',
  address: () => path,
  show: heading,
});

/** What somebody sees who is not signed in. */
export const visitorVisits: readonly Visit[] = [
  {
    name: 'landing',
    route: '/',
    who: 'visitor',
    address: () => '/',
    show: (page) => page.getByRole('link', { name: 'Start Streaming Free' }).waitFor(),
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
    address: () => '/auth?reset=true&user=somebody&code=123456',
    show: (page) => page.getByRole('button', { name: 'Save new password' }).waitFor(),
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
      // Mails are counted for each address.
      await page.getByLabel('Your email').fill(`nobody-${Date.now()}@soundstage.local`);
      await page.getByRole('button', { name: 'Get Username' }).click();
      await page.getByLabel('Code', { exact: true }).waitFor();
    },
  },
  ...['privacy', 'terms', 'about', 'support', 'api-access'].map((name) => document(name, `/${name}`)),
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
