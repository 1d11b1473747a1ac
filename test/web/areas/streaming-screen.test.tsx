import { act, screen, waitFor, within } from '@testing-library/react';
import type { ContentCard } from '../../../lambdas/contract/content/content-shapes.ts';
import type { EngineEvents } from '../../../web/src/features/player/engine/media-engine.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentCard, contentId, videoUrl, playId } from '../support/content-card.ts';
import { contentView } from '../support/content-view.ts';
import { createFakeEngine, type FakeEngine } from '../support/fake-engine.ts';
import { renderApp } from '../support/render-app.tsx';

const engines: FakeEngine[] = [];
jest.mock('../../../web/src/features/player/engine/load-engine.ts', () => ({
  prefetchEngine: () => undefined,
  loadMediaEngine: async (events: EngineEvents) => {
    const engine = createFakeEngine(events);
    engines.push(engine);
    return engine;
  },
}));

beforeEach(() => void (engines.length = 0));

const category = 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A1';
const cards = [
  contentCard(1, {
    title: 'Aurora Rising',
    view_count: 1240,
    categories: { name: 'Jazz' },
    category_id: category,
    thumbnail_url: '/posters/1.jpg',
  }),
  contentCard(2, {
    title: 'Glass Harbour',
    type: 'music',
    duration: null,
    view_count: 1,
    creators: { name: '' },
    artist: '',
    is_premium: true,
  }),
];
const page = (items: readonly ContentCard[], next_cursor: string | null = null) => ({ body: { items, next_cursor } });
const historyEntry = (card: ContentCard) => ({
  id: `h-${card.id}`,
  content_id: card.id,
  watched_at: card.created_at,
  content: card,
});

const contentApi = (): ApiStub =>
  createApiStub()
    .on('GET /api/content', page(cards))
    .on('PUT /api/watch-history', ({ body }) => ({
      body: historyEntry(contentCard(Number((body as { content_id: string }).content_id.slice(-4)))),
    }))
    .on('POST /api/functions/get-media-url', { body: videoUrl });

const open = (address = '/streaming', api = contentApi()) => renderApp(address, { signedIn: true, api });
const calls = (api: ApiStub, route: string) =>
  api.requests.filter(({ method, url }) => `${method} ${url.split('?')[0] ?? ''}` === route);

