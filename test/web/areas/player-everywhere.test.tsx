import { act, screen, waitFor } from '@testing-library/react';
import type { EngineEvents } from '../../../web/src/features/player/engine/media-engine.ts';
import { LOCAL_POSITIONS_KEY } from '../../../web/src/features/player/resume/local-positions.ts';
import { deviceStore } from '../../../web/src/lib/storage.ts';
import { createApiStub } from '../support/api-stub.ts';
import { contentCard, videoUrl } from '../support/content-card.ts';
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

/** Opens the streaming screen as an administrator and plays a title until frames move. */
const play = async () => {
  const card = contentCard(1, { title: 'Aurora Rising' });
  const api = createApiStub()
    .on('GET /api/content', { body: { items: [card], next_cursor: null } })
    .on('GET /api/admin/content', { body: { items: [], next_cursor: null } })
    .on('PUT /api/watch-history', {
      body: { id: 'h', content_id: card.id, watched_at: card.created_at, content: card },
    })
    .on('POST /api/functions/get-media-url', { body: videoUrl });
  const app = renderApp('/streaming', { signedIn: true, me: { role: 'admin' }, api });
  await app.user.click(await screen.findByRole('button', { name: 'Play Aurora Rising' }));
  await screen.findByRole('dialog', { name: 'Media Player' });
  await waitFor(() => expect(engines[0]?.log).toContain('play'));
  act(() => engines[0]?.roll(1));
  return app;
};
const mini = () => screen.queryByRole('region', { name: 'Mini player' });
const interruptions = () => engines[0]?.log.filter((line) => /^(unload|pause|destroy)/.test(line));

describe('the player', () => {
  it('continues on every screen of every area until it is closed', async () => {
    const { user } = await play();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('link', { name: 'Plans' }));
    await screen.findByRole('heading', { level: 1, name: 'Choose your plan' });
    expect(mini()).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Home' }));
    await screen.findByRole('link', { name: 'Explore Content' });
    expect(mini()).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await user.click(await screen.findByRole('link', { name: 'Admin' }));
    await screen.findByRole('heading', { level: 1, name: 'Content Management' });
    expect(mini()).toBeInTheDocument();
    expect(engines).toHaveLength(1);
    expect(interruptions()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Close player' }));
    expect(mini()).not.toBeInTheDocument();
    expect(interruptions()).not.toEqual([]);
  });

  it('stops and empties when the user signs out, in any area', async () => {
    const { user } = await play();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('link', { name: 'Admin' }));
    await screen.findByRole('heading', { level: 1, name: 'Content Management' });
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(mini()).not.toBeInTheDocument());
    expect(interruptions()).not.toEqual([]);
  });
});

describe('signing out while something plays', () => {
  it('saves the position while the user is still signed in, and leaves nothing of it on the device', async () => {
    const { user, api, cognito } = await play();
    const savedLate: boolean[] = [];
    api.on('PUT /api/playback-positions/{id}', () => {
      savedLate.push(cognito.calls.some(([method]) => method === 'signOut'));
      return { body: { saved: true, position: null } };
    });
    await waitFor(() => expect(api.requests.map(({ url }) => url)).toContain('/api/queue'));
    act(() => engines[0]?.roll(4));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(mini()).not.toBeInTheDocument());
    expect(savedLate).toEqual([false]);
    expect(deviceStore.get(LOCAL_POSITIONS_KEY)).toBeNull();
  });
});

describe('the history', () => {
  const dialog = () => screen.queryByRole('dialog', { name: 'Media Player' });
  const go = (app: Awaited<ReturnType<typeof play>>, steps: number) => act(() => app.router.navigate(steps));

  it('has an entry for the open player: Back closes it on the same page, Forward opens it again', async () => {
    const app = await play();
    await go(app, -1);
    expect(dialog()).not.toBeInTheDocument();
    expect(mini()).toBeInTheDocument();
    expect(app.path()).toBe('/streaming');
    expect(interruptions()).toEqual([]);
    await go(app, 1);
    expect(dialog()).toBeInTheDocument();
    expect(app.path()).toBe('/streaming');
  });

  it('has no entry left over when the player is closed with its button, Escape or by emptying it', async () => {
    const app = await play();
    await act(() => app.router.navigate('/plans'));
    await screen.findByRole('heading', { level: 1, name: 'Choose your plan' });
    expect(dialog()).not.toBeInTheDocument();
    for (const close of ['Minimize player', 'Close']) {
      await app.user.click(screen.getByRole('button', { name: 'Open full player' }));
      expect(dialog()).toBeInTheDocument();
      await app.user.click(screen.getByRole('button', { name: close }));
      expect(dialog()).not.toBeInTheDocument();
    }
    await app.user.click(screen.getByRole('button', { name: 'Open full player' }));
    await app.user.keyboard('{Escape}');
    await app.user.click(screen.getByRole('button', { name: 'Close player' }));
    await go(app, 1);
    await waitFor(() => expect(app.router.state.location.state).toBeNull());
    expect(dialog()).not.toBeInTheDocument();
    await go(app, -1);
    expect(app.path()).toBe('/streaming');
  });
});
