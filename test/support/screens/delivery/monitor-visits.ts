import type { Page } from 'playwright-core';
import type { Visit } from '../visit.ts';
import { cdnHealth, monitorFixture } from './monitor-fixture.ts';

/** A fixed time, so that screenshots do not change. */
const NOW = Date.parse('2026-11-28T15:48:00.000Z');

/** Mocks the numbers, because they need hours of traffic, and opens one of the tabs. */
const openTab = async (page: Page, tab: string, titleId = '') => {
  const { overview, hours, alerts, totals, quality, titlePlays, streams, status, settings } = monitorFixture(NOW);
  const mock = (path: string, json: unknown) =>
    page.route(
      ({ pathname }) => pathname === `/api/${path}`,
      (route) => route.fulfill({ json }),
    );
  await mock('admin/delivery/overview', overview);
  await mock('admin/delivery/hours', hours);
  await mock('admin/delivery/alerts', { items: alerts, next_cursor: 'next' });
  await mock('admin/plays', totals);
  await mock('admin/playback-quality', quality);
  await mock('admin/streams', streams);
  await mock('admin/cdn-settings', settings);
  await mock('functions/check-cdn-status', status);
  await mock('functions/cdn-health-monitor', cdnHealth());
  await mock(`content/${titleId}/plays`, titlePlays);
  await page.reload();
  await page.getByRole('tab', { name: tab, selected: true }).waitFor();
};

const monitor = { route: '/admin/cdn-monitor', who: 'admin' } as const;

/** The tabs of the CDN monitor. */
export const cdnMonitorVisits: readonly Visit[] = [
  {
    name: 'admin-cdn-overview',
    ...monitor,
    address: () => '/admin/cdn-monitor',
    show: async (page) => {
      await openTab(page, 'Overview');
      await page.getByText('88.66 of 100').waitFor();
      await page.getByRole('img', { name: /^Cache hit ratio: / }).waitFor();
      await page.getByRole('link', { name: 'Playback quality of Aurora Rising' }).waitFor();
      await page.getByText('Show as a table').click();
    },
  },
  {
    name: 'admin-cdn-alerts',
    ...monitor,
    address: () => '/admin/cdn-monitor?tab=alerts',
    show: async (page) => {
      await openTab(page, 'Alerts');
      await page.getByRole('table', { name: 'Rules' }).waitFor();
      await page.getByRole('list', { name: 'Delivery alerts' }).waitFor();
    },
  },
  {
    name: 'admin-cdn-diagnostics',
    ...monitor,
    address: ({ film }) => `/admin/cdn-monitor?tab=diagnostics&title=${film.id}`,
    show: async (page, { film }) => {
      await openTab(page, 'Diagnostics', film.id);
      await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
      await page.getByRole('button', { name: 'Run health check' }).click();
      await page.getByText('88.66 of 100').waitFor();
      await page.getByText('Show as a table').click();
      await page.getByText(`Quality of ${film.title}`).waitFor();
      await page.getByRole('table', { name: 'By country' }).first().waitFor();
    },
  },
  {
    name: 'admin-cdn-choose-title',
    ...monitor,
    address: () => '/admin/cdn-monitor?tab=diagnostics',
    show: async (page) => {
      await openTab(page, 'Diagnostics');
      await page.getByRole('list', { name: 'Titles to choose from' }).waitFor();
    },
  },
];
