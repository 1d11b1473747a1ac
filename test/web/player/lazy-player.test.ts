import { createLazyPlayer } from '../../../web/src/features/player/core/lazy-player.ts';
import type { Player } from '../../../web/src/features/player/core/player.ts';
import { createStore } from '../../../web/src/lib/store.ts';

const item = { id: 'cnt_1', title: 'Viper' } as never;
const other = { id: 'cnt_2', title: 'Sparrow' } as never;

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
  const now = jest.fn(() => 5000);
  const lazy = createLazyPlayer({ load, onUnavailable, now });
  return { now, lazy, load, onUnavailable, played, state, player };
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the lazy player', () => {
  it('loads the player once, on the first play, and then plays what was requested last, and says when', async () => {
    const { lazy, load, played, player, now } = setUp();
    lazy.extendList([]);
    lazy.cancel();
    expect(load).not.toHaveBeenCalled();
    lazy.play(item, { list: [item] });
    now.mockReturnValue(6000);
    lazy.play(other, { list: [] });
    now.mockReturnValue(9000);
    expect(lazy.player.get()).toBeNull();
    await settle();
    expect(load).toHaveBeenCalledTimes(1);
    expect(played).toEqual([[other, { list: [], askedAt: 6000 }]]);
    expect(lazy.player.get()).toBe(player);
    lazy.extendList([]);
    expect(played.at(-1)).toBe('extended');
  });

  it('reports the requested item at once, while the player loads', () => {
    const { lazy } = setUp();
    lazy.play(item, { list: [item] });
    expect(lazy.state.get()).toEqual({ item });
    expect(lazy.player.get()).toBeNull();
  });

  it('forgets a request that is canceled while the player loads, and plays the next one', async () => {
    const { lazy, played, load } = setUp();
    lazy.play(item, { list: [item] });
    lazy.cancel();
    expect(lazy.state.get()).toEqual({ item: null });
    await settle();
    expect(played).toEqual([]);
    lazy.play(other, { list: [] });
    expect(played).toEqual([[other, { list: [] }]]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('plays a fetched item only if nothing else was played or canceled meanwhile', async () => {
    const { lazy, played } = setUp();
    const fetched = (id: string) => Promise.resolve([{ id }, { list: [] }] as never);
    const failed = () => Promise.reject(new Error('offline'));
    await lazy.playFetched(fetched('alone'));
    await settle();
    const superseded = [lazy.playFetched(fetched('first')), lazy.playFetched(failed())];
    const latest = lazy.playFetched(fetched('second'));
    await Promise.all([...superseded, latest]);
    const late = [lazy.playFetched(fetched('third')), lazy.playFetched(failed())];
    lazy.play(item, { list: [] });
    await Promise.all(late);
    const closed = lazy.playFetched(fetched('fourth'));
    lazy.cancel();
    await closed;
    expect(played).toEqual([
      [{ id: 'alone' }, { list: [], askedAt: 5000 }],
      [{ id: 'second' }, { list: [] }],
      [item, { list: [] }],
    ]);
    await expect(lazy.playFetched(failed())).rejects.toThrow('offline');
  });

  it('ignores a failed download after its request was canceled, and reports a failure once', async () => {
    const { lazy, load, onUnavailable } = setUp();
    load.mockRejectedValue(new TypeError('Failed to fetch'));
    lazy.play(item, { list: [] });
    lazy.cancel();
    await settle();
    expect(onUnavailable).not.toHaveBeenCalled();
    lazy.play(item, { list: [] });
    lazy.cancel();
    lazy.play(other, { list: [] });
    await settle();
    expect(onUnavailable).toHaveBeenCalledTimes(1);
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
    expect(lazy.state.get()).toEqual({ item: null });
    lazy.play(item, { list: [] });
    await settle();
    expect(played).toHaveLength(1);
  });
});
