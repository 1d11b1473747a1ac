import { createLazyPlayer } from '../../../web/src/features/player/core/lazy-player.ts';
import type { Player } from '../../../web/src/features/player/core/player.ts';
import { createStore } from '../../../web/src/lib/store.ts';

const item = { id: 'cnt_1', title: 'Viper' } as never;

const setUp = () => {
  const state = createStore<{ item: unknown }>({ item: null });
  const played: unknown[] = [];
  const player = {
    state,
    play: (...wanted: unknown[]) => void played.push(wanted),
    extendList: () => void played.push('extended'),
    cancel: () => undefined,
    dispose: jest.fn(),
  } as unknown as Player;
  const load = jest.fn(async () => player);
  const onUnavailable = jest.fn();
  const door = createLazyPlayer({ load, onUnavailable });
  return { door, load, onUnavailable, played, state, player };
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the door to the player', () => {
  it('fetches the player once, with the first play, and hands on what was wanted meanwhile', async () => {
    const { door, load, played, player } = setUp();
    door.extendList([]);
    door.cancel();
    expect(load).not.toHaveBeenCalled();
    door.play(item, { list: [item] });
    door.play(item, { list: [] });
    expect(door.player.get()).toBeNull();
    await settle();
    expect(load).toHaveBeenCalledTimes(1);
    expect(played).toEqual([
      [item, { list: [item] }],
      [item, { list: [] }],
    ]);
    expect(door.player.get()).toBe(player);
    door.extendList([]);
    expect(played.at(-1)).toBe('extended');
  });

  it('says what plays', async () => {
    const { door, state } = setUp();
    const seen = jest.fn();
    door.state.subscribe(seen);
    await door.open();
    state.set({ item });
    expect(door.state.get()).toEqual({ item });
    expect(seen).toHaveBeenCalled();
  });

  it('says that the player could not be fetched, and tries again with the next play', async () => {
    const { door, load, onUnavailable, played } = setUp();
    load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    door.play(item, { list: [] });
    await settle();
    expect(onUnavailable).toHaveBeenCalledTimes(1);
    door.play(item, { list: [] });
    await settle();
    expect(played).toHaveLength(1);
  });
});
