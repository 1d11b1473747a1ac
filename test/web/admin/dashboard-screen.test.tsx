import { screen, waitFor, within } from '@testing-library/react';
import { playTotals, streams } from '../../support/screens/delivery/play-statistics.ts';
import { platformStats as stats } from '../../support/screens/platform-stats.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const long = 'A description that is certainly longer than the fifty characters that fit';

const open = (items = [contentView({ description: long })], address = '/admin') => {
  const api = createApiStub()
    .on('GET /api/admin/stats', { body: stats })
    .on('GET /api/admin/plays', { body: playTotals(contentView().id) })
    .on('GET /api/admin/streams', { body: streams() })
    .on('GET /api/admin/content', { body: { items, next_cursor: null } });
  return renderApp(address, { signedIn: true, me: { role: 'admin' }, api });
};

describe('the dashboard', () => {
  it('is the start page of administrators, with totals that link to their lists', async () => {
    const { path } = open();
    const totals = await screen.findByRole('list', { name: 'Totals' });
    expect(path()).toBe('/admin/dashboard');
    expect(await within(totals).findByText('1,234')).toBeVisible();
    const card = (name: RegExp) => within(totals).getByRole('link', { name });
    expect(card(/^Total Users/)).toHaveAttribute('href', '/admin/users');
    expect(card(/^Total Users/)).toHaveTextContent('+15% this month');
    expect(card(/^Music Tracks/)).toHaveAttribute('href', '/admin/content?tab=music');
    expect(card(/^Music Tracks/)).toHaveTextContent('-50% this month');
    expect(card(/^Video Content/)).toHaveAttribute('href', '/admin/content?tab=videos');
    expect(card(/^Video Content/)).toHaveTextContent(
      '4 added this month, including any deleted sinceNot enough data to compare',
    );
    expect(card(/^Total Content/)).toHaveAttribute('href', '/admin/content');
    expect(await axeViolations()).toEqual([]);
  });

  it('shows users by plan and the monthly recurring revenue, each with what it includes', async () => {
    open();
    const panel = within(await screen.findByRole('region', { name: 'Plans and revenue' }));
    expect(await panel.findByText('$699.78')).toBeVisible();
    expect(panel.getByText(/^List price of all paid subscriptions for one month.*Excludes trials/)).toBeVisible();
    expect(panel.getByText(/^Users: everyone by the plan that applies now/)).toBeVisible();
    const rows = within(panel.getByRole('table', { name: 'Users by plan' })).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Plan', 'Users', 'Paying'],
      ['Free', '1,200', '0'],
      ['Premium', '30', '20'],
      ['Creator Pro', '3', '2'],
      ['Business Enterprise', '1', '0'],
    ]);
    expect(await axeViolations()).toEqual([]);
  });

  it('shows the newest five items with their actions', async () => {
    const { api, path, user } = open();
    const table = await screen.findByRole('table', { name: 'Recent Content' });
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Content', 'Status', 'Views', 'Created', 'Actions']);
    expect(within(table).getByRole('rowheader')).toHaveTextContent(
      'A description that is certainly longer than the fi…',
    );
    expect(api.requests.map(({ url }) => url)).toContain('/api/admin/content?limit=5');
    expect(screen.getByRole('link', { name: 'View All Content' })).toHaveAttribute('href', '/admin/content');
    await user.click(within(table).getByRole('button', { name: 'Edit Viper' }));
    expect(path()).toMatch(/^\/admin\/content/);
  });

  it('asks before it deletes an item', async () => {
    const { api, user } = open();
    api.on(`DELETE /api/content/${contentView().id}`, { status: 204 });
    await user.click(await screen.findByRole('button', { name: 'Delete Viper' }));
    expect(await screen.findByRole('alertdialog', { name: 'Delete this item?' })).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(api.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete Viper' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Content deleted successfully')).toBeVisible();
    expect(api.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('says that an item cannot be played', async () => {
    const { user, path } = open([contentView({ converted_video_url: null, cdn_video_url: null })]);
    await user.click(await screen.findByRole('button', { name: 'View Viper' }));
    expect(await screen.findByText('No content URL')).toBeVisible();
    expect(screen.getByText("This content doesn't have a playable URL")).toBeVisible();
    expect(path()).toBe('/admin/dashboard');
  });

  it('tests the uploaded file of an item that is not converted', async () => {
    const { user, path } = open([
      contentView({ conversion_status: 'processing', video_url: `/api/content/${contentView().id}/source` }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'View Viper' }));
    await waitFor(() => expect(path()).toBe(`/admin/content?play=${contentView().id}`));
  });

  it('offers an upload if there is no content', async () => {
    open([]);
    expect(await screen.findByText('No content available yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Upload Content' })).toHaveAttribute('href', '/admin/upload');
  });

  it('reports a failed request and retries it', async () => {
    const { api, user } = open();
    await screen.findByText('1,234');
    api.on('GET /api/admin/stats', {
      status: 400,
      body: { code: 'validation_failed', title: 'No', status: 400, requestId: 'r' },
    });
    const failing = renderApp('/admin/dashboard', { signedIn: true, me: { role: 'admin' }, api });
    expect(await within(failing.container).findByText('Failed to load totals. Please try again.')).toBeVisible();
    api.on('GET /api/admin/stats', { body: stats });
    await user.click(within(failing.container).getByRole('button', { name: 'Try again' }));
    expect(await within(failing.container).findByText('1,234')).toBeVisible();
  });
});

