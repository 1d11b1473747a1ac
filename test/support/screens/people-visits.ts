import type { Page } from 'playwright-core';
import type { Visit } from './visit.ts';
import type { World } from './world.ts';

const users = { route: '/admin/users', who: 'admin', address: () => '/admin/users' } as const;
const plan = {
  route: '/admin/users/:id/plan',
  who: 'admin',
  address: ({ plannedId }: World) => `/admin/users/${plannedId}/plan`,
} as const;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
/** Requests of the list of users. */
const LISTS = '**/api/admin/users*';

/** Screens and overlays of user administration. */
export const peopleVisits: readonly Visit[] = [
  {
    name: 'admin-users',
    ...users,
    show: (page) =>
      page
        .getByRole('combobox', { name: 'Role of listener@soundstage.local' })
        .or(page.getByRole('heading', { level: 2, name: 'Quiet Visitor' }))
        .first()
        .waitFor(),
  },
  {
    name: 'admin-users-found',
    ...users,
    address: () => '/admin/users?q=quiet',
    show: (page) => page.getByRole('heading', { level: 2, name: 'Quiet Visitor' }).waitFor(),
  },
  {
    name: 'admin-create-user',
    ...users,
    overlay: 'features/people/create-user-dialog.tsx#1',
    show: async (page) => [
      await press(page, 'Create User'),
      await page.getByRole('dialog', { name: 'Create User' }).waitFor(),
    ],
  },
  {
    name: 'admin-disable-user',
    ...users,
    overlay: 'features/people/reason-dialog.tsx#1',
    show: async (page) => [
      await press(page, 'Disable Quiet Visitor'),
      await page.getByRole('dialog', { name: 'Disable account' }).waitFor(),
    ],
  },
  {
    name: 'admin-user-conflict',
    ...users,
    overlay: 'features/people/conflict-dialog.tsx#1',
    // The list still shows Mona's role from before another administrator made her a moderator.
    prepare: (page) =>
      page.route(LISTS, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { items: readonly { readonly full_name: string }[] };
        await route.fulfill({
          response,
          json: {
            ...body,
            items: body.items.map((person) =>
              person.full_name === 'Mona Derator' ? { ...person, role: 'user' } : person,
            ),
          },
        });
      }),
    show: async (page) => {
      const role = page.getByRole('combobox', { name: 'Role of Mona Derator' }).first();
      await role.waitFor();
      await page.unroute(LISTS);
      await role.focus();
      await role.selectOption('admin');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Make Admin' }).click();
      await page.getByRole('dialog', { name: 'Someone else changed this account' }).waitFor();
    },
  },
  {
    name: 'admin-own-role',
    ...users,
    overlay: 'features/people/person-dialogs.tsx#1',
    show: async (page) => {
      const role = page.getByRole('listitem').filter({ hasText: 'admin@soundstage.local' }).getByRole('combobox');
      await role.focus();
      await role.selectOption('user');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admin-send-reset',
    ...users,
    overlay: 'features/people/person-dialogs.tsx#2',
    show: async (page) => [
      await press(page, 'Send password reset to Quiet Visitor'),
      await page.getByRole('alertdialog').waitFor(),
    ],
  },
  {
    name: 'admin-users-filtered',
    ...users,
    address: () => '/admin/users?role=moderator',
    show: (page) => page.getByRole('heading', { level: 2, name: 'Mona Derator' }).waitFor(),
  },
  {
    name: 'admin-user-plan',
    ...plan,
    show: async (page) => [
      await page.getByText('Given by', { exact: false }).first().waitFor(),
      await page.getByText('Premium to Creator Pro').waitFor(),
    ],
  },
  {
    name: 'admin-give-plan',
    ...plan,
    overlay: 'features/person-plans/give-dialog.tsx#1',
    show: async (page) => [await press(page, 'Change'), await page.getByLabel('Last day (optional)').waitFor()],
  },
  {
    name: 'admin-end-plan',
    ...plan,
    overlay: 'features/person-plans/end-dialog.tsx#1',
    show: async (page) => [await press(page, 'End plan'), await page.getByRole('dialog').waitFor()],
  },
];
