import { createLazyPlayer } from '../../../web/src/features/player/core/lazy-player.ts';
import type { Player } from '../../../web/src/features/player/core/player.ts';
import { createStore } from '../../../web/src/lib/store.ts';

const item = { id: 'cnt_1', title: 'Viper' } as never;

const setUp = () => {
  const state = createStore<{ item: unknown }>({ item: null });
  const played: unknown[] = [];
  const player = {
    state,
    play: (...request: unknown[]) => void played.push(request),
    extendList: () => void played.push('extended'),
    cancel: () => undefined,
    dispose: jest.fn(),
  } as unknown as Player;
  const load = jest.fn(async () => player);
  const onUnavailable = jest.fn();
  const lazy = createLazyPlayer({ load, onUnavailable });
  return { lazy, load, onUnavailable, played, state, player };
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the lazy player', () => {
  it('loads the player once, on the first play, and then runs the requests made in the meantime', async () => {
    const { lazy, load, played, player } = setUp();
    lazy.extendList([]);
    lazy.cancel();
    expect(load).not.toHaveBeenCalled();
    lazy.play(item, { list: [item] });
    lazy.play(item, { list: [] });
    expect(lazy.player.get()).toBeNull();
    await settle();
    expect(load).toHaveBeenCalledTimes(1);
    expect(played).toEqual([
      [item, { list: [item] }],
      [item, { list: [] }],
    ]);
    expect(lazy.player.get()).toBe(player);
    lazy.extendList([]);
    expect(played.at(-1)).toBe('extended');
  });

  it('reports the current item', async () => {
    const { lazy, state } = setUp();
    const seen = jest.fn();
    lazy.state.subscribe(seen);
    await lazy.open();
    state.set({ item });
    expect(lazy.state.get()).toEqual({ item });
    expect(seen).toHaveBeenCalled();
  });

  it('reports that the player could not be loaded, and tries again on the next play', async () => {
    const { lazy, load, onUnavailable, played } = setUp();
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    lazy.play(item, { list: [] });
    await settle();
    expect(onUnavailable).toHaveBeenCalledTimes(1);
    lazy.play(item, { list: [] });
    await settle();
    expect(played).toHaveLength(1);
  });
});
