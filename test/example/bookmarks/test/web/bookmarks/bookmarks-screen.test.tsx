import { screen, waitFor, within } from '@testing-library/react';
import type { Bookmark } from '../../../lambdas/contract/listening/bookmarks.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import type { EngineEvents } from '../../../web/src/features/player/engine/media-engine.ts';
import { contentCard, contentId, playId } from '../support/content-card.ts';
import { createFakeEngine } from '../support/fake-engine.ts';
import { renderApp } from '../support/render-app.tsx';

jest.mock('../../../web/src/features/player/engine/load-engine.ts', () => ({
  prefetchEngine: () => undefined,
  loadMediaEngine: async (events: EngineEvents) => createFakeEngine(events),
}));

const bookmark = (number: number, title: string | null, note = ''): Bookmark => ({
  content_id: contentId(number),
  created_at: '1969-12-31T20:00:00.000Z',
  note,
  content: title === null ? null : contentCard(number, { title }),
});

/** An API that stores bookmarks. */
const bookmarksApi = (...items: Bookmark[]): { readonly api: ApiStub; readonly items: Bookmark[] } => {
  const api = createApiStub()
    .on('GET /api/bookmarks', () => ({ body: { items: [...items], next_cursor: null } }))
    .on('PUT /api/watch-history', { status: 204 });
  for (const { content_id: id } of [...items, bookmark(3, null)])
    api
      .on(`PUT /api/bookmarks/${id}`, () => {
        items.push(bookmark(3, 'Low Tide'));
        return { status: 204 };
      })
      .on(`PUT /api/bookmarks/${id}/note`, ({ body }) => {
        const index = items.findIndex(({ content_id: one }) => one === id);
        items.splice(index, 1, { ...(items[index] as Bookmark), note: (body as { note: string }).note });
        return { status: 204 };
      })
      .on(`DELETE /api/bookmarks/${id}`, () => {
        items.splice(
          items.findIndex(({ content_id: one }) => one === id),
          1,
        );
        return { status: 204 };
      });
  return { api, items };
};

describe('the bookmarks', () => {
  it('show titles with notes, also of titles that are no longer available', async () => {
    const { api } = bookmarksApi(bookmark(1, 'Aurora Rising', 'The chorus'), bookmark(2, null, 'Sad'));
    renderApp('/bookmarks', { signedIn: true, api });
    expect(await screen.findByRole('heading', { level: 1, name: 'Bookmarks' })).toBeInTheDocument();
    expect(await screen.findByLabelText('Note on Aurora Rising')).toHaveValue('The chorus');
    expect(screen.getByLabelText('Note on This title is not available')).toHaveValue('Sad');
    expect(screen.getAllByRole('button', { name: /^Play / })).toHaveLength(1);
    expect(await axeViolations()).toEqual([]);
  });

  it('get a note, and ask before an unsaved one is lost', async () => {
    const { api, items } = bookmarksApi(bookmark(1, 'Aurora Rising'));
    const { user, path } = renderApp('/bookmarks', { signedIn: true, api });
    await user.type(await screen.findByLabelText('Note on Aurora Rising'), 'At 2:10');
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Streaming' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }));
    expect(path()).toBe('/bookmarks');
    await user.click(screen.getByRole('button', { name: 'Save the note on Aurora Rising' }));
    expect((await screen.findAllByText('Note saved'))[0]).toBeInTheDocument();
    expect(items[0]?.note).toBe('At 2:10');
  });

  it('are removed, and the focus stays in the page', async () => {
    const { api } = bookmarksApi(bookmark(1, 'Aurora Rising'), bookmark(2, 'Glass Harbour'));
    const { user } = renderApp('/bookmarks', { signedIn: true, api });
    await user.click(await screen.findByRole('button', { name: 'Remove the bookmark of Aurora Rising' }));
    await waitFor(() => expect(screen.queryByText('Aurora Rising')).not.toBeInTheDocument());
    expect(screen.getByText('Glass Harbour')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('are added for the title that plays', async () => {
    const { api } = bookmarksApi(bookmark(1, 'Aurora Rising'));
    const media = { type: 'video', url: '/media/a.m3u8', storyboard_url: null, preload: null, expires_in: 1800 };
    api
      .on('GET /api/content', { body: { items: [contentCard(3, { title: 'Low Tide' })], next_cursor: null } })
      .on('GET /api/watch-history', { body: { items: [], next_cursor: null } })
      .on('POST /api/functions/get-media-url', { body: { success: true, ...media, play_id: playId(1) } });
    const { user } = renderApp('/streaming', { signedIn: true, api });
    await user.click(await screen.findByRole('button', { name: 'Play Low Tide' }));
    await screen.findByRole('dialog', { name: 'Media Player' });
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('link', { name: 'Bookmarks' }));
    await user.click(await screen.findByRole('button', { name: 'Bookmark Low Tide' }));
    expect(await screen.findByLabelText('Note on Low Tide')).toBeInTheDocument();
  });

  it('report that they could not be loaded, and try again', async () => {
    const { api } = bookmarksApi(bookmark(1, 'Aurora Rising'));
    api.on('GET /api/bookmarks', { status: 403, body: { code: 'forbidden', title: 'Not now' } });
    const { user } = renderApp('/bookmarks', { signedIn: true, api });
    const alert = await screen.findByRole('alert');
    api.on('GET /api/bookmarks', { body: { items: [], next_cursor: null } });
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^You have no bookmarks/)).toBeInTheDocument();
  });
});
