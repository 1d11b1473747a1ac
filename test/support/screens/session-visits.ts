import type { Page } from 'playwright-core';
import type { Session, SignInActivity } from '../../../lambdas/contract/people/sessions.ts';
import type { Visit } from './visit.ts';

const streaming = { route: '/streaming', who: 'listener', address: () => '/streaming' } as const;
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor();

const someSession = (letter: string, change: Partial<Session>): Session => ({
  id: `${letter.repeat(8)}-0000-4000-8000-000000000000`,
  device: 'Firefox on Linux',
  place: null,
  begun_at: '2026-03-01T12:00:00.000Z',
  seen_at: '2026-03-01T13:00:00.000Z',
  expires_at: '2026-03-02T13:00:00.000Z',
  current: false,
  new_device: false,
  ...change,
});

/** Waits until the page has loaded the name of the platform, and shows it in its title. */
const namePlatform = (page: Page) =>
  page.waitForFunction(() => {
    const stored = localStorage.getItem('soundstage.platform');
    return stored !== null && document.title.includes((JSON.parse(stored) as { platform_name: string }).platform_name);
  });

/** What everyone may read, signed in or not. */
const PUBLIC_PATH = '/api/settings';

/** Answers the list of sessions, and all other calls if `beyond`, as the server does for a sign-in beyond the limit. */
const mockSessions = async (page: Page, items: readonly Session[], { beyond = false } = {}): Promise<void> => {
  if (beyond)
    await page.route(
      ({ pathname }) => pathname.startsWith('/api/') && pathname !== PUBLIC_PATH,
      (route) =>
        route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          json: { code: 'session_limit', title: 'Too many active sessions', status: 409, requestId: 'r' },
        }),
    );
  await page.route('**/api/sessions', (route) => route.fulfill({ json: { items, limit: 3 } }));
};

/** Answers the sign-in activity, whose events the stream records a moment later. */
export const mockActivity = async (page: Page): Promise<void> => {
  const event: SignInActivity = {
    id: 'a',
    created_at: '2026-03-01T12:00:00.000Z',
    event_type: 'sign_in',
    success: true,
    device: 'Samsung Internet on Android',
    place: { latitude: 48.2, longitude: 16.4 },
    ip_address: '2001:db8:1234::',
    current: true,
  };
  const denied = { id: 'b', event_type: 'concurrent_limit', success: false, place: null, current: false } as const;
  await page.route('**/api/sign-in-activity*', (route) =>
    route.fulfill({ json: { items: [event, { ...event, ...denied, ip_address: null }], next_cursor: 'next' } }),
  );
};

/** Lets the page believe that it revoked its tokens, which the other visits use too. */
const keepTokens = async (page: Page): Promise<void> => {
  await page.route('**/_local/cognito*', (route) =>
    route.request().headers()['x-amz-target']?.endsWith('.RevokeToken')
      ? route.fulfill({ json: {} })
      : route.fallback(),
  );
};

/** The dialogs about sessions. Their causes would end the session that the other visits share. */
export const sessionVisits: readonly Visit[] = [
  {
    name: 'session-limit',
    ...streaming,
    overlay: 'features/sessions/session-limit-dialog.tsx#1',
    // Closing the dialog signs out, in this context only.
    newDevice: true,
    prepare: async (page) => [
      await keepTokens(page),
      await mockSessions(
        page,
        [
          someSession('a', { device: 'Chrome on Windows' }),
          someSession('b', { device: 'Safari on iPhone' }),
          someSession('c', {}),
        ],
        { beyond: true },
      ),
    ],
    show: async (page) => [
      await dialog(page, 'Too Many Sessions'),
      await page.getByText('You have 3 active sessions').waitFor(),
      await namePlatform(page),
    ],
  },
  {
    name: 'session-lost',
    ...streaming,
    overlay: 'features/auth/session-lost-dialog.tsx#1',
    escapeAsks: true,
    newDevice: true,
    show: async (page) => {
      await keepTokens(page);
      await page.route('**/api/me', (route) =>
        route.request().method() === 'GET'
          ? route.fallback()
          : route.fulfill({
              status: 401,
              contentType: 'application/problem+json',
              json: { code: 'session_ended', title: 'This session has ended', status: 401, requestId: 'r' },
            }),
      );
      await page.getByRole('button', { name: 'Profile', exact: true }).click();
      const profile = page.getByRole('dialog', { name: 'Profile' });
      await profile.getByLabel('Full Name').fill('Late sets');
      await profile.getByRole('button', { name: 'Save', exact: false }).first().click();
      await dialog(page, 'Sign in again');
    },
  },
  {
    name: 'session-expiring',
    ...streaming,
    overlay: 'features/sessions/expiring-dialog.tsx#1',
    prepare: (page) => page.route('**/api/current-session', (route) => route.fulfill({ json: { expires_in: 299 } })),
    show: (page) => dialog(page, 'Session Expiring Soon'),
  },
  {
    name: 'session-device',
    ...streaming,
    overlay: 'features/sessions/device-dialog.tsx#1',
    prepare: (page) =>
      mockSessions(page, [someSession('a', { current: true }), someSession('b', { new_device: true })]),
    show: (page) => dialog(page, 'Device Change Detected'),
  },
];
