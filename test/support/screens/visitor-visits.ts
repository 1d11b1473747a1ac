import type { Visit } from './visits.ts';

/** What somebody sees who is not signed in. */
export const visitorVisits: readonly Visit[] = [
  { name: 'landing', route: '/', who: 'visitor', address: () => '/', show: (page) => page.getByRole('link', { name: 'Start Streaming Free' }).waitFor() },
  { name: 'auth', route: '/auth', who: 'visitor', address: () => '/auth', show: (page) => page.getByRole('button', { name: 'Sign In', exact: true }).waitFor() },
  { name: 'auth-sign-up', route: '/auth', who: 'visitor', address: () => '/auth?tab=sign-up', show: (page) => page.getByRole('button', { name: 'Create account' }).waitFor() },
  { name: 'auth-reset', route: '/auth', who: 'visitor', address: () => '/auth?reset=true&user=somebody&code=123456', show: (page) => page.getByRole('button', { name: 'Save new password' }).waitFor() },
  { name: 'privacy', route: '/privacy', who: 'visitor', address: () => '/privacy', show: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  { name: 'not-found', route: '*', who: 'visitor', address: () => '/no/such/page', show: (page) => page.getByText('Oops! Page not found').waitFor() },
];
