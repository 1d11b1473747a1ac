import { act, screen, waitFor, within } from '@testing-library/react';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { moderatedPlaylist, playlistId, reportedPlaylist } from '../support/playlists.ts';
import { renderApp, testPerson } from '../support/render-app.tsx';
import { calls, problem } from './users-fixture.ts';

const REPORTED = 'GET /api/admin/reported-playlists';
const HIDDEN = 'GET /api/admin/hidden-playlists';
const AT = '2026-03-04T12:00:00.000Z';
const hidden = moderatedPlaylist(2, { hidden: { at: AT, reason: 'Insults in the title' } });
const page = (...items: readonly unknown[]) => ({ body: { items, next_cursor: null } });
const post = (number: number, verb: string) => `POST /api/admin/playlists/${playlistId(number)}/${verb}`;

const open = (api: ApiStub, role: 'admin' | 'moderator' = 'admin') =>
  renderApp('/admin/playlists', { signedIn: true, me: { role }, api });
const moderationApi = (): ApiStub =>
  createApiStub()
    .on(REPORTED, page(reportedPlaylist()))
    .on(HIDDEN, page(hidden))
    .on(
      `GET /api/admin/playlists/${playlistId(1)}/reports`,
      page(
        { reason: 'spam', text: 'Look at the title', reported_at: AT },
        { reason: 'other', text: '', reported_at: AT },
      ),
    );

