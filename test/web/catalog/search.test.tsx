import { act, screen, waitFor } from '@testing-library/react';
import { cleanSearch } from '../../../lambdas/contract/listening/search-text.ts';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentCard } from '../support/content-card.ts';
import { renderApp } from '../support/render-app.tsx';

const searchApi = (): ApiStub =>
  createApiStub()
    .on('GET /api/content', { body: { items: [contentCard(1, { title: 'Aurora Rising' })], next_cursor: null } })
    .on('GET /api/categories', {
      body: { items: [{ id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A1', name: 'Jazz', slug: 'jazz' }], next_cursor: null },
    })
    .on('GET /api/search/speech', { body: { items: [], next_cursor: null } })
    .on('GET /api/search', ({ url }) => {
      const items = new URL(url, 'http://x').searchParams.get('q')?.startsWith('har')
        ? [contentCard(2, { title: 'Glass Harbour' })]
        : [];
      return { body: { items, next_cursor: null, total: items.length } };
    });

const searches = (api: ApiStub) =>
  api.requests
    .filter(({ url }) => url.startsWith('/api/search?'))
    .map(({ url }) => Object.fromEntries(new URL(url, 'http://x').searchParams));
const open = (address = '/streaming', api = searchApi()) => ({ ...renderApp(address, { signedIn: true, api }), api });
const box = () => screen.findByRole('searchbox', { name: 'Search' });

describe('the search box', () => {
  it('searches after a pause, shows the number of results, and updates the URL', async () => {
    const { user, api, router } = open();
    await screen.findByRole('heading', { name: 'Featured Content' });
    expect(await box()).toHaveAttribute('placeholder', 'Search music, videos, artists...');
    await user.type(await box(), 'harbour');
    expect(await screen.findByRole('heading', { name: 'Search Results' })).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Glass Harbour' })).toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Aurora Rising' })).not.toBeInTheDocument();
    expect(await screen.findByText('1 result for harbour')).toHaveAttribute('aria-live', 'polite');
    expect(searches(api)).toEqual([{ q: 'harbour' }]);
    expect(router.state.location.search).toBe('?q=harbour');
    expect(await axeViolations()).toEqual([]);
  });

  it('returns to the feed with Back, in one step, and with the clear button', async () => {
    const { user, router } = open();
    await user.type(await box(), 'harb');
    await screen.findByRole('heading', { name: 'Glass Harbour' });
    await user.type(await box(), 'our');
    await waitFor(() => expect(router.state.location.search).toBe('?q=harbour'));
    await act(() => router.navigate(-1));
    expect(await screen.findByRole('heading', { name: 'Aurora Rising' })).toBeInTheDocument();
    expect(await box()).toHaveValue('');
    await act(() => router.navigate(1));
    expect(await box()).toHaveValue('harbour');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByRole('heading', { name: 'Featured Content' })).toBeInTheDocument();
    expect(await box()).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Clear search' })).not.toBeInTheDocument();
  });

  it('combines with category and type, and says that there are no results', async () => {
    const { api } = open('/streaming?q=nothing&category=jazz&type=music');
    expect(
      await screen.findByText('No content found. Try adjusting your search or category filter.'),
    ).toBeInTheDocument();
    expect(await screen.findByText('No results for nothing')).toBeInTheDocument();
    expect(searches(api)).toEqual([
      { q: 'nothing', category_id: 'cat_01HZX3V5Q8W9T2M4N6P7R8S0A1', content_type: 'music' },
    ]);
    expect(await box()).toHaveValue('nothing');
  });

  it('is focused by the slash key, except while typing, and searches immediately on Enter', async () => {
    const { user, api } = open();
    await screen.findByRole('heading', { name: 'Aurora Rising' });
    await user.keyboard('/');
    expect(await box()).toHaveFocus();
    await user.keyboard('ha/r{Enter}');
    expect(await box()).toHaveValue('ha/r');
    await waitFor(() => expect(searches(api).at(-1)).toEqual({ q: 'ha/r' }));
  });

  it('reports a failed search and retries it', async () => {
    const { user, api } = open(
      '/streaming?q=harbour',
      searchApi().on('GET /api/search', { status: 403, body: { code: 'forbidden', title: 'Not for you' } }),
    );
    expect(await screen.findByText('Not for you')).toBeInTheDocument();
    api.on('GET /api/search', {
      body: { items: [contentCard(2, { title: 'Glass Harbour' })], next_cursor: null, total: 1 },
    });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Glass Harbour' })).toBeInTheDocument();
  });
});

describe('the query that is sent', () => {
  it.each([
    ['markup characters', '<b>"Rock" & {Roll} [it\'s]', 'bRock  Roll its'],
    ['surrounding spaces', '  a  ', 'a'],
    ['10,000 spaces', ' '.repeat(10_000), ''],
    ['markup characters only', '<>', ''],
    ['more than 100 characters', 'x'.repeat(150), 'x'.repeat(100)],
    ['half of a surrogate pair', `${'x'.repeat(99)}😀`, 'x'.repeat(99)],
    ['control characters and lone surrogates', 'a\u0000\u0007b\ud800', 'ab'],
  ])('does not contain %s', (_what, text, sent) => expect(cleanSearch(text)).toBe(sent));
});
