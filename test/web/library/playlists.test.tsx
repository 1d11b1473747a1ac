import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Playlist, PlaylistView } from '../../../lambdas/contract/listening/library.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentCard, contentId } from '../support/content-card.ts';
import { renderApp } from '../support/render-app.tsx';

const playlistId = (number: number): string => `pls_01HZX3V5Q8W9T2M4N6P7R8${String(number).padStart(4, '0')}`;
const playlist = (number: number, facts: Partial<Playlist> = {}): Playlist => ({
  id: playlistId(number),
  title: `Playlist ${number}`,
  description: '',
  visibility: 'private',
  entry_count: 0,
  revision: 1,
  created_at: '2026-03-04T05:06:07.000Z',
  updated_at: '2026-03-04T05:06:07.000Z',
  hidden: null,
  ...facts,
});
const view = (facts: Partial<PlaylistView> = {}): PlaylistView => ({
  ...playlist(1, { title: 'On the road', description: 'For long ways.', entry_count: 3 }),
  owner: { name: 'Ada Listener' },
  is_own: true,
  ...facts,
});
const entry = (number: number, title: string) => {
  const { view_count: _views, ...content } = contentCard(number, { title });
  return { content_id: content.id, added_at: '2026-03-04T05:06:07.000Z', content };
};
const page = (items: readonly unknown[]) => ({ body: { items, next_cursor: null } });
const calls = (api: ApiStub, route: string) =>
  api.requests.filter(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}` === route);

const libraryApi = (): ApiStub =>
  createApiStub()
    .on('GET /api/content', page([contentCard(1, { title: 'Aurora Rising' })]))
    .on(
      'GET /api/playlists',
      page([
        playlist(1, { title: 'On the road', entry_count: 3 }),
        playlist(2, { title: 'Sundays', visibility: 'public', entry_count: 1 }),
      ]),
    )
    .on(
      'GET /api/public-playlists',
      page([{ id: playlistId(9), title: "Somebody's best", created_at: '2026-03-04T05:06:07.000Z' }]),
    )
    .on(`GET /api/playlists/${playlistId(1)}`, { body: view() })
    .on(`GET /api/playlists/${playlistId(1)}/entries`, page([entry(1, 'One'), entry(2, 'Two'), entry(3, 'Three')]));
const open = (address: string, api = libraryApi()) => renderApp(address, { signedIn: true, api });
const titles = () =>
  within(screen.getByRole('list', { name: 'Titles in this playlist' }))
    .getAllByRole('button', { name: /^Like / })
    .map((button) => button.getAttribute('aria-label')?.slice(5));

describe('the Playlists tab', () => {
  it('shows own and public playlists', async () => {
    const { user, path } = open('/streaming');
    await user.click(await screen.findByRole('tab', { name: 'Playlists' }));
    expect(path()).toBe('/streaming?view=playlists');
    expect(await screen.findByRole('heading', { name: 'Your Playlists' })).toBeInTheDocument();
    expect(screen.getByText('Create and manage your playlists')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'On the road Private · 3 titles' })).toHaveAttribute(
      'href',
      `/playlist/${playlistId(1)}`,
    );
    expect(screen.getByRole('link', { name: 'Sundays Public · 1 title' })).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: "Somebody's best Public" })).toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
  });

  it('creates a playlist from the sidebar and opens it', async () => {
    const api = libraryApi().on('POST /api/playlists', ({ body }) => ({
      status: 201,
      body: playlist(1, body as Partial<Playlist>),
    }));
    const { user, path } = open('/streaming', api);
    await user.click(await screen.findByRole('button', { name: 'Create Playlist' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create Playlist' });
    await user.click(within(dialog).getByRole('button', { name: 'Create Playlist' }));
    const name = within(dialog).getByLabelText('Name');
    expect(name).toHaveFocus();
    expect(name).toHaveAccessibleDescription('Enter a name.');
    await user.type(name, ' Rainy days ');
    await user.selectOptions(within(dialog).getByLabelText('Visibility'), 'Unlisted');
    expect(within(dialog).getByLabelText('Visibility')).toHaveAccessibleDescription('Anyone with the link can see it.');
    expect(await axeViolations()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Create Playlist' }));
    await waitFor(() => expect(path()).toBe(`/playlist/${playlistId(1)}`));
    expect(calls(api, 'POST /api/playlists')[0]?.body).toEqual({
      title: 'Rainy days',
      description: '',
      visibility: 'unlisted',
    });
  });

  it('keeps the input when the server rejects it', async () => {
    const api = libraryApi().on('POST /api/playlists', {
      status: 409,
      body: {
        code: 'limit_reached',
        title: 'You have reached the limit',
        detail: 'You can have up to 200 playlists. Delete one first.',
      },
    });
    const { user } = open('/streaming', api);
    await user.click(await screen.findByRole('button', { name: 'Create Playlist' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create Playlist' });
    await user.type(within(dialog).getByLabelText('Name'), 'One more');
    await user.click(within(dialog).getByRole('button', { name: 'Create Playlist' }));
    expect(await within(dialog).findByText(/You can have up to 200 playlists/)).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Name')).toHaveValue('One more');
  });
});

describe('adding from a card', () => {
  it('checks the playlists that contain the item, and saves changes at once', async () => {
    const api = libraryApi()
      .on(`GET /api/content/${contentId(1)}/playlists`, { body: { playlist_ids: [playlistId(2)] } })
      .on(`PUT /api/playlists/${playlistId(1)}/entries/${contentId(1)}`, { body: { added: true } })
      .on(`DELETE /api/playlists/${playlistId(2)}/entries/${contentId(1)}`, {
        status: 409,
        body: { code: 'version_conflict', title: 'No' },
      });
    const { user } = open('/streaming', api);
    await user.click(await screen.findByRole('button', { name: 'Add Aurora Rising to a playlist' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add to playlist' });
    const [first, second] = [
      await within(dialog).findByRole('checkbox', { name: /On the road/ }),
      within(dialog).getByRole('checkbox', { name: /Sundays/ }),
    ];
    expect([(first as HTMLInputElement).checked, (second as HTMLInputElement).checked]).toEqual([false, true]);
    expect(await axeViolations()).toEqual([]);
    api.on(`GET /api/content/${contentId(1)}/playlists`, { body: { playlist_ids: [playlistId(1), playlistId(2)] } });
    await user.click(first);
    expect((await screen.findAllByText('Added to On the road'))[0]).toBeInTheDocument();
    expect(first).toBeChecked();
    await user.click(second);
    expect((await screen.findAllByText("The playlist couldn't be changed"))[0]).toBeInTheDocument();
    await waitFor(() => expect(second).toBeChecked());
  });
});

describe('adding to the queue', () => {
  it('inserts an item after the current one', async () => {
    const [held, other] = [contentCard(1, { title: 'Aurora Rising' }), contentCard(2, { title: 'Glass Harbour' })];
    const { view_count: _views, ...card } = held;
    const api = libraryApi()
      .on('GET /api/content', { body: { items: [held, other], next_cursor: null } })
      .on(`GET /api/content/${contentId(2)}/playlists`, { body: { playlist_ids: [] } })
      .on('GET /api/queue', {
        body: {
          queue: {
            content_ids: [held.id],
            index: 0,
            position_seconds: 3,
            device: { id: 'another-device', label: 'Safari on iPhone' },
            updated_at: held.created_at,
            version: 1,
          },
          items: [card],
        },
      })
      .on(`GET /api/playback-positions/${contentId(1)}`, { body: { index: null } });
    const { user } = open('/streaming', api);
    expect(await screen.findByRole('region', { name: 'Mini player' })).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Add Glass Harbour to a playlist' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Add to playlist' })).getByRole('button', { name: 'Play next' }),
    );
    expect((await screen.findAllByText('Glass Harbour plays next'))[0]).toBeInTheDocument();
    expect(screen.queryByRole('dialog', { name: 'Add to playlist' })).not.toBeInTheDocument();
    expect(
      within(screen.getByRole('region', { name: 'Mini player' })).getByRole('button', { name: 'Next' }),
    ).toBeEnabled();
  });
});

describe("an own playlist's page", () => {
  const moves = (api: ApiStub) =>
    api.requests.filter(({ method }) => method === 'POST').map(({ url, body }) => [url.split('/').at(-2), body]);

  it('reorders with keys, buttons and dragging, and saves one revision after the other', async () => {
    const api = libraryApi();
    let revision = 1;
    for (const number of [1, 2, 3]) {
      api.on(`POST /api/playlists/${playlistId(1)}/entries/${contentId(number)}/position`, ({ body }) => {
        if ((body as { revision: number }).revision !== revision)
          return { status: 409, body: { code: 'version_conflict', title: 'no' } };
        revision += 1;
        return { body: playlist(1, { title: 'On the road', entry_count: 3, revision }) };
      });
    }
    // After the last move is saved, the lists are reloaded from the server.
    let server = [entry(1, 'One'), entry(2, 'Two'), entry(3, 'Three')];
    api.on(`GET /api/playlists/${playlistId(1)}`, () => ({ body: view({ revision }) }));
    api.on(`GET /api/playlists/${playlistId(1)}/entries`, () => page(server));
    const { user } = open(`/playlist/${playlistId(1)}`, api);
    expect(await screen.findByRole('heading', { level: 1, name: 'On the road' })).toBeInTheDocument();
    await screen.findByRole('list', { name: 'Titles in this playlist' });
    expect(titles()).toEqual(['One', 'Two', 'Three']);
    expect(await axeViolations()).toEqual([]);

    server = [entry(2, 'Two'), entry(3, 'Three'), entry(1, 'One')];
    const handle = screen.getByRole('button', { name: 'Move One' });
    expect(handle).toHaveAccessibleDescription(
      'To change the order, drag a title by its handle, or focus the handle and press the arrow keys.',
    );
    handle.focus();
    // Faster than the list renders again.
    for (let press = 0; press < 3; press += 1) fireEvent.keyDown(handle, { key: 'ArrowDown' });
    await waitFor(() => expect(titles()).toEqual(['Two', 'Three', 'One']));
    expect(screen.getByRole('button', { name: 'Move One' })).toHaveFocus();
    expect(screen.getByText('One is now 3 of 3')).toBeInTheDocument();
    await waitFor(() =>
      expect(moves(api)).toEqual([
        [contentId(1), { revision: 1, after: contentId(2) }],
        [contentId(1), { revision: 2, after: contentId(3) }],
      ]),
    );

    server = [entry(3, 'Three'), entry(2, 'Two'), entry(1, 'One')];
    await user.click(screen.getByRole('button', { name: 'Move Three up' }));
    await waitFor(() => expect(titles()).toEqual(['Three', 'Two', 'One']));
    await waitFor(() => expect(moves(api).at(-1)).toEqual([contentId(3), { revision: 3, after: null }]));

    server = [entry(2, 'Two'), entry(1, 'One'), entry(3, 'Three')];
    jest
      .spyOn(screen.getByRole('list', { name: 'Titles in this playlist' }), 'getBoundingClientRect')
      .mockReturnValue({ top: 100, height: 192 } as DOMRect);
    const grip = screen.getByRole('button', { name: 'Move Three' });
    // Pointer events in jsdom have no coordinates.
    for (const [type, clientY] of [
      ['pointerdown', 120],
      ['pointermove', 280],
      ['pointerup', 280],
    ] as const)
      fireEvent(grip, new MouseEvent(type, { bubbles: true, button: 0, clientY }));
    await waitFor(() => expect(titles()).toEqual(['Two', 'One', 'Three']));
    await waitFor(() => expect(moves(api).at(-1)).toEqual([contentId(3), { revision: 4, after: contentId(1) }]));
  });

  it('reports a change made elsewhere, and shows the latest version', async () => {
    const api = libraryApi().on(`POST /api/playlists/${playlistId(1)}/entries/${contentId(1)}/position`, {
      status: 409,
      body: { code: 'version_conflict', title: 'no' },
    });
    const { user } = open(`/playlist/${playlistId(1)}`, api);
    await user.click(await screen.findByRole('button', { name: 'Move One down' }));
    expect((await screen.findAllByText('This playlist was changed elsewhere'))[0]).toBeInTheDocument();
    await waitFor(() => expect(titles()).toEqual(['One', 'Two', 'Three']));
  });

  it('removes an entry, edits and deletes the playlist', async () => {
    const api = libraryApi()
      .on(`DELETE /api/playlists/${playlistId(1)}/entries/${contentId(2)}`, { status: 204 })
      .on(`PATCH /api/playlists/${playlistId(1)}`, { body: playlist(1, { title: 'Renamed', revision: 2 }) })
      .on(`DELETE /api/playlists/${playlistId(1)}`, { status: 204 });
    const { user, path } = open(`/playlist/${playlistId(1)}`, api);
    const button = await screen.findByRole('button', { name: 'Remove Two from playlist' });
    api.on(`GET /api/playlists/${playlistId(1)}/entries`, page([entry(1, 'One'), entry(3, 'Three')]));
    await user.click(button);
    await waitFor(() => expect(titles()).toEqual(['One', 'Three']));
    await waitFor(() =>
      expect(calls(api, `DELETE /api/playlists/${playlistId(1)}/entries/${contentId(2)}`)).toHaveLength(1),
    );

    await user.click(screen.getByRole('button', { name: 'Edit playlist' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit playlist' });
    await user.clear(within(dialog).getByLabelText('Name'));
    await user.type(within(dialog).getByLabelText('Name'), 'Renamed');
    api.on(`GET /api/playlists/${playlistId(1)}`, { body: view({ title: 'Renamed', revision: 2 }) });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Renamed' })).toBeInTheDocument();
    expect(calls(api, `PATCH /api/playlists/${playlistId(1)}`)[0]?.body).toEqual({ revision: 1, title: 'Renamed' });

    await user.click(screen.getByRole('button', { name: 'Delete playlist' }));
    const question = await screen.findByRole('alertdialog', { name: 'Delete Renamed?' });
    await user.click(within(question).getByRole('button', { name: 'Delete playlist' }));
    await waitFor(() => expect(path()).toBe('/streaming?view=playlists'));
  });
});

it('keeps what another device changed of a playlist while its form was open', async () => {
  const patch = `PATCH /api/playlists/${playlistId(1)}`;
  const api = libraryApi().on(patch, { status: 409, body: { code: 'version_conflict', title: 'no' } });
  const { user } = open(`/playlist/${playlistId(1)}`, api);
  await user.click(await screen.findByRole('button', { name: 'Edit playlist' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit playlist' });
  await user.selectOptions(within(dialog).getByLabelText('Visibility'), 'public');
  api.on(`GET /api/playlists/${playlistId(1)}`, { body: view({ title: 'New', revision: 2 }) });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText(/Save again to keep what you changed\./);
  api.on(patch, { body: playlist(1, { title: 'New', visibility: 'public', revision: 3 }) });
  await screen.findByRole('heading', { level: 1, name: 'New', hidden: true });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(calls(api, patch).map(({ body }) => body)).toEqual([
      { revision: 1, visibility: 'public' },
      { revision: 2, visibility: 'public' },
    ]),
  );
});

describe('a shared playlist', () => {
  it('names its owner and offers no changes', async () => {
    const api = libraryApi().on(`GET /api/playlists/${playlistId(1)}`, {
      body: view({ is_own: false, visibility: 'unlisted', owner: { name: 'Mara Linde' }, entry_count: 4 }),
    });
    const { user } = open(`/playlist/${playlistId(1)}`, api);
    expect(await screen.findByText('by Mara Linde · 3 titles · 6:15')).toBeInTheDocument();
    expect(screen.getByText('1 title is currently unavailable')).toBeInTheDocument();
    for (const name of [/Move/, /Edit/, /Delete/, /out of/])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    const write = jest.fn().mockResolvedValue(undefined);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true });
    await act(() => user.click(screen.getByRole('button', { name: 'Copy link' })));
    expect(write).toHaveBeenCalledWith(`${location.origin}/playlist/${playlistId(1)}`);
    expect(await axeViolations()).toEqual([]);
  });

  it('that is private or deleted is not found', async () => {
    const api = libraryApi().on(`GET /api/playlists/${playlistId(1)}`, {
      status: 404,
      body: { code: 'playlist_not_found', title: 'Playlist not found' },
    });
    api.on(`GET /api/playlists/${playlistId(1)}/entries`, {
      status: 404,
      body: { code: 'playlist_not_found', title: 'Playlist not found' },
    });
    open(`/playlist/${playlistId(1)}`, api);
    expect(await screen.findByRole('heading', { level: 1, name: 'Playlist not found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Your Playlists' })).toHaveAttribute('href', '/streaming?view=playlists');
  });
});
