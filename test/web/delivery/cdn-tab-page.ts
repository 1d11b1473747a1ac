import { screen, within } from '@testing-library/react';
import { cdnOverview, cdnSettings, propagating } from '../../support/screens/cdn/cdn-panels.ts';
import { createApiStub, type ApiStub, type StubAnswer } from '../support/api-stub.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

export const tool = (name: string) => `POST /api/functions/${name}`;
export const problem = (status: number, code: string, detail = code): StubAnswer => ({
  status,
  body: { code, title: code, status, detail, requestId: 'r1' },
});

export const stub = (): ApiStub =>
  createApiStub()
    .on('GET /api/admin/content', { body: { items: [contentView()], next_cursor: null } })
    .on(`GET /api/content/${contentId()}`, { body: contentView({ cdn_distribution_id: 'E2ABCDEF' }) })
    .on('GET /api/admin/cdn-settings', { body: cdnSettings })
    .on(tool('check-cdn-status'), { body: propagating })
    .on('GET /api/admin/delivery/overview', { body: cdnOverview() })
    .on('GET /api/admin/outdated-media', { body: { items: [], next_cursor: null } });

/** Opens the tab, and returns a panel of it. */
export const open = async (name: string, api = stub()) => {
  const view = renderApp('/admin/content?tab=cdn', { signedIn: true, me: { role: 'admin' }, api });
  const panel = within(await screen.findByRole('region', { name }));
  const press = async (button: string) => view.user.click(await panel.findByRole('button', { name: button }));
  const bodies = (route: string) =>
    api.requests.filter(({ method, url }) => `${method} ${url}` === route).map(({ body }) => body);
  return { ...view, api, panel, press, bodies };
};

/** Names and values of a list of facts. */
export const factsIn = (panel: { readonly getAllByRole: (role: 'term') => readonly HTMLElement[] }) =>
  Object.fromEntries(
    panel.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  );

export const toast = async (title: string, text?: string | RegExp) => {
  expect(await screen.findByText(title)).toBeVisible();
  if (text !== undefined) expect(screen.getAllByText(text).at(-1)).toBeVisible();
};
