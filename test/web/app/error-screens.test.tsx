import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { mayReloadFor, reloadFor } from '../../../web/src/app/chunk-reload.ts';
import { ConfigErrorScreen, RouteErrorScreen } from '../../../web/src/app/error-screens.tsx';
import { tabStore } from '../../../web/src/lib/storage.ts';

const chunkFailure = new TypeError('Failed to fetch dynamically imported module: https://example.com/assets/x-1.js');

describe('error screens', () => {
  beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined));

  it('keeps the name that the router gives an unexpected error', async () => {
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

  it('says without a network that a part comes with it, and takes nothing away by a reload', async () => {
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
    expect(await screen.findByRole('heading', { level: 1, name: 'You are offline' })).toBeInTheDocument();
    expect(screen.getAllByRole('main')).toHaveLength(1);
    expect(tabStore.get('soundstage.reloaded-for')).toBeNull();
    jest.restoreAllMocks();
  });

  it('names a site without configuration', () => {
    render(<ConfigErrorScreen />);
    expect(screen.getByRole('heading', { level: 1, name: 'Soundstage cannot start' })).toBeInTheDocument();
  });
});

describe('a part that a deployment removed', () => {
  it('is fetched anew by one reload, and only one', () => {
    const reload = jest.fn();
    expect(mayReloadFor(chunkFailure)).toBe(true);
    reloadFor(chunkFailure, tabStore, reload);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(mayReloadFor(chunkFailure)).toBe(false);
  });

  it('is told apart from other errors', () => {
    expect(mayReloadFor(new Error('broken'))).toBe(false);
    expect(mayReloadFor('Failed to fetch dynamically imported module')).toBe(false);
  });
});
