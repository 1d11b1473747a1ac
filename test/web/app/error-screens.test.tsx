import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { reloadFor, reloadWhenAvailable, shouldReloadFor } from '../../../web/src/app/chunk-reload.ts';
import { ConfigErrorScreen, RouteErrorScreen } from '../../../web/src/app/error-screens.tsx';
import { ConfigError } from '../../../web/src/lib/config.ts';
import { tabStore } from '../../../web/src/lib/storage.ts';
import { createManualClock } from '../support/manual-clock.ts';

const chunkFailure = new TypeError('Failed to fetch dynamically imported module: https://example.com/assets/x-1.js');

describe('error screens', () => {
  beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined));

  it('shows the specified heading for an unexpected error and hides its message', async () => {
    const Broken = () => {
      throw new Error('broken');
    };
    render(
      <RouterProvider
        router={createMemoryRouter([{ path: '/', element: <Broken />, errorElement: <RouteErrorScreen /> }])}
      />,
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeInTheDocument();
    expect(screen.queryByText('broken')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
  });

  it('shows the offline screen and does not reload when a chunk cannot be downloaded offline', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const Broken = () => {
      throw chunkFailure;
    };
    render(
      <RouterProvider
        router={createMemoryRouter([
          {
            path: '/',
            element: (
              <main>
                <Outlet />
              </main>
            ),
            children: [{ errorElement: <RouteErrorScreen framed />, children: [{ index: true, element: <Broken /> }] }],
          },
        ])}
      />,
    );
    expect(await screen.findByRole('heading', { level: 1, name: "You're offline" })).toBeInTheDocument();
    expect(screen.getAllByRole('main')).toHaveLength(1);
    expect(tabStore.get('soundstage.reloaded-for')).toBeNull();
    jest.restoreAllMocks();
  });

  it('explains that the server is unavailable', () => {
    render(<ConfigErrorScreen error={new ConfigError('status 503', true)} />);
    expect(screen.getByText("The server can't be reached. This page will load when it is back.")).toBeInTheDocument();
  });

  it('explains a missing configuration', () => {
    render(<ConfigErrorScreen error={new ConfigError('missing')} />);
    expect(screen.getByRole('heading', { level: 1, name: "Soundstage can't start" })).toBeInTheDocument();
  });
});

describe('a chunk that a deployment deleted', () => {
  it('reloads the page once, and only once', () => {
    const reload = jest.fn();
    expect(shouldReloadFor(chunkFailure)).toBe(true);
    reloadFor(chunkFailure, tabStore, reload);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(shouldReloadFor(chunkFailure)).toBe(false);
  });

  it('reloads the page again once the chunk can be downloaded, less often after each reload', async () => {
    const clock = createManualClock();
    const reload = jest.fn();
    const fetchChunk = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 404 }));
    const advance = async (ms: number) => {
      clock.advance(ms);
      await new Promise((resolve) => setTimeout(resolve, 0));
    };
    const stop = reloadWhenAvailable(chunkFailure, clock, tabStore, reload);
    await advance(2_000);
    expect(fetchChunk.mock.calls.map(([url]) => url)).toEqual(['https://example.com/assets/x-1.js']);
    expect(reload).not.toHaveBeenCalled();
    fetchChunk.mockResolvedValue(new Response(null, { status: 200 }));
    await advance(4_000);
    expect(reload).toHaveBeenCalledTimes(1);
    // Until the browser has left the page, nothing asks it to do so again.
    await advance(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
    stop();

    // The chunk exists but still does not work: the next page waits longer.
    jest.spyOn(Math, 'random').mockReturnValue(1);
    const stopNext = reloadWhenAvailable(chunkFailure, clock, tabStore, reload);
    await advance(3_999);
    expect(reload).toHaveBeenCalledTimes(1);
    await advance(1);
    expect(reload).toHaveBeenCalledTimes(2);
    stopNext();
    jest.restoreAllMocks();
  });

  it('does not reload the page for other errors', () => {
    expect(shouldReloadFor(new Error('broken'))).toBe(false);
    expect(shouldReloadFor('Failed to fetch dynamically imported module')).toBe(false);
  });
});
