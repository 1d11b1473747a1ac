import type { Visit } from './visit.ts';

/** The platform settings and the audit log. */
export const platformVisits: readonly Visit[] = [
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
    overlay: 'core/unsaved/discard-dialog.tsx#1',
    show: async (page) => {
      await page.getByRole('form', { name: 'Platform settings' }).getByLabel('Platform description').fill('Late sets');
      await page.getByRole('link', { name: 'Users' }).click();
      await page.getByRole('alertdialog', { name: 'Discard changes?' }).waitFor();
    },
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
];
