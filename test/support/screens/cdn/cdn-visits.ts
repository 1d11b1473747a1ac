import type { Page } from 'playwright-core';
import {
  cdnAdvice,
  cdnOverview,
  cdnSettings,
  corsStrategy,
  deniedRepair,
  outdatedTitles,
  propagating,
  s3Diagnosis,
  testedConnections,
} from './cdn-panels.ts';
import type { Visit } from '../visit.ts';

const tab = { route: '/admin/content', who: 'admin', address: () => '/admin/content?tab=cdn' } as const;

const panelOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const pressIn = (page: Page, panel: string, name: string) =>
  panelOf(page, panel).getByRole('button', { name, exact: true }).click();

/** Mocks what the tools find, because the local delivery is in order, and opens the tab. */
const openTab = async (page: Page) => {
  const mock = (path: string, json: unknown) =>
    page.route(
      ({ pathname }) => pathname === `/api/${path}`,
      (route) => route.fulfill({ json }),
    );
  await mock('admin/cdn-settings', cdnSettings);
  await mock('admin/delivery/overview', cdnOverview());
  await mock('admin/outdated-media', { items: outdatedTitles(3), next_cursor: 'next' });
  await mock('functions/check-cdn-status', propagating);
  await mock('functions/ai-cdn-optimizer', cdnAdvice);
  await mock('functions/test-aws-connection', testedConnections);
  await mock('functions/diagnose-s3-access', s3Diagnosis);
  await mock('functions/configure-s3-cors-v2', deniedRepair);
  await mock('functions/intelligent-cors-manager', { ...corsStrategy, ...deniedRepair });
  await page.reload();
  await page.getByRole('progressbar', { name: 'Propagation' }).waitFor();
  await page.getByText('81.74 of 100').waitFor();
};

/** Opens the tools of a title. */
const openTitle = async (page: Page, title: string) => {
  await openTab(page);
  const panel = panelOf(page, 'Title Tools');
  await panel.getByLabel('Find a title').fill(title);
  await panel.getByRole('list', { name: 'Titles to choose from' }).getByRole('button', { name: title }).first().click();
  await panelOf(page, 'CDN Fields').waitFor();
};

/** The CDN Management tab of content management. */
export const cdnVisits: readonly Visit[] = [
  {
    name: 'admin-cdn',
    ...tab,
    show: async (page) => {
      await openTab(page);
      await pressIn(page, 'AWS and S3 Test Tools', 'Test AWS connection');
      await pressIn(page, 'AWS and S3 Test Tools', 'Diagnose S3 access');
      await pressIn(page, 'S3 CORS Configuration', 'Configure CORS');
      await pressIn(page, 'S3 CORS Configuration', 'Check strategy');
      await pressIn(page, 'AI CDN Management', 'Find optimizations');
      await page.getByRole('list', { name: /^Optimizations, found/ }).waitFor();
      await page.getByRole('table', { name: /^S3 access, checked/ }).waitFor();
      await page.getByText('Chosen strategy').waitFor();
    },
  },
  {
    name: 'admin-cdn-fix-access',
    ...tab,
    overlay: 'features/delivery/panels/test-tools.tsx#1',
    show: async (page) => {
      await openTab(page);
      await pressIn(page, 'AWS and S3 Test Tools', 'Fix public access');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'admin-cdn-title',
    ...tab,
    show: async (page, { film }) => {
      await openTitle(page, film.title);
      await page.getByText('What the codes mean').click();
    },
  },
  {
    name: 'admin-cdn-reset',
    ...tab,
    overlay: 'features/delivery/panels/title/cdn-fields.tsx#1',
    show: async (page, { film }) => {
      await openTitle(page, film.title);
      await pressIn(page, 'CDN Fields', 'Reset CDN fields');
      await page.getByRole('alertdialog').waitFor();
    },
  },
];
