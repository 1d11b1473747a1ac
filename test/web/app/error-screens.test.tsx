import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { shouldReloadFor, reloadFor } from '../../../web/src/app/chunk-reload.ts';
import { ConfigErrorScreen, RouteErrorScreen } from '../../../web/src/app/error-screens.tsx';
import { ConfigError } from '../../../web/src/lib/config.ts';
import { tabStore } from '../../../web/src/lib/storage.ts';

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

  it('does not reload the page for other errors', () => {
    expect(shouldReloadFor(new Error('broken'))).toBe(false);
    expect(shouldReloadFor('Failed to fetch dynamically imported module')).toBe(false);
  });
});
