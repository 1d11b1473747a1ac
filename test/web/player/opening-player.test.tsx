import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PlayerDock } from '../../../web/src/areas/listener/player/player-dock.tsx';
import { createLazyPlayer } from '../../../web/src/features/player/core/lazy-player.ts';
import type { Player } from '../../../web/src/features/player/core/player.ts';
import { createStore } from '../../../web/src/lib/store.ts';
import { axeViolations } from '../support/axe.ts';

// Never appears: the tests are about the time before.
jest.mock('../../../web/src/areas/listener/player/player-view.tsx', () => {
  const { use } = jest.requireActual<{ use: (promise: Promise<unknown>) => unknown }>('react');
  const never = new Promise(() => undefined);
  return { PlayerView: () => use(never) };
});

const item = { id: 'cnt_1', title: 'Viper', thumbnail_url: null } as never;

describe('a press on Play while the player is still downloading', () => {
  const setUp = (load: () => Promise<Player> = () => new Promise(() => undefined)) => {
    const onUnavailable = jest.fn();
    const player = createLazyPlayer({ load, onUnavailable, now: () => 0 });
    render(<PlayerDock player={player} />);
    return { player, onUnavailable };
  };

  it('is answered at once with what will play', async () => {
    const { player } = setUp();
    expect(screen.queryByText('Viper')).not.toBeInTheDocument();
    act(() => player.play(item, { list: [item] }));
    // Synchronously: before anything has been downloaded.
    expect(screen.getByRole('region', { name: 'Opening player...' })).toHaveTextContent('Viper');
    expect(await axeViolations()).toEqual([]);
  });

  it('is announced by a status that exists before, and keeps its button until the player appears', async () => {
    let finish: (player: Player) => void = () => undefined;
    const { player } = setUp(() => new Promise((resolve) => (finish = resolve)));
    const status = screen.getByRole('status');
    expect(status).toBeEmptyDOMElement();
    act(() => player.play(item, { list: [item] }));
    expect(status).toHaveTextContent('Opening player... Viper');
    const cancel = screen.getByRole('button', { name: 'Cancel' });
    cancel.focus();
    const state = createStore({ item });
    // The view itself is still being downloaded, and shows nothing yet.
    await act(async () => finish({ state, play: () => undefined } as unknown as Player));
    expect(cancel).toHaveFocus();
  });

  it('can be canceled', async () => {
    const { player } = setUp();
    act(() => player.play(item, { list: [item] }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByText('Viper')).not.toBeInTheDocument();
  });

  it('ends when the player cannot be downloaded', async () => {
    const { player, onUnavailable } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
    await act(async () => player.play(item, { list: [item] }));
    expect(onUnavailable).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Viper')).not.toBeInTheDocument();
  });
});
