import { act, screen, waitFor, within } from '@testing-library/react';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import { createApiStub, isUploadList } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentId, contentView } from '../support/content-view.ts';
import { renderApp } from '../support/render-app.tsx';

const category = { id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A1', name: 'Films', slug: 'films' };
const creator = (parts: object = {}) => ({
  id: 'crt_01HZX3V5Q8W9T2M4N6P7R8S0A1',
  name: 'Soundstage',
  plan: 'business',
  storage_used: 1_048_576,
  storage_limit: null,
  content_count: 3,
  user_id: null,
  ...parts,
});

const open = (address: string, items: readonly ContentView[] = [contentView()]) => {
  const api = createApiStub()
    .on('GET /api/admin/content', { body: { items, next_cursor: null } })
    .on('GET /api/admin/search/content', { body: { items, next_cursor: null, total: items.length } })
    .on('GET /api/categories', { body: { items: [category], next_cursor: null } })
    .on('GET /api/creators', {
      body: {
        items: [creator(), creator({ id: 'crt_01HZX3V5Q8W9T2M4N6P7R8S0A2', name: 'A label', plan: 'creator' })],
        next_cursor: null,
      },
    })
    .on(`GET /api/content/${contentId()}`, { body: items[0] ?? contentView() })
    .on(`GET /api/content/${contentId()}/captions`, { body: { items: [] } });
  return renderApp(address, { signedIn: true, me: { role: 'admin' }, api });
};
/** The query strings that were sent to a path. */
const queries = (api: ReturnType<typeof createApiStub>, path: string) =>
  api.requests.filter(({ url }) => url.split('?')[0] === path).map(({ url }) => url.split('?')[1] ?? '');

it('reads search, sort order, and filters from the URL, and stores them there', async () => {
  const { user, api, path } = open('/admin/content?tab=videos&sort=title&status=draft&conversion=failed');
  await screen.findByRole('heading', { level: 2, name: 'Viper' });
  expect(queries(api, '/api/admin/content')[0]).toBe(
    'sort=title&status=draft&conversion_status=failed&content_type=video',
  );
  expect(await axeViolations()).toEqual([]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Oldest first');
  expect(path()).toBe('/admin/content?tab=videos&sort=oldest&status=draft&conversion=failed');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Conversion' }), 'Any');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Any');
  await user.type(screen.getByRole('searchbox', { name: 'Search titles, artists, and tags' }), '<vi{{per');
  await waitFor(() => expect(path()).toBe('/admin/content?tab=videos&sort=oldest&q=viper'));
  await waitFor(() => expect(queries(api, '/api/admin/search/content').at(-1)).toBe('q=viper&content_type=video'));
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toBeDisabled();
});

it('has a button for sort order and filters on narrow screens, with the number of filters', async () => {
  const { user } = open('/admin/content?status=draft');
  const opener = await screen.findByRole('button', { name: 'Sort, filter, and more (1)' });
  const panel = document.getElementById(opener.getAttribute('aria-controls') ?? '') as HTMLElement;
  expect(within(panel).getByRole('combobox', { name: 'Status' })).toHaveDisplayValue('Draft');
  expect(within(panel).getByRole('button', { name: 'Bulk jobs' })).toBeVisible();
  expect(opener).toHaveAttribute('aria-expanded', 'false');
  await user.click(opener);
  expect([opener.getAttribute('aria-expanded'), panel.dataset['opened']]).toEqual(['true', 'true']);
});

it('follows a link, and drops the previous search and selection', async () => {
  const { user, path } = open('/admin/content?q=viper');
  await user.click(await screen.findByRole('checkbox', { name: 'Select Viper' }));
  expect(screen.getByText('1 item selected')).toBeVisible();
  await user.click(
    within(screen.getByRole('navigation', { name: 'Administration' })).getByRole('link', { name: 'Content' }),
  );
  await waitFor(() =>
    expect(screen.getByRole('searchbox', { name: 'Search titles, artists, and tags' })).toHaveValue(''),
  );
  await screen.findByRole('heading', { level: 2, name: 'Viper' });
  expect(screen.queryByText('1 item selected')).toBeNull();
  // Longer than the search delay: the old search must not come back.
  await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
  expect(path()).toBe('/admin/content');
});

it('distinguishes an empty search result from an empty list', async () => {
  const { user, path } = open('/admin/content?tab=music&q=unheard&status=draft', []);
  expect(await screen.findByText('No items match your search and filters')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  expect(await screen.findByText('No music content found')).toBeVisible();
  expect(path()).toBe('/admin/content?tab=music');
  expect(screen.getByRole('searchbox', { name: 'Search titles, artists, and tags' })).toHaveValue('');
  expect(screen.queryByRole('button', { name: 'Clear search and filters' })).toBeNull();
});

it('opens the Edit dialog of a linked item, with its creator, and its schedule in local time', async () => {
  const { user, api, path } = open(`/admin/content?edit=${contentId()}`, [
    contentView({ publish_at: '2026-05-01T10:30:00.000Z' }),
  ]);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Content' }));
  const local = new Date(
    Date.parse('2026-05-01T10:30:00.000Z') - new Date('2026-05-01T10:30:00.000Z').getTimezoneOffset() * 60_000,
  )
    .toISOString()
    .slice(0, 16);
  expect(dialog.getByLabelText('Publish at')).toHaveValue(local);
  expect(
    dialog.getAllByText(new RegExp(`In your time zone \\(${Intl.DateTimeFormat().resolvedOptions().timeZone}\\)`)),
  ).toHaveLength(2);
  await user.selectOptions(
    await dialog.findByRole('combobox', { name: 'Creator' }),
    await dialog.findByRole('option', { name: 'A label' }),
  );
  api.on(`PATCH /api/content/${contentId()}`, { body: contentView() });
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(path()).toBe('/admin/content'));
  expect(api.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
    revision: 1,
    creator_id: 'crt_01HZX3V5Q8W9T2M4N6P7R8S0A2',
  });
});