describe('the grid', () => {
  it('shows the details of each title', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Featured Content' })).toBeInTheDocument();
    const first = (await screen.findByRole('heading', { name: 'Aurora Rising' })).closest('article') ?? document.body;
    for (const text of ['Studio North', 'Jazz', '1,240 views'])
      expect(within(first).getByText(text)).toBeInTheDocument();
    expect(first).toHaveTextContent('Duration 2:05');
    expect(within(first).getByRole('button', { name: 'Play Aurora Rising' })).toBeInTheDocument();
    const image = first.querySelector('img');
    expect(image).toHaveAttribute('src', '/posters/1.jpg');
    expect(image).toHaveAttribute('width', '320');
    expect(image).toHaveAttribute('height', '180');
    expect(image).toHaveAttribute('loading', 'lazy');

    const second = screen.getByRole('heading', { name: 'Glass Harbour' }).closest('article') ?? document.body;
    for (const text of ['Unknown Artist', '1 view', 'Premium'])
      expect(within(second).getByText(text)).toBeInTheDocument();
    expect(second).toHaveTextContent('--:--');
    expect(second.querySelector('img')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('shows six placeholders on the first load and none on a background refetch', async () => {
    let answer: (value: ReturnType<typeof page>) => void = () => undefined;
    const api = contentApi().on('GET /api/content', () => new Promise((resolve) => void (answer = resolve)));
    const { services } = open('/streaming', api);
    const list = await screen.findByRole('list', { name: 'Loading content' });
    expect(list).toHaveAttribute('aria-busy', 'true');
    expect(within(list).getAllByTestId('card-skeleton')).toHaveLength(6);
    await waitFor(() => expect(calls(api, 'GET /api/content')).toHaveLength(1));
    act(() => answer(page(cards)));
    await screen.findByRole('heading', { name: 'Aurora Rising' });
    expect(screen.queryByTestId('card-skeleton')).not.toBeInTheDocument();
    act(() => void services.queries.invalidateQueries({ queryKey: ['catalog.list-content'] }));
    await waitFor(() => expect(calls(api, 'GET /api/content')).toHaveLength(2));
    expect(screen.queryByTestId('card-skeleton')).not.toBeInTheDocument();
    act(() => answer(page(cards)));
  });

  it('explains an empty list', async () => {
    const api = contentApi().on('GET /api/content', page([]));
    open('/streaming', api);
    expect(
      await screen.findByText('No content found. Try adjusting your search or category filter.'),
    ).toBeInTheDocument();
  });

  it('shows why the list failed and loads it on request', async () => {
    const api = contentApi().on('GET /api/content', { status: 403, body: { code: 'forbidden', title: 'Not for you' } });
    const { user } = open('/streaming', api);
    expect(await screen.findByText('Not for you')).toBeInTheDocument();
    expect(screen.queryByText(/^No content found/)).not.toBeInTheDocument();
    api.on('GET /api/content', page(cards));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Aurora Rising' })).toBeInTheDocument();
  });

  it('explains that the network is down and reloads the list when it returns', async () => {
    let network = false;
    const api = contentApi().on('GET /api/content', () => {
      if (network) return page(cards);
      throw new TypeError('Failed to fetch');
    });
    open('/streaming', api);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(
      await screen.findByText("The server can't be reached. Check your connection and try again."),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
    network = true;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'Aurora Rising' })).toBeInTheDocument();
  });

  it('tries three times before it reports a server error', async () => {
    const api = contentApi().on('GET /api/content', {
      status: 503,
      body: { code: 'unavailable', title: 'Come back in a minute' },
    });
    open('/streaming', api);
    expect(await screen.findByText('Come back in a minute')).toBeInTheDocument();
    expect(calls(api, 'GET /api/content')).toHaveLength(3);
  });

  it('loads the next page by cursor and reports a failure', async () => {
    const api = contentApi().on('GET /api/content', ({ url }) =>
      url.includes('cursor=next')
        ? { status: 400, body: { code: 'invalid_cursor', title: 'no' } }
        : page(cards, 'next'),
    );
    const { user } = open('/streaming', api);
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Failed to load more content. Please try again.')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Aurora Rising' })).toBeInTheDocument();
    api.on('GET /api/content', ({ url }) =>
      url.includes('cursor=next') ? page([contentCard(3, { title: 'Low Tide' })]) : page(cards, 'next'),
    );
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('heading', { name: 'Low Tide' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });
});

