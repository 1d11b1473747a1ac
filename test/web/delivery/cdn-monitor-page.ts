import { screen, within } from '@testing-library/react';
import type { CdnOverview } from '../../../lambdas/contract/delivery/monitor.ts';
import { cdnHealth, monitorFixture, PLAYED_ID } from '../../support/screens/delivery/monitor-fixture.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

export const OVERVIEW = 'GET /api/admin/delivery/overview';
export const HOURS = 'GET /api/admin/delivery/hours';
export const ALERTS = 'GET /api/admin/delivery/alerts';
export const STATUS = 'POST /api/functions/check-cdn-status';
export const HEALTH = 'POST /api/functions/cdn-health-monitor';
export const TITLE = `GET /api/content/${PLAYED_ID}/plays`;

/** The clock of a test starts at the epoch. */
export const data = monitorFixture(0);
export const problem = (status: number, code: string) => ({
  status,
  body: { code, title: code, status, requestId: 'r1' },
});

export const stub = (): ApiStub =>
  createApiStub()
    .on(OVERVIEW, { body: data.overview })
    .on(HOURS, { body: data.hours })
    .on(ALERTS, { body: { items: data.alerts, next_cursor: null } })
    .on('GET /api/admin/plays', { body: data.totals })
    .on('GET /api/admin/playback-quality', { body: data.quality })
    .on('GET /api/admin/streams', { body: data.streams })
    .on('GET /api/admin/cdn-settings', { body: data.settings })
    .on(STATUS, { body: data.status })
    .on(HEALTH, { body: cdnHealth() })
    .on('GET /api/admin/content', { body: { items: [contentView({ id: PLAYED_ID })], next_cursor: null } })
    .on(`GET /api/content/${PLAYED_ID}`, { body: contentView({ id: PLAYED_ID, title: 'Aurora Rising' }) })
    .on(TITLE, { body: data.titlePlays });

export const open = (query = '', api = stub()) =>
  renderApp(`/admin/cdn-monitor${query}`, { signedIn: true, me: { role: 'admin' }, api });

export const sent = (api: ApiStub, route: string) =>
  api.requests.filter(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}` === route);

export const region = async (name: string) => within(await screen.findByRole('region', { name }));

export const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

/** The lines of the card with a heading. */
export const card = (name: string) =>
  [...(screen.getByRole('heading', { name, level: 3 }).parentElement?.children ?? [])].map(({ textContent }) =>
    textContent.trim(),
  );

/** Terms with their values. */
export const facts = (part: { getAllByRole: typeof screen.getAllByRole }) =>
  Object.fromEntries(
    part
      .getAllByRole('term')
      .map((term) => [term.textContent, term.parentElement?.querySelector('dd')?.firstChild?.textContent]),
  );

export const overviewWith = (over: Partial<CdnOverview>): CdnOverview => ({ ...data.overview, ...over });
