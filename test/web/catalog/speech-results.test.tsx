import { screen, waitFor, within } from '@testing-library/react';
import type { EngineEvents } from '../../../web/src/features/player/engine/media-engine.ts';
import { createApiStub, type ApiStub, type StubAnswer } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentCard, contentId, videoUrl } from '../support/content-card.ts';
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

const address = contentCard(1, { title: 'An address' });
const long = contentCard(2, { title: 'A long talk' });
const sentence = (start_ms: number, text: string, matches: readonly (readonly [number, number])[]) => ({
  start_ms,
  end_ms: start_ms + 3000,
  text,
  matches,
});
const found = {
  items: [
    {
      content: address,
      sentences: [
        sentence(64_500, 'ask not what your country can do', [[18, 25]]),
        sentence(68_000, 'for your <b>country</b>', [[12, 19]]),
      ],
      found: 2,
    },
    {
      content: long,
      sentences: [
        sentence(0, 'Country and country', [
          [0, 7],
          [12, 19],
        ]),
      ],
      found: 50,
    },
  ],
  next_cursor: null,
};

const speechApi = (answer: StubAnswer = { body: found }): ApiStub =>
  createApiStub()
    .on('GET /api/search', { body: { items: [], next_cursor: null, total: 0 } })
    .on('GET /api/search/speech', answer)
    .on('PUT /api/watch-history', {
      body: { id: 'h', content_id: address.id, watched_at: address.created_at, content: address },
    })
    .on('POST /api/functions/get-media-url', { body: videoUrl });
const open = (path = '/streaming?q=country', api = speechApi()) => ({
  ...renderApp(path, { signedIn: true, api }),
  api,
});
const section = () => screen.findByRole('region', { name: 'In speech' });
const queries = (api: ApiStub) =>
  api.requests
    .filter(({ url }) => url.startsWith('/api/search/speech'))
    .map(({ url }) => Object.fromEntries(new URL(url, 'http://x').searchParams));

describe('search results in speech', () => {
  it('show the sentences of each title with their time, and the matches marked, as text only', async () => {
    open();
    const list = await within(await section()).findByRole('list', { name: 'In speech' });
    const first = within(list).getByRole('heading', { name: 'An address' }).closest('article') ?? document.body;
    expect(within(first).getByText('Studio North')).toBeInTheDocument();
    expect(
      within(first)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Play An address from 1:04 ask not what your country can do',
      'Play An address from 1:08 for your <b>country</b>',
    ]);
    expect([...list.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'country',
      'country',
      'Country',
      'country',
    ]);
    expect(list.querySelector('b')).toBeNull();
    expect(within(list).getByText('At least 49 more in this title')).toBeInTheDocument();
    expect(await screen.findByText('Found in the speech of 2 titles')).toHaveAttribute('aria-live', 'polite');
    expect(await axeViolations()).toEqual([]);
  });

  it('play the title from the second, with the keyboard, and seek when it is in the player', async () => {
    const { user } = open();
    const button = await screen.findByRole('button', { name: /1:04 ask not/ });
    button.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Media Player' })).toHaveAccessibleDescription(/An address/);
    await waitFor(() => expect(engines[0]?.log).toContain('load /media/a.m3u8 64.5'));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: /1:08 for your/ }));
    await waitFor(() => expect(engines[0]?.log).toContain('seek 68'));
    expect(engines[0]?.log.filter((entry) => entry.startsWith('load'))).toHaveLength(1);
  });

  it('use the filters, and are not shown without a search or in the library', async () => {
    const { api, router } = open('/streaming?q=country&type=music&category=jazz');
    await section();
    await waitFor(() =>
      expect(queries(api)).toEqual([
        { q: 'country', category_id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A1', content_type: 'music' },
      ]),
    );
    await router.navigate('/streaming');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'In speech' })).not.toBeInTheDocument());
  });

  it('match nothing for the slug of a deleted category', async () => {
    const { api } = open('/streaming?q=country&category=gone');
    expect(await screen.findByText('No one says this in any title you can play.')).toBeInTheDocument();
    expect(queries(api)).toEqual([]);
  });

  it('say that nothing was found', async () => {
    open('/streaming?q=country', speechApi({ body: { items: [], next_cursor: null } }));
    expect(await screen.findByText('No one says this in any title you can play.')).toBeInTheDocument();
    expect(screen.getByText('Nothing found in speech')).toHaveAttribute('aria-live', 'polite');
  });

  it('report a failure and retry', async () => {
    const api = speechApi({ status: 403, body: { code: 'forbidden', title: 'Not for you' } });
    const { user } = open('/streaming?q=country', api);
    expect(await within(await section()).findByText('Not for you')).toBeInTheDocument();
    api.on('GET /api/search/speech', { body: found });
    await user.click(within(await section()).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'An address' })).toBeInTheDocument();
  });

  it('load the next page on request, and say when that fails', async () => {
    const [first, second] = found.items;
    const api = speechApi({ body: { items: [first], next_cursor: 'next' } });
    const { user } = open('/streaming?q=country', api);
    await screen.findByRole('heading', { name: 'An address' });
    api.on('GET /api/search/speech', { status: 403, body: { code: 'forbidden', title: 'Not for you' } });
    await user.click(screen.getByRole('button', { name: 'Show more from speech' }));
    expect(await screen.findByText('More results could not be loaded. Try again.')).toBeInTheDocument();
    api.on('GET /api/search/speech', { body: { items: [second], next_cursor: null } });
    await user.click(screen.getByRole('button', { name: 'Show more from speech' }));
    expect(await screen.findByRole('heading', { name: 'A long talk' })).toBeInTheDocument();
    expect(queries(api).at(-1)).toEqual({ q: 'country', cursor: 'next' });
    expect(screen.queryByRole('button', { name: 'Show more from speech' })).not.toBeInTheDocument();
  });
});

describe('a link to a second of a title', () => {
  it.each([
    ['the second', '&t=64.5', 64.5],
    ['the start, when it is invalid', '&t=1e3', 0],
  ])('starts at %s, and leaves the address', async (_what, t, seconds) => {
    const api = speechApi().on('GET /api/content', { body: { items: [address], next_cursor: null } });
    const { router } = open(`/streaming?content=${contentId(1)}${t}&type=video`, api);
    await screen.findByRole('dialog', { name: 'Media Player' });
    await waitFor(() => expect(engines[0]?.log).toContain(`load /media/a.m3u8 ${seconds}`));
    expect(router.state.location.search).toBe('?type=video');
  });
});

it('returns visitors to the second after they signed in', async () => {
  const { user, router, path } = renderApp('/streaming?q=country', {
    config: { publicCatalog: true },
    api: speechApi(),
  });
  await user.click(await screen.findByRole('button', { name: /1:04 ask not/ }));
  await waitFor(() => expect(path()).toBe('/auth'));
  expect(router.state.location.state).toEqual({ from: `/streaming?q=country&content=${contentId(1)}&t=64.5` });
});
