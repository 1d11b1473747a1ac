import { screen, waitFor, within } from '@testing-library/react';
import type { HistoryEntry } from '../../../lambdas/contract/listening/history.ts';
import { groupByDay } from '../../../web/src/features/history/rules.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentCard, contentId, videoUrl } from '../support/content-card.ts';
import { renderApp } from '../support/render-app.tsx';

const entry = (number: number, watchedAt: string, title = `Title ${number}`): HistoryEntry => {
  const { id, creator_id, creators, metadata } = contentCard(number);
  return {
    id,
    content_id: id,
    watched_at: watchedAt,
    content: { id, title, thumbnail_url: null, metadata, creator_id, creators },
  };
};
const entries = [
  entry(1, '1969-12-31T20:00:00.000Z', 'Aurora Rising'),
  entry(2, '1969-12-31T10:00:00.000Z', 'Glass Harbour'),
  entry(3, '1969-11-05T10:00:00.000Z', 'Low Tide'),
];

const historyApi = (items: readonly HistoryEntry[] = entries, paused_at: string | null = null): ApiStub =>
  createApiStub()
    .on('GET /api/watch-history', { body: { items, next_cursor: null } })
    .on('GET /api/history-settings', { body: { paused: paused_at !== null, paused_at } })
    .on('GET /api/playback-positions', {
      body: { items: [{ content_id: contentId(2), position_seconds: 150, duration_seconds: 900 }] },
    });
