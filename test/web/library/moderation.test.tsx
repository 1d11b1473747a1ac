import { screen, waitFor, within } from '@testing-library/react';
import type { PlaylistView } from '../../../lambdas/contract/listening/library.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { moderatedPlaylist, playlistId, playlistView } from '../support/playlists.ts';
import { renderApp } from '../support/render-app.tsx';

const ID = playlistId(1);
const AT = '2026-03-04T12:00:00.000Z';
const hidden = { at: AT, reason: 'Insults in the title' };
const open = (playlist: PlaylistView, role: 'user' | 'admin' = 'user', api = createApiStub()) =>
  renderApp(`/playlist/${ID}`, {
    signedIn: true,
    me: { role },
    api: api
      .on(`GET /api/playlists/${ID}`, { body: playlist })
      .on(`GET /api/playlists/${ID}/entries`, { body: { items: [], next_cursor: null } }),
  });
const sent = (api: ApiStub, method: string) => api.requests.filter((request) => request.method === method);

describe('reporting a playlist', () => {
  const REPORT = `PUT /api/playlists/${ID}/report`;

  it('asks for a reason, sends it with the details, and says that it was sent', async () => {
    const api = createApiStub().on(REPORT, { status: 204 });
    const { user } = open(playlistView(), 'user', api);
    await user.click(await screen.findByRole('button', { name: 'Report' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report On the road' }));
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/won't know who reported it/);
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    const reason = dialog.getByLabelText('Reason');
    expect(reason).toHaveFocus();
    expect(reason).toHaveAccessibleDescription('Choose a reason.');
    expect(sent(api, 'PUT')).toEqual([]);
    await user.selectOptions(reason, 'Hateful or abusive');
    await user.type(dialog.getByLabelText('Details'), ' Look at the title ');
    expect(await axeViolations()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await screen.findAllByText('Report sent'))[0]).toBeInTheDocument();
    expect(sent(api, 'PUT').map(({ body }) => body)).toEqual([{ reason: 'hateful', text: 'Look at the title' }]);
  });

  it('keeps the input when there were too many reports', async () => {
    const api = createApiStub().on(REPORT, {
      status: 429,
      body: { code: 'too_many_requests', title: 'Too many requests', status: 429, requestId: 'r' },
    });
    const { user } = open(playlistView(), 'user', api);
    await user.click(await screen.findByRole('button', { name: 'Report' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report On the road' }));
    await user.selectOptions(dialog.getByLabelText('Reason'), 'Something else');
    await user.type(dialog.getByLabelText('Details'), 'See above');
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    expect(await dialog.findByText(/Your report couldn't be sent/)).toBeVisible();
    expect(dialog.getByLabelText('Details')).toHaveValue('See above');
  });

  it('is not offered to the owner', async () => {
    open(playlistView({ is_own: true }));
    expect(await screen.findByRole('button', { name: 'Edit playlist' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull();
  });
});

describe('a hidden playlist', () => {
  it('shows its owner the reason, and offers no link to share', async () => {
    open(playlistView({ is_own: true, hidden }));
    expect(await screen.findByText('Hidden by an administrator')).toBeVisible();
    expect(screen.getByText(/Reason: Insults in the title$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show playlist' })).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('is marked in the list of its owner', async () => {
    const { is_own: _own, owner: _owner, ...own } = playlistView({ hidden });
    const list = (...items: readonly unknown[]) => ({ body: { items, next_cursor: null } });
    const api = createApiStub()
      .on('GET /api/content', list())
      .on('GET /api/watch-history', list())
      .on('GET /api/playlists', list(own))
      .on('GET /api/public-playlists', list());
    renderApp('/streaming?view=playlists', { signedIn: true, api });
    expect(
      await screen.findByRole('link', { name: 'On the road Hidden by an administrator · 0 titles' }),
    ).toBeInTheDocument();
  });

  it('is hidden and shown by administrators from its page', async () => {
    const api = createApiStub();
    const { user } = open(playlistView(), 'admin', api);
    await user.click(await screen.findByRole('button', { name: 'Hide playlist' }));
    const hide = within(await screen.findByRole('dialog', { name: 'Hide On the road?' }));
    await user.type(hide.getByLabelText('Reason'), 'Insults in the title');
    api
      .on(`POST /api/admin/playlists/${ID}/hide`, { body: moderatedPlaylist(1, { hidden }) })
      .on(`GET /api/playlists/${ID}`, { body: playlistView({ hidden }) });
    await user.click(hide.getByRole('button', { name: 'Hide playlist' }));
    expect(await screen.findByRole('button', { name: 'Show playlist' })).toBeVisible();
    expect(screen.getByText('Hidden by an administrator')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull();
  });
});
