import { act, screen, waitFor, within } from '@testing-library/react';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { contentCard, contentId } from '../support/content-card.ts';
import { renderApp, type RenderAppOptions } from '../support/render-app.tsx';

const catalog = () =>
  createApiStub().on('GET /api/content', {
    body: { items: [contentCard(1, { title: 'Glass harbour' })], next_cursor: null },
  });
const open = (address = '/streaming', options: RenderAppOptions = {}) =>
  renderApp(address, { config: { publicCatalog: true }, api: catalog(), ...options });

describe('a public catalog', () => {
  it('is open to visitors, with links to sign in and without personal features', async () => {
    const { api } = open();
    expect(await screen.findByText('Glass harbour')).toBeInTheDocument();
    const bar = within(screen.getByRole('banner'));
    expect(bar.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
    expect(bar.getByRole('link', { name: 'Get Premium' })).toHaveAttribute('href', '/plans');
    for (const name of ['Sign Out', 'Profile', 'Like Glass harbour'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Admin' })).not.toBeInTheDocument();
    expect(screen.queryByText('Recently Played')).not.toBeInTheDocument();
    expect(api.requests.every(({ headers }) => !headers.has('authorization'))).toBe(true);
    expect(api.requests.map(({ url }) => url.split('?')[0])).not.toContain('/api/liked-ids');
    expect(await axeViolations()).toEqual([]);
  });

  it('shows new titles after five minutes', async () => {
    const { api, clock } = open();
    await screen.findByText('Glass harbour');
    api.on('GET /api/content', {
      body: {
        items: [contentCard(2, { title: 'Low tide' }), contentCard(1, { title: 'Glass harbour' })],
        next_cursor: null,
      },
    });
    act(() => clock.advance(299_000));
    expect(screen.queryByText('Low tide')).not.toBeInTheDocument();
    act(() => clock.advance(1_000));
    expect(await screen.findByText('Low tide')).toBeInTheDocument();
  });

  it('asks visitors to sign in before playing, then returns to the title', async () => {
    const { user, router, path } = open('/streaming?type=video');
    await user.click(await screen.findByRole('button', { name: 'Play Glass harbour' }));
    await waitFor(() => expect(path()).toBe('/auth'));
    expect(await screen.findByText('Authentication Required')).toBeInTheDocument();
    expect(router.state.location.state).toEqual({ from: `/streaming?type=video&content=${contentId(1)}` });
  });

  it('asks visitors to sign in for a link to a title, and keeps the link', async () => {
    const { router, path } = open(`/streaming?content=${contentId(1)}`);
    await waitFor(() => expect(path()).toBe('/auth'));
    expect(router.state.location.state).toEqual({ from: `/streaming?content=${contentId(1)}` });
    // Going back skips the link, which would ask again.
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it.each(['Liked Songs', 'Create Playlist'])('asks visitors to sign in for %s', async (name) => {
    const { user, path } = open();
    await user.click(await screen.findByRole('button', { name }));
    await waitFor(() => expect(path()).toBe('/auth'));
  });

  it('requires an account for the plans', async () => {
    const { path, router } = open('/plans');
    await waitFor(() => expect(path()).toBe('/auth'));
    expect(router.state.location.state).toEqual({ from: '/plans' });
  });
});

it('redirects visitors to sign in when the catalog is not public, and returns them afterwards', async () => {
  const { path, router } = renderApp('/streaming?type=music', { api: catalog() });
  await waitFor(() => expect(path()).toBe('/auth'));
  expect([router.state.historyAction, router.state.location.state]).toEqual([
    'REPLACE',
    { from: '/streaming?type=music' },
  ]);
});
