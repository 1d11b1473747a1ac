import type { Page } from 'playwright-core';
import type { Visit } from './visit.ts';

const reviews = { route: '/admin/reviews', who: 'admin', address: () => '/admin/reviews' } as const;

/** Opens the title that waits longest, and its first quote. */
const openFirst = async (page: Page): Promise<void> => {
  await page.getByRole('list', { name: 'Titles that wait for a decision' }).getByRole('button').first().click();
  await page
    .getByRole('region', { name: /^Review of / })
    .getByRole('button', { name: /^Show quote/ })
    .first()
    .click();
};

/** Screens and overlays of brand safety. */
export const safetyVisits: readonly Visit[] = [
  {
    name: 'own-titles',
    route: '/my-titles',
    who: 'listener',
    address: () => '/my-titles',
    show: async (page) => {
      await page.getByRole('list', { name: 'Your titles' }).getByRole('button').first().click();
      await page
        .getByRole('button', { name: /^Show quote/ })
        .first()
        .click();
    },
  },
  { name: 'admin-reviews', ...reviews, show: openFirst },
  {
    name: 'admin-review-decision',
    ...reviews,
    overlay: 'features/safety/decision-dialog.tsx#1',
    // A title that was never analyzed needs no evidence.
    address: ({ music }) => `/admin/reviews?item=${music.id}`,
    show: async (page) => [
      await page.getByRole('button', { name: 'Approve' }).first().click(),
      await page.getByRole('dialog', { name: /^Approve / }).waitFor(),
    ],
  },
  {
    name: 'admin-waiting-file',
    route: '/admin/content',
    who: 'admin',
    address: () => '/admin/content?tab=pending',
    overlay: 'features/content/waiting-file-dialog.tsx#1',
    show: async (page) => [
      await page
        .getByRole('button', { name: /^Accept new file of / })
        .first()
        .click(),
      await page.getByRole('dialog', { name: /^Accept the new file of / }).waitFor(),
    ],
  },
  {
    name: 'admin-safety-policy',
    route: '/admin/safety-policy',
    who: 'admin',
    address: () => '/admin/safety-policy',
    show: async (page) => {
      await page.getByRole('group', { name: 'Adult content' }).getByLabel('Review from confidence').fill('0.9');
      await page.getByRole('button', { name: 'Preview changes' }).click();
      await page.getByText(/^\d+ titles? compared$/).waitFor();
    },
  },
];