const calls = (api: ApiStub, route: string) =>
  api.requests.filter(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}` === route);
const open = (api: ApiStub) => renderApp('/history', { signedIn: true, api });
const rowOf = async (title: string) => {
  const row = (await screen.findByText(title)).closest('li');
  if (!row) throw new Error(`No row of ${title}`);
  return within(row);
};

describe('the watch history', () => {
  it('shows watched items by day, with the remaining time', async () => {
    open(historyApi());
    expect(await screen.findByRole('heading', { level: 1, name: 'Watch history' })).toBeInTheDocument();
    expect((await rowOf('Glass Harbour')).getByText('12:30 left')).toBeInTheDocument();
    expect((await rowOf('Aurora Rising')).queryByText(/left$/)).not.toBeInTheDocument();
    expect(screen.getAllByRole('heading', { level: 2 }).length).toBeGreaterThanOrEqual(2);
    expect(screen.getByRole('heading', { level: 2, name: /November 5/ })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toContain('Watch history'));
    expect(await axeViolations()).toEqual([]);
  });

  it('loads one page after another', async () => {
    const api = historyApi().on('GET /api/watch-history', ({ url }) => {
      if (url.includes('limit=10')) return { body: { items: [], next_cursor: null } };
      return url.includes('cursor=')
        ? { body: { items: [entries[0], entries[2]], next_cursor: null } }
        : { body: { items: entries.slice(0, 2), next_cursor: 'next' } };
    });
    const { user } = open(api);
    await rowOf('Glass Harbour');
    expect(screen.queryByText('Low Tide')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await rowOf('Low Tide');
    // The entry moved to another page in the meantime, and is listed once.
    expect(screen.getAllByText('Aurora Rising')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  it('plays an entry, followed by the rest of the history', async () => {
    const api = historyApi()
      .on('PUT /api/watch-history', { body: entries[1] })
      .on('POST /api/functions/get-media-url', { body: videoUrl });
    const { user } = open(api);
    await user.click((await rowOf('Glass Harbour')).getByRole('button', { name: /^Play Glass Harbour/ }));
    expect(await screen.findByRole('dialog', { name: 'Media Player' })).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Next' })).toBeEnabled();
  });

  it('removes an entry after confirmation, and keeps the focus in the page', async () => {
    const api = historyApi().on(`DELETE /api/watch-history/${contentId(2)}`, { status: 204 });
    const { user } = open(api);
    const row = await rowOf('Glass Harbour');
    await user.click(row.getByRole('button', { name: 'Remove Glass Harbour from your history' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove Glass Harbour?' });
    expect(await axeViolations()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(calls(api, `DELETE /api/watch-history/${contentId(2)}`)).toHaveLength(0);
    await user.click(row.getByRole('button', { name: 'Remove Glass Harbour from your history' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Glass Harbour')).not.toBeInTheDocument());
    expect(calls(api, `DELETE /api/watch-history/${contentId(2)}`)).toHaveLength(1);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect((await screen.findAllByText('Removed from your history'))[0]).toBeInTheDocument();
  });

  it('reports a failed removal, and keeps the entry', async () => {
    const api = historyApi().on(`DELETE /api/watch-history/${contentId(1)}`, {
      status: 503,
      body: { code: 'unavailable', title: 'This is temporarily unavailable. Please try again in a minute.' },
    });
    const { user } = open(api);
    await user.click((await rowOf('Aurora Rising')).getByRole('button', { name: /^Remove/ }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    expect((await screen.findAllByText("The title couldn't be removed"))[0]).toBeInTheDocument();
    await rowOf('Aurora Rising');
  });

  it('is cleared after confirmation', async () => {
    const api = historyApi().on('DELETE /api/watch-history', { status: 202 });
    const { user } = open(api);
    await rowOf('Low Tide');
    await user.click(screen.getByRole('button', { name: 'Clear history' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Clear your whole history?' });
    await user.click(within(dialog).getByRole('button', { name: 'Clear history' }));
    expect(await screen.findByText('Your history is empty. Titles you play appear here.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Clear history' })).not.toBeInTheDocument();
    expect(calls(api, 'DELETE /api/watch-history')).toHaveLength(1);
  });

  it('is paused and resumed, and explains the pause', async () => {
    const api = historyApi().on('PUT /api/history-settings', ({ body }) => {
      const { paused } = body as { paused: boolean };
      return { body: { paused, paused_at: paused ? '2026-03-04T05:06:07.000Z' : null } };
    });
    const { user } = open(api);
    await user.click(await screen.findByRole('button', { name: 'Pause history' }));
    expect(await screen.findByText(/^Your history has been paused since/)).toBeInTheDocument();
    expect(screen.getByText(/Titles you play are not added here/)).toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Resume history' }));
    await waitFor(() => expect(screen.queryByText(/Titles you play are not added here/)).not.toBeInTheDocument());
  });

  it('has an empty state, which mentions a pause', async () => {
    open(historyApi([], '2026-03-04T05:06:07.000Z'));
    expect(
      await screen.findByText('Your history is empty and paused. Titles you play are not added to it.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Browse the catalog' })).toHaveAttribute('href', '/streaming');
    expect(await axeViolations()).toEqual([]);
  });

  it('reports that it could not be loaded, and tries again', async () => {
    let fails = true;
    const api = historyApi();
    api.on('GET /api/watch-history', () =>
      fails
        ? { status: 403, body: { code: 'forbidden', title: 'Not now' } }
        : { body: { items: entries, next_cursor: null } },
    );
    const { user } = open(api);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Not now');
    fails = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await rowOf('Aurora Rising');
  });
});

describe('Recently Played', () => {
  it('links to the whole history, and shows the remaining time on cards', async () => {
    const api = historyApi().on('GET /api/content', {
      body: {
        items: [contentCard(1, { title: 'Aurora Rising' }), contentCard(2, { title: 'Glass Harbour' })],
        next_cursor: null,
      },
    });
    const { user, path } = renderApp('/streaming', { signedIn: true, api });
    const card = (await screen.findByRole('heading', { level: 3, name: 'Glass Harbour' })).closest('article');
    await waitFor(() => expect(card).toHaveTextContent('12:30 left'));
    await user.click(screen.getByRole('link', { name: 'Show all of your watch history' }));
    await waitFor(() => expect(path()).toBe('/history'));
  });
});

describe('groupByDay', () => {
  it("names today, yesterday and other days in the reader's time zone", () => {
    const at = (...[year, month, day, hour]: [number, number, number, number]) =>
      new Date(year, month, day, hour).toISOString();
    const now = new Date(2026, 2, 4, 0, 30);
    const days = groupByDay(
      [
        entry(1, at(2026, 2, 4, 0)),
        entry(2, at(2026, 2, 3, 23)),
        entry(3, at(2026, 2, 3, 1)),
        entry(4, at(2026, 1, 1, 12)),
        entry(5, at(2025, 11, 31, 12)),
      ],
      now,
    );
    expect(days.map(({ label, entries: of }) => [label, of.length])).toEqual([
      ['Today', 1],
      ['Yesterday', 2],
      ['Sunday, February 1', 1],
      ['Wednesday, December 31, 2025', 1],
    ]);
  });
});
