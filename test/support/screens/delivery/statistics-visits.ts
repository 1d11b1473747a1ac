import type { Page } from 'playwright-core';
import { ORGANIZATION_CREATOR_ID } from '../../../../lambdas/contract/content/organization.ts';
import type { Visit } from '../visit.ts';
import { creatorPlays, playTotals, streams, titlePlays } from './play-statistics.ts';

/** Responds to a path with numbers, because plays are counted over weeks. */
const mock = (page: Page, path: string, json: unknown) =>
  page.route(
    ({ pathname }) => pathname === path,
    (route) => route.fulfill({ json }),
  );

const openTables = async (page: Page, heading: string) => {
  await page.reload();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.getByText('Show days as a table').click();
  await page.getByText('Show retention as a table').click();
};

const showTitle = async (page: Page, id: string, title: string) => {
  await mock(page, `/api/content/${id}/plays`, titlePlays(id, { title }));
  await openTables(page, `Statistics of ${title}`);
};

const showCreator = async (page: Page) => {
  await mock(page, `/api/creators/${ORGANIZATION_CREATOR_ID}/plays`, creatorPlays(ORGANIZATION_CREATOR_ID));
  await openTables(page, 'Statistics of all titles of Meadow');
};

/** The statistics of titles, and the plays of all titles. */
export const statisticsVisits: readonly Visit[] = [
  {
    name: 'admin-title-statistics',
    route: '/admin/content/:id/statistics',
    who: 'admin',
    address: ({ film }) => `/admin/content/${film.id}/statistics`,
    show: (page, { film }) => showTitle(page, film.id, film.title),
  },
  {
    name: 'own-title-statistics',
    route: '/my-titles/:id/statistics',
    who: 'listener',
    address: ({ music }) => `/my-titles/${music.id}/statistics`,
    show: (page, { music }) => showTitle(page, music.id, music.title),
  },
  {
    name: 'admin-creator-statistics',
    route: '/admin/creators/:id/statistics',
    who: 'admin',
    address: () => `/admin/creators/${ORGANIZATION_CREATOR_ID}/statistics`,
    show: showCreator,
  },
  {
    name: 'own-creator-statistics',
    route: '/my-titles/creators/:id',
    who: 'listener',
    address: () => `/my-titles/creators/${ORGANIZATION_CREATOR_ID}`,
    show: showCreator,
  },
  {
    name: 'admin-dashboard-plays',
    route: '/admin/dashboard',
    who: 'admin',
    address: () => '/admin/dashboard',
    show: async (page, { music }) => {
      await mock(page, '/api/admin/plays', playTotals(music.id));
      await mock(page, '/api/admin/streams', streams());
      await page.reload();
      await page.getByText('Show hours as a table').click();
      await page.getByText('Show days as a table').click();
      await page.getByRole('table', { name: 'Most played titles today' }).waitFor();
    },
  },
];