describe('the filters', () => {
  it('are part of the address and stay in sync across category, tabs and side bar', async () => {
    const { user, api, path } = open();
    await screen.findByRole('heading', { name: 'Aurora Rising' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Jazz');
    expect(path()).toBe('/streaming?category=jazz');
    expect(screen.getByRole('heading', { name: 'Search Results' })).toBeInTheDocument();
    await waitFor(() =>
      expect(calls(api, 'GET /api/content').at(-1)?.url).toBe(`/api/content?category_id=${category}`),
    );

    await user.click(screen.getByRole('tab', { name: 'Music' }));
    expect(path()).toBe('/streaming?category=jazz&type=music');
    expect(screen.getByRole('button', { name: 'Music' })).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() =>
      expect(calls(api, 'GET /api/content').at(-1)?.url).toBe(
        `/api/content?category_id=${category}&content_type=music`,
      ),
    );

    await user.click(screen.getByRole('button', { name: 'Videos' }));
    expect(screen.getByRole('tab', { name: 'Videos' })).toHaveAttribute('aria-selected', 'true');
    await user.click(screen.getByRole('button', { name: 'Videos' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'All Categories');
    expect(path()).toBe('/streaming');
    expect(screen.getByRole('heading', { name: 'Featured Content' })).toBeInTheDocument();
  });

  it('call the grid "Search Results" for a category or a search, not for a type alone', async () => {
    const { user } = open('/streaming?type=music');
    expect(await screen.findByRole('heading', { name: 'Featured Content' })).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Videos' }));
    expect(screen.getByRole('heading', { name: 'Featured Content' })).toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Jazz');
    expect(screen.getByRole('heading', { name: 'Search Results' })).toBeInTheDocument();
  });

  it('are read from the address', async () => {
    const { api } = open('/streaming?category=jazz&type=video');
    await screen.findByRole('heading', { name: 'Aurora Rising' });
    expect(calls(api, 'GET /api/content').map(({ url }) => url)).toEqual([
      `/api/content?category_id=${category}&content_type=video`,
    ]);
  });

  it('find nothing for a category that does not exist', async () => {
    const { api } = open('/streaming?category=unknown');
    expect(await screen.findByText(/^No content found/)).toBeInTheDocument();
    expect(calls(api, 'GET /api/content')).toHaveLength(0);
  });
});

describe('the layout', () => {
  it('has the elements that the specification names', async () => {
    const { user } = open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Discover Amazing Content' })).toBeInTheDocument();
    for (const name of ['Home', 'Admin', 'Plans']) expect(screen.getByRole('link', { name })).toBeInTheDocument();
    for (const name of ['Sign Out', 'Profile', 'Start Streaming'])
      expect(screen.getByRole('button', { name })).toBeInTheDocument();
    expect(
      within(screen.getByRole('group', { name: 'Filters' }))
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Music', 'Videos', 'Liked Songs', 'Create Playlist']);
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Discover',
      'Music',
      'Videos',
      'Playlists',
    ]);
    await user.click(screen.getByRole('button', { name: 'Start Streaming' }));
    expect(screen.getByRole('heading', { name: 'Featured Content' })).toHaveFocus();
  });
});

describe('recently played', () => {
  it('shows up to ten titles with type, artist and content ID, and plays one that is not in the list', async () => {
    const old = contentCard(50, { title: 'Old Song', type: 'music', artist: 'Ivo Park' });
    const api = contentApi().on('GET /api/watch-history', { body: { items: [historyEntry(old)], next_cursor: null } });
    api.on(`GET /api/content/${contentId(50)}`, {
      body: contentView({ id: old.id, title: old.title, metadata: old.metadata }),
    });
    const { user } = open('/streaming', api);
    const entry = await screen.findByRole('button', { name: 'Old Song Music · Ivo Park' });
    expect(entry).toHaveAccessibleDescription(`Content ID: ${contentId(50)}`);
    expect(calls(api, 'GET /api/watch-history')[0]?.url).toBe('/api/watch-history?limit=10');
    await user.click(entry);
    expect(await screen.findByRole('dialog', { name: 'Media Player' })).toHaveAccessibleDescription(
      'Old Song by Ivo Park',
    );
  });

  it('reports a title that no longer exists', async () => {
    const api = contentApi()
      .on('GET /api/watch-history', {
        body: { items: [historyEntry(contentCard(51, { title: 'Deleted title' }))], next_cursor: null },
      })
      .on(`GET /api/content/${contentId(51)}`, {
        status: 404,
        body: { code: 'content_not_found', title: 'Content not found' },
      });
    const { user } = open('/streaming', api);
    await user.click(await screen.findByRole('button', { name: /^Deleted title/ }));
    expect((await screen.findAllByText('Content not found'))[0]).toBeInTheDocument();
  });

  it('distinguishes an empty list from a failed one', async () => {
    const api = contentApi().on('GET /api/watch-history', { status: 403, body: {} });
    const { user } = open('/streaming', api);
    expect(await screen.findByText("Your recently played titles couldn't be loaded.")).toBeInTheDocument();
    api.on('GET /api/watch-history', { body: { items: [], next_cursor: null } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Titles you play appear here.')).toBeInTheDocument();
  });
});

describe('playing', () => {
  it('starts from a card, records the start, refetches the history and counts a view after 10 s', async () => {
    const { user, api, clock } = open();
    api.on(`POST /api/content/${contentId(1)}/views`, { body: { counted: true } });
    await user.click(await screen.findByRole('button', { name: 'Play Aurora Rising' }));
    await screen.findByRole('dialog', { name: 'Media Player' });
    await waitFor(() => expect(calls(api, 'GET /api/watch-history')).toHaveLength(2));
    expect(calls(api, 'PUT /api/watch-history')[0]?.body).toEqual({ content_id: contentId(1) });
    act(() => engines[0]?.roll(1));
    act(() => clock.advance(10_000));
    await waitFor(() =>
      expect(calls(api, `POST /api/content/${contentId(1)}/views`)[0]?.body).toEqual({ play_id: playId(1) }),
    );
  });

  it('starts the title in the address, once, after the list has loaded', async () => {
    const { api, path } = open(`/streaming?content=${contentId(1)}&type=video`);
    expect(await screen.findByRole('dialog', { name: 'Media Player' })).toHaveAccessibleDescription(
      'Aurora Rising by Mara Linde',
    );
    expect(path()).toBe('/streaming?type=video');
    await waitFor(() => expect(calls(api, 'PUT /api/watch-history')).toHaveLength(1));
    expect(calls(api, 'POST /api/functions/get-media-url')).toHaveLength(1);
  });

  it('is neither recorded nor counted in admin test mode', async () => {
    const { api, clock, path } = open(`/streaming?content=${contentId(1)}&mode=admin-test`);
    await screen.findByRole('dialog', { name: 'Media Player' });
    expect(await screen.findByText('Admin Test Mode')).toBeInTheDocument();
    expect(screen.getAllByText('Not tracked in analytics').length).toBeGreaterThan(0);
    await waitFor(() => expect(engines[0]?.log).toContain('play'));
    act(() => engines[0]?.roll(1));
    act(() => clock.advance(60_000));
    expect(path()).toBe('/streaming?mode=admin-test');
    expect(api.requests.filter(({ method, url }) => method === 'PUT' || url.endsWith('/views'))).toEqual([]);
  });
});

describe('the profile', () => {
  it('shows the account and saves the name', async () => {
    const { user, api } = open();
    await user.click(await screen.findByRole('button', { name: 'Profile' }));
    const dialog = await screen.findByRole('dialog', { name: 'Profile' });
    expect(within(dialog).getByText('March 4, 2026')).toBeInTheDocument();
    expect(within(dialog).getByText('User')).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Email')).toBeDisabled();
    expect(within(dialog).getByLabelText('Email')).toHaveAccessibleDescription('Email cannot be changed');
    const name = within(dialog).getByLabelText('Full Name');
    await user.clear(name);
    await user.type(name, 'Ada L.');
    api.on('PATCH /api/me', { status: 500, body: { code: 'internal_error', title: 'no' } });
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    expect((await screen.findAllByText('Failed to update profile. Please try again.'))[0]).toBeInTheDocument();
    api.on('PATCH /api/me', ({ body }) => ({
      body: {
        id: '11111111-1111-4111-8111-111111111111',
        email: 'ada@example.com',
        role: 'user',
        plan: 'free',
        created_at: '2026-03-04T05:06:07.000Z',
        consent: null,
        ...(body as object),
      },
    }));
    await user.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    expect((await screen.findAllByText('Your profile has been saved successfully.'))[0]).toBeInTheDocument();
    expect(screen.queryByRole('dialog', { name: 'Profile' })).not.toBeInTheDocument();
    expect(api.requests.filter(({ method }) => method === 'PATCH').at(-1)?.body).toEqual({ full_name: 'Ada L.' });
    await user.click(screen.getByRole('button', { name: 'Profile' }));
    expect(await screen.findByLabelText('Full Name')).toHaveValue('Ada L.');
  });
});
