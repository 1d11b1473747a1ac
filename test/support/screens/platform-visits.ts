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
