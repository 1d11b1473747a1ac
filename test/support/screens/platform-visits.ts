import type { Visit } from './visit.ts';

const indexing = { route: '/admin/content', who: 'admin', address: () => '/admin/content?tab=analysis' } as const;

/** The platform settings, the analysis and the audit log. */
export const platformVisits: readonly Visit[] = [
  {
    name: 'admin-privacy',
    route: '/admin/privacy',
    who: 'admin',
    address: () => '/admin/privacy',
    show: async (page) => {
      await page.getByRole('row', { name: /^Security events/ }).waitFor();
      await page.getByText('Accounts that decided').waitFor();
    },
  },
  {
    name: 'admin-release-hold',
    route: '/admin/privacy',
    who: 'admin',
    address: () => '/admin/privacy',
    overlay: 'features/retention/release-hold-dialog.tsx#1',
    show: async (page) => {
      await page
        .getByRole('button', { name: /^Release the legal hold/ })
        .first()
        .click();
      await page.getByRole('dialog', { name: 'Release the legal hold?' }).waitFor();
    },
  },
  {
    name: 'admin-factor-required',
    route: '/admin/privacy',
    who: 'admin',
    address: () => '/admin/privacy',
    // As in a stage that requires a factor of staff.
    prepare: (page) =>
      page.route('**/api/me', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), factor_required: true } });
      }),
    show: async (page) => {
      await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
      await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
    },
  },
  {
    name: 'admin-settings',
    route: '/admin/settings',
    who: 'admin',
    address: () => '/admin/settings',
    show: (page) => page.getByRole('form', { name: 'Platform settings' }).waitFor(),
  },
  {
    name: 'admin-settings-discard',
    route: '/admin/settings',
    who: 'admin',
    address: () => '/admin/settings',
    show: async (page) => {
      await page.getByRole('form', { name: 'Platform settings' }).getByLabel('Platform description').fill('Late sets');
      await page.getByRole('link', { name: 'Users' }).click();
      await page.getByRole('alertdialog', { name: 'Discard changes?' }).waitFor();
    },
  },
  {
    name: 'admin-analysis-budget',
    route: '/admin/analysis',
    who: 'admin',
    address: () => '/admin/analysis',
    show: (page) => page.getByText('Monthly budget', { exact: true }).waitFor(),
  },
  {
    name: 'admin-analysis-titles',
    ...indexing,
    show: (page, { film }) => page.getByRole('link', { name: film.title }).waitFor(),
  },
  {
    name: 'admin-analysis-overview',
    ...indexing,
    overlay: 'features/analysis/overview-dialog.tsx#1',
    show: async (page) => {
      await page.getByRole('button', { name: 'AI Analysis Overview' }).click();
      await page.getByRole('dialog').getByRole('heading', { name: 'Transcription' }).waitFor();
    },
  },
  {
    name: 'admin-title-analysis',
    route: '/admin/analysis/:id',
    who: 'admin',
    address: ({ film }) => `/admin/analysis/${film.id}`,
    show: (page) => page.getByRole('heading', { name: 'What this title costs' }).waitFor(),
  },
  {
    name: 'admin-audit',
    route: '/admin/audit',
    who: 'admin',
    address: () => '/admin/audit',
    show: async (page) => {
      await page.getByRole('list', { name: 'Entries' }).locator('summary').first().click();
      await page.getByRole('table', { name: 'Changes' }).first().waitFor();
    },
  },
  {
    name: 'admin-data-requests',
    route: '/admin/privacy',
    who: 'admin',
    address: () => '/admin/privacy',
    show: (page) => page.getByRole('heading', { name: 'User Data Requests' }).waitFor(),
  },
];