describe('the playlists that administrators decide about', () => {
  it('shows reports with their counts and texts, and hidden ones with their reasons', async () => {
    const { user } = open(moderationApi());
    const list = await screen.findByRole('list', { name: 'Reported' });
    const row = within(list);
    expect(row.getByRole('link', { name: 'Playlist 1' })).toHaveAttribute('href', `/playlist/${playlistId(1)}`);
    expect(row.getByText('by Bob Builder · Public · 3 titles')).toBeVisible();
    for (const text of ['3 reports', 'Spam or misleading: 2', 'Something else: 1', 'First report on March 4, 2026'])
      expect(row.getByText(text)).toBeVisible();
    await user.click(row.getByRole('button', { name: 'Read reports of Playlist 1', expanded: false }));
    const reports = within(await screen.findByRole('list', { name: 'Reports of Playlist 1' }));
    expect(reports.getByText('Look at the title')).toBeVisible();
    expect(reports.getByText('No further details')).toBeVisible();
    expect(
      within(screen.getByRole('list', { name: 'Hidden' })).getByText('Reason: Insults in the title'),
    ).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('reports a page of reports that failed to load, and loads it again', async () => {
    const reports = `GET /api/admin/playlists/${playlistId(1)}/reports`;
    const one = (text: string) => ({ reason: 'spam', text, reported_at: AT });
    const api = moderationApi().on(reports, { body: { items: [one('First')], next_cursor: 'next' } });
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Read reports of Playlist 1' }));
    const more = await screen.findByRole('button', { name: 'Load more' });
    api.on(reports, problem('validation_failed', 400));
    await user.click(more);
    expect(await screen.findByText('Failed to load more. Please try again.')).toBeVisible();
    api.on(reports, page(one('Second')));
    await user.click(more);
    expect(await screen.findByText('Second')).toBeVisible();
    expect(screen.getByText('First')).toBeVisible();
  });

  it('hides a playlist with a reason, which is required and kept when the server fails', async () => {
    const api = moderationApi().on(post(1, 'hide'), problem('unavailable', 503, 'Try again in a minute.'));
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Hide playlist Playlist 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hide Playlist 1?' }));
    await user.click(dialog.getByRole('button', { name: 'Hide playlist' }));
    const reason = dialog.getByLabelText('Reason');
    expect(reason).toHaveFocus();
    expect(reason).toHaveAccessibleDescription(/Enter a reason\./);
    expect(await axeViolations()).toEqual([]);
    await user.type(reason, ' Insults{enter}in the title ');
    await user.click(dialog.getByRole('button', { name: 'Hide playlist' }));
    expect(await dialog.findByText(/Try again in a minute/)).toBeVisible();
    expect(reason).toHaveValue(' Insults\nin the title ');
    api
      .on(post(1, 'hide'), { body: moderatedPlaylist(1, { hidden: { at: AT, reason: 'Insults in the title' } }) })
      .on(REPORTED, page());
    await user.click(dialog.getByRole('button', { name: 'Hide playlist' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls(api, post(1, 'hide')).at(-1)?.body).toEqual({ reason: 'Insults in the title' });
    expect(await screen.findByText('No reports are waiting for a decision.')).toBeVisible();
  });

  it('dismisses reports that were read, and reports newer ones', async () => {
    const api = moderationApi().on(post(1, 'dismiss-reports'), problem('version_conflict', 409));
    const { user } = open(api);
    const dismiss = async () => {
      await user.click(await screen.findByRole('button', { name: 'Dismiss reports of Playlist 1' }));
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Dismiss reports' }));
    };
    api.on(REPORTED, page(reportedPlaylist({ report_count: 4, revision: 8 })));
    await dismiss();
    expect((await screen.findAllByText('There are newer reports. Read them, then decide.'))[0]).toBeVisible();
    expect(await screen.findByText('4 reports')).toBeVisible();
    api.on(post(1, 'dismiss-reports'), { status: 204 }).on(REPORTED, page());
    await dismiss();
    expect(await screen.findByText('No reports are waiting for a decision.')).toBeVisible();
    expect(calls(api, post(1, 'dismiss-reports')).at(-1)?.body).toEqual({ revision: 8 });
  });

  it('does not dismiss reports that arrive while it asks for confirmation', async () => {
    const api = moderationApi().on(post(1, 'dismiss-reports'), problem('version_conflict', 409));
    const { user, services } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Dismiss reports of Playlist 1' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    api.on(REPORTED, page(reportedPlaylist({ report_count: 4, revision: 8 })));
    await act(() => services.queries.invalidateQueries());
    expect(await screen.findByText('4 reports')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Dismiss reports' }));
    await waitFor(() => expect(calls(api, post(1, 'dismiss-reports'))[0]?.body).toEqual({ revision: 7 }));
  });

  it.each([
    ['hiding', 'hide', 'Hide playlist Playlist 1', 'Hide playlist'],
    ['dismissing', 'dismiss-reports', 'Dismiss reports of Playlist 1', 'Dismiss reports'],
  ])('moves the focus to the heading after %s, which removes the row', async (_what, verb, opener, action) => {
    const api = moderationApi().on(post(1, verb), { status: 204 });
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: opener }));
    const dialog = within(await screen.findByRole(verb === 'hide' ? 'dialog' : 'alertdialog'));
    if (verb === 'hide') await user.type(dialog.getByLabelText('Reason'), 'Insults');
    api.on(REPORTED, page());
    await user.click(dialog.getByRole('button', { name: action }));
    expect(await screen.findByText('No reports are waiting for a decision.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('shows a hidden playlist again with a reason', async () => {
    const api = moderationApi().on(post(2, 'show'), { body: moderatedPlaylist(2) });
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Show playlist Playlist 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Show Playlist 2 again?' }));
    await user.type(dialog.getByLabelText('Reason'), 'Renamed');
    api.on(HIDDEN, page());
    await user.click(dialog.getByRole('button', { name: 'Show playlist' }));
    expect(await screen.findByText('No playlists are hidden.')).toBeVisible();
    expect(calls(api, post(2, 'show'))[0]?.body).toEqual({ reason: 'Renamed' });
  });

  it('leaves the decision about their own playlists to others', async () => {
    const own = { owner: { id: testPerson.id, name: 'Ada Listener' } };
    open(
      moderationApi()
        .on(REPORTED, page(reportedPlaylist({ playlist: moderatedPlaylist(1, own) })))
        .on(HIDDEN, page({ ...hidden, ...own })),
    );
    const notes = () => screen.getAllByText('Another administrator must decide about your playlist.');
    await waitFor(() => expect(notes()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: /^(Hide playlist|Show playlist|Dismiss)/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Read reports of Playlist 1' })).toBeVisible();
  });

  it('reports a failed list and loads it again', async () => {
    const api = moderationApi().on(REPORTED, problem('unavailable', 503));
    const { user } = open(api);
    const section = within(await screen.findByRole('region', { name: 'Reported' }));
    expect(await section.findByText('Failed to load playlists. Please try again.')).toBeVisible();
    api.on(REPORTED, page(reportedPlaylist()));
    await user.click(section.getByRole('button', { name: 'Try again' }));
    expect(await section.findByText('3 reports')).toBeVisible();
  });

  it('is for administrators only', async () => {
    open(createApiStub(), 'moderator');
    expect(await screen.findByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Playlists' })).toBeNull();
  });
});