describe('the admin search', () => {
  const found = (api: ReturnType<typeof createApiStub>) =>
    api
      .on('POST /api/functions/input-validator', { body: { valid: true, errors: [], sanitizedData: 'viper' } })
      .on('GET /api/admin/search/content', { body: { items: [contentView()], next_cursor: null, total: 1 } })
      .on('GET /api/admin/users', {
        body: {
          items: [
            {
              id: '11111111-2222-4333-8444-555555555555',
              email: 'viper@example.org',
              full_name: '',
              role: 'user',
              plan: 'free',
              disabled: false,
              created_at: '2026-01-01T00:00:00.000Z',
            },
          ],
          next_cursor: null,
        },
      });

  it('cleans the text, validates it on the server, and finds content and users', async () => {
    const { api, user, path } = open([contentView()], '/admin/dashboard');
    found(api);
    await screen.findByText('1,234');
    await user.type(await screen.findByRole('searchbox', { name: 'Search content and users' }), '<viper>{{{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Results for “viper”' })).toBeVisible();
    expect(path()).toBe('/admin/search?q=viper');
    expect(
      await within(await screen.findByRole('region', { name: 'Content' })).findByRole('link', { name: /^Edit Viper/ }),
    ).toBeVisible();
    const people = screen.getByRole('region', { name: 'Users' });
    expect(await within(people).findByRole('link', { name: /Unknown User/ })).toHaveAttribute(
      'href',
      '/admin/users?q=viper%40example.org',
    );
    expect(api.requests.find(({ url }) => url === '/api/functions/input-validator')?.body).toEqual({
      data: 'viper',
      validationType: 'search_query',
    });
    expect(await axeViolations()).toEqual([]);
  });

  it('cuts an overlong text from the URL', async () => {
    const api = found(createApiStub());
    renderApp(`/admin/search?q=${encodeURIComponent(`<${'viper '.repeat(20_000)}`)}`, {
      signedIn: true,
      me: { role: 'admin' },
      api,
    });
    expect(
      await screen.findByRole('heading', { level: 1, name: /^Results for “viper viper [vipers ]+”$/ }),
    ).toBeVisible();
    expect(await screen.findByRole('region', { name: 'Users' })).toBeVisible();
    const validated = api.requests.find(({ url }) => url === '/api/functions/input-validator')?.body as {
      readonly data: string;
    };
    expect(validated.data).toBe('viper '.repeat(20).slice(0, 100).trim());
  });

  it('is behind a button on narrow screens', async () => {
    const { api, user, path } = open([contentView()], '/admin/dashboard');
    found(api);
    await screen.findByText('1,234');
    const opener = await screen.findByRole('button', { name: 'Open search' });
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    await user.click(opener);
    const box = screen.getByRole('searchbox', { name: 'Search content and users' });
    expect(box).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Close search' }));
    expect(screen.getByRole('button', { name: 'Open search' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.type(box, 'viper{Enter}');
    expect(path()).toBe('/admin/search?q=viper');
    expect(await screen.findByRole('button', { name: 'Open search' })).toHaveAttribute('aria-expanded', 'false');
  });

  it('shows validation errors of the server', async () => {
    const api = createApiStub().on('POST /api/functions/input-validator', {
      body: { valid: false, errors: ['The search query has no searchable characters.'], sanitizedData: null },
    });
    renderApp('/admin/search?q=%7B%7D', { signedIn: true, me: { role: 'admin' }, api });
    expect(await screen.findByText('Input Validation Failed')).toBeVisible();
    expect(screen.getByText('1 validation error(s) found')).toBeVisible();
  });
});