it('says that a linked item no longer exists', async () => {
  const { api, path } = open(`/admin/content?edit=${contentId('9')}`);
  api.on(`GET /api/content/${contentId('9')}`, {
    status: 404,
    body: { code: 'content_not_found', title: 'Content not found', status: 404, requestId: 'r' },
  });
  expect(await screen.findByText('This item no longer exists.')).toBeInTheDocument();
  await waitFor(() => expect(path()).toBe('/admin/content'));
});

it('says that a linked item failed to load', async () => {
  const { api, path } = open(`/admin/content?edit=${contentId('9')}`);
  api.on(`GET /api/content/${contentId('9')}`, {
    status: 403,
    body: { code: 'forbidden', title: 'Forbidden', status: 403, requestId: 'r' },
  });
  expect(await screen.findByText('Failed to load content. Please try again.')).toBeInTheDocument();
  expect(screen.queryByText('This item no longer exists.')).toBeNull();
  await waitFor(() => expect(path()).toBe('/admin/content'));
});

it('keeps the Edit dialog of a linked item and its changes if a reload fails', async () => {
  const { user, api, services } = open(`/admin/content?edit=${contentId()}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Content' }));
  await user.type(dialog.getByLabelText('Title'), ', live');
  api.on(`GET /api/content/${contentId()}`, {
    status: 404,
    body: { code: 'content_not_found', title: 'Content not found', status: 404, requestId: 'r' },
  });
  await act(() => services.queries.invalidateQueries({ queryKey: ['catalog.get-content'] }));
  expect(dialog.getByLabelText('Title')).toHaveValue('Viper, live');
});

describe('categories and creators', () => {
  const managed = (parts: object = {}) => ({ ...category, content_count: 2, replaced_by: null, ...parts });
  it('renames a category, and deletes a used one only with a replacement', async () => {
    const { user, api } = open('/admin/content');
    const other = managed({ id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A2', name: 'Songs', content_count: 0 });
    api.on('GET /api/admin/categories', { body: { items: [managed(), other], next_cursor: null } });
    api.on(`PATCH /api/categories/${category.id}`, { body: managed({ name: 'Pictures' }) });
    api.on(`DELETE /api/categories/${category.id}`, { status: 202, body: managed({ replaced_by: other.id }) });
    await user.click(await screen.findByRole('button', { name: 'Categories and creators' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Categories and creators' }));
    await user.click(await dialog.findByRole('button', { name: 'Rename Films' }));
    await user.clear(dialog.getByRole('textbox', { name: 'New name for Films' }));
    await user.type(dialog.getByRole('textbox', { name: 'New name for Films' }), 'Pictures');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ name: 'Pictures', was: 'Films' }),
    );
    // Another form asks first until the name is saved.
    await waitFor(() => expect(dialog.queryByRole('textbox', { name: 'New name for Films' })).toBeNull());
    await user.click(await dialog.findByRole('button', { name: 'Delete Films' }));
    expect(await axeViolations()).toEqual([]);
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Move items from Films to' }), 'Songs');
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(
        api.requests.some(({ method, url }) => method === 'DELETE' && url.endsWith(`replacement=${other.id}`)),
      ).toBe(true),
    );
  });

  it('asks before it deletes an empty category or creator', async () => {
    const { user, api } = open('/admin/content');
    const unused = managed({ content_count: 0 });
    const removed = () => api.requests.filter(({ method }) => method === 'DELETE').map(({ url }) => url);
    api.on('GET /api/admin/categories', { body: { items: [unused], next_cursor: null } });
    api.on(`DELETE /api/categories/${category.id}`, { status: 202, body: unused });
    api.on(`DELETE /api/creators/${creator().id}`, { status: 204 });
    await user.click(await screen.findByRole('button', { name: 'Categories and creators' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Categories and creators' }));
    await user.click(await dialog.findByRole('button', { name: 'Delete Films' }));
    expect(dialog.getByText("Delete Films? This can't be undone.")).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(removed()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Delete Films' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(removed()).toEqual([`/api/categories/${category.id}`]));
    await user.click(dialog.getByRole('tab', { name: 'Creators' }));
    await user.click(await dialog.findByRole('button', { name: 'Delete Soundstage' }));
    expect(await axeViolations()).toEqual([]);
    expect(removed()).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(removed()).toEqual([`/api/categories/${category.id}`, `/api/creators/${creator().id}`]));
  });

  const conflict = {
    status: 409,
    body: {
      code: 'version_conflict',
      title: 'Someone else changed this in the meantime',
      status: 409,
      requestId: 'r',
    },
  };

  it('shows both names if someone else renamed the category in the meantime', async () => {
    const { user, api } = open('/admin/content');
    let name = 'Films';
    api.on('GET /api/admin/categories', () => ({ body: { items: [managed({ name })], next_cursor: null } }));
    api.on(`PATCH /api/categories/${category.id}`, ({ body }) => {
      const request = body as { readonly name: string; readonly was: string };
      if (request.was !== name) return conflict;
      name = request.name;
      return { body: managed({ name }) };
    });
    await user.click(await screen.findByRole('button', { name: 'Categories and creators' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Categories and creators' }));
    const rename = async (to: string) => {
      await user.click(await dialog.findByRole('button', { name: /^Rename / }));
      await user.clear(dialog.getByRole('textbox', { name: /^New name for/ }));
      await user.type(dialog.getByRole('textbox', { name: /^New name for/ }), to);
    };
    await rename('Pictures');
    name = 'Cinema';
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('row', { name: 'Name Pictures Cinema' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    expect(await axeViolations()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Keep my changes' }));
    expect(await dialog.findByRole('button', { name: 'Rename Pictures' })).toBeVisible();
    await rename('Moving pictures');
    name = 'Screen';
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await dialog.findByRole('button', { name: 'Use saved version' }));
    expect(dialog.getByRole('textbox', { name: 'New name for Screen' })).toHaveValue('Screen');
    expect(name).toBe('Screen');
  });

  it('shows both versions if someone else changed the creator in the meantime', async () => {
    const { user, api } = open('/admin/content');
    let now = creator();
    api.on('GET /api/admin/categories', { body: { items: [], next_cursor: null } });
    api.on('GET /api/creators', () => ({ body: { items: [now], next_cursor: null } }));
    api.on(`PATCH /api/creators/${now.id}`, ({ body }) => {
      const { was, ...fields } = body as { readonly was: { readonly plan: string; readonly user_id: string | null } };
      if (was.plan !== now.plan || was.user_id !== now.user_id) return conflict;
      now = creator(fields);
      return { body: now };
    });
    await user.click(await screen.findByRole('button', { name: 'Categories and creators' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Categories and creators' }));
    await user.click(dialog.getByRole('tab', { name: 'Creators' }));
    await user.click(await dialog.findByRole('button', { name: 'Edit Soundstage' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' One');
    now = creator({ plan: 'premium', user_id: '11111111-2222-4333-8444-555555555555' });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByRole('row', { name: 'Name Soundstage One Soundstage' })).toBeVisible();
    expect(dialog.getByRole('row', { name: 'Plan Business Premium' })).toBeVisible();
    expect(dialog.getByRole('row', { name: 'Owner Unchanged Has an owner' })).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Keep my changes' }));
    await waitFor(() => expect(now).toMatchObject({ name: 'Soundstage One', plan: 'business' }));
  });

  it('adds a creator with an owner, and says if the owner has no account', async () => {
    const { user, api } = open('/admin/content');
    api.on('GET /api/admin/categories', { body: { items: [], next_cursor: null } });
    api.on('GET /api/admin/users', { body: { items: [], next_cursor: null } });
    await user.click(await screen.findByRole('button', { name: 'Categories and creators' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Categories and creators' }));
    await user.click(dialog.getByRole('tab', { name: 'Creators' }));
    expect(await dialog.findByText('Business · 3 items · 1.00 MB used, no limit')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'New creator' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Ann');
    await user.type(dialog.getByRole('textbox', { name: 'Owner' }), 'ann@example.org');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('No account has this email address.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    expect(api.requests.some((request) => request.method === 'POST' && !isUploadList(request))).toBe(false);
  });
});
