import type { Page } from 'playwright-core';
import type { Factors } from '../../../lambdas/contract/people/factors.ts';
import { smartToken } from './security-program.ts';
import type { Visit } from './visit.ts';

const profile = { route: '/streaming', who: 'listener', address: () => '/streaming' } as const;

const factor = {
  id: 'totp',
  factor_type: 'totp',
  status: 'verified',
  name: '',
  created_at: '2030-02-14T12:00:00.000Z',
} as const;
const none: Factors = {
  items: [],
  recovery_codes: 0,
  passkeys_offered: true,
  phones_offered: true,
  setup_wanted: false,
  current_level: 'aal1',
  next_level: 'aal1',
};
const both: Factors = {
  ...none,
  items: [factor, { ...factor, id: 'passkey-1', factor_type: 'passkey', name: 'Laptop in the studio' }],
  recovery_codes: 9,
  current_level: 'aal2',
  next_level: 'aal2',
};
const setup = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSW',
  uri: 'otpauth://totp/Soundstage:ada%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXPJBSW',
};
const codes = Array.from({ length: 10 }, (_, index) => `${index}ABC-DEFG-HJKM-NPQR`);

/** Mocks the factors, because the visits share an account. */
const mockFactors = async (page: Page, factors: Factors): Promise<void> => {
  await page.route('**/api/factors', (route) => route.fulfill({ json: factors }));
  await page.route('**/api/factors/totp', (route) => route.fulfill({ json: setup }));
  await page.route('**/api/factors/recovery-codes', (route) => route.fulfill({ json: { recovery_codes: codes } }));
};
const withNone = { ...profile, prepare: (page: Page) => mockFactors(page, none) };
const withBoth = { ...profile, prepare: (page: Page) => mockFactors(page, both) };
const openProfile = async (page: Page) => {
  await page.getByRole('button', { name: 'Profile', exact: true }).click();
  const section = page.getByRole('dialog').getByRole('region', { name: 'Security' });
  await section.getByText(/^You signed in with/).waitFor();
  return {
    press: (name: string) => section.getByRole('button', { name, exact: true }).click(),
    scroll: () => section.scrollIntoViewIfNeeded(),
  };
};
/** Mocks the user's smart tokens. */
const mockTokens = async (page: Page): Promise<void> => {
  const { user_name: _name, ...active } = smartToken();
  const revoked = { ...active, id: `${active.id.slice(0, -1)}2`, state: 'revoked', revoked_at: active.created_at };
  const items = [active, { ...revoked, revoke_reason: 'Auto-refreshed' }];
  await page.route('**/api/smart-tokens', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: { ...active, token: 'sst_visit' } })
      : route.fulfill({ json: { items } }),
  );
  await mockFactors(page, none);
};
const withTokens = { ...profile, prepare: mockTokens };
const openTokens = async (page: Page) => {
  const { press } = await openProfile(page);
  await page.getByRole('dialog').getByText('Smart tokens', { exact: true }).click();
  await page.getByRole('list', { name: 'Your smart tokens' }).scrollIntoViewIfNeeded();
  return press;
};
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor();

/** Second factors, passkeys and confirming one's identity. */
export const securityVisits: readonly Visit[] = [
  {
    name: 'security',
    ...withBoth,
    overlay: 'features/profile/profile-dialog.tsx#1',
    show: async (page) => (await openProfile(page)).scroll(),
  },
  {
    name: 'security-authenticator-app',
    ...withNone,
    overlay: 'features/security/totp-dialog.tsx#1',
    show: async (page) => {
      await (await openProfile(page)).press('Set up an authenticator app');
      await dialog(page, 'Set up an authenticator app');
    },
  },
  {
    name: 'security-phone',
    ...withNone,
    overlay: 'features/security/phone-dialog.tsx#1',
    show: async (page) => {
      await (await openProfile(page)).press('Add a phone');
      await dialog(page, 'Add a phone');
    },
  },
  {
    name: 'security-recovery-codes',
    ...withBoth,
    overlay: 'features/security/codes-dialog.tsx#1',
    show: async (page) => {
      await (await openProfile(page)).press('Create new recovery codes');
      await dialog(page, 'Save your recovery codes');
    },
  },
  {
    name: 'security-name',
    ...withBoth,
    overlay: 'features/security/name-dialog.tsx#1',
    show: async (page) => {
      await (await openProfile(page)).press('Rename Laptop in the studio');
      await dialog(page, 'Rename your passkey');
    },
  },
  {
    name: 'security-remove',
    ...withBoth,
    overlay: 'features/security/factor-dialogs.tsx#1',
    show: async (page) => {
      await (await openProfile(page)).press('Remove Authenticator app');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'security-step-up',
    ...withNone,
    overlay: 'features/security/step-up-dialog.tsx#1',
    show: async (page) => {
      const { press } = await openProfile(page);
      await page.route('**/api/factors/totp', (route) =>
        route.fulfill({
          status: 401,
          headers: { 'www-authenticate': 'Bearer error="insufficient_user_authentication", acr_values="aal2"' },
          json: { code: 'insufficient_authentication', title: 'Confirm', status: 401, requestId: 'visit' },
        }),
      );
      await press('Set up an authenticator app');
      await dialog(page, "Confirm that it's you");
    },
  },
  {
    name: 'security-tokens',
    ...withTokens,
    overlay: 'features/profile/profile-dialog.tsx#1',
    show: openTokens,
  },
  {
    name: 'security-token-create',
    ...withTokens,
    overlay: 'features/security/tokens/create-dialog.tsx#1',
    show: async (page) => {
      const press = await openTokens(page);
      await press('Create a smart token');
      await dialog(page, 'Create a smart token');
    },
  },
  {
    name: 'security-token-ready',
    ...withTokens,
    overlay: 'features/security/tokens/ready-dialog.tsx#1',
    show: async (page) => {
      const press = await openTokens(page);
      await press('Create a smart token');
      const form = page.getByRole('dialog', { name: 'Create a smart token' });
      await form.getByLabel('Name').fill('Backup script');
      await form.getByRole('button', { name: 'Create', exact: true }).click();
      await dialog(page, 'Save the credentials');
    },
  },
];
