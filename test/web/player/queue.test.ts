/** @jest-environment jest-fixed-jsdom */
import {
  entryKeys,
  indexAfterEnd,
  adjacentIndex,
  queueOf,
  withMoved,
  withNext,
  withoutEntry,
  withShuffled,
} from '../../../web/src/features/player/core/queue.ts';
import { contentCard } from '../support/content-card.ts';
import { list, settle, setUp } from './set-up.ts';

const [one, two, three] = list;

describe('the queue', () => {
  it('has an index before and after the current entry, and none past its ends', () => {
    expect(queueOf(list, two)).toEqual({ list, at: 1 });
    expect(adjacentIndex({ list, at: 1 }, 1)).toBe(2);
    expect(adjacentIndex({ list, at: 0 }, -1)).toBeUndefined();
    expect(adjacentIndex({ list, at: 2 }, 1)).toBeUndefined();
    expect(adjacentIndex(queueOf(list, contentCard(9)), 1)).toBeUndefined();
  });

  it('contains an item twice, each entry with its own key that moves with it', () => {
    const twice = withNext({ list, at: 0 }, one);
    expect(twice.list.map(({ id }) => id)).toEqual([one.id, one.id, two.id, three.id]);
    expect(new Set(entryKeys(twice.list)).size).toBe(4);
  });

  it('is shuffled only after the current entry', () => {
    const orders = [0.9, 0.1];
    expect(withShuffled({ list, at: 0 }, () => orders.shift() ?? 0)).toEqual({ list: [one, three, two], at: 0 });
    expect(withShuffled({ list, at: 2 }, () => 0.5)).toEqual({ list, at: 2 });
  });

  it.each([
    ['off', 0, 1],
    ['off', 2, undefined],
    ['all', 2, 0],
    ['one', 1, 1],
    ['one', -1, undefined],
  ] as const)('with repeat %s continues after index %i at %s', (repeat, at, then) => {
    expect(indexAfterEnd({ list, at, repeat })).toBe(then);
  });

  it.each([
    [0, 2, 0, 2],
    [2, 0, 0, 1],
    [2, 0, 1, 2],
    [0, 2, 1, 0],
    [1, 2, 0, 0],
    [2, 1, 0, 0],
    [0, 9, 1, 1],
    [9, 0, 1, 1],
  ])('moves %i to %i while %i is current, which moves to %i', (from, to, at, then) => {
    const moved = withMoved({ list, at }, from, to);
    expect(moved.at).toBe(then);
    expect(moved.list[moved.at]).toBe(list[at]);
  });

  it('removes an entry; without the current one, the next becomes current', () => {
    expect(withoutEntry({ list, at: 1 }, 0)).toEqual({ list: [two, three], at: 0 });
    expect(withoutEntry({ list, at: 1 }, 2)).toEqual({ list: [one, two], at: 1 });
    expect(withoutEntry({ list, at: 1 }, 1)).toEqual({ list: [one, three], at: 1 });
    expect(withoutEntry({ list, at: 2 }, 2)).toEqual({ list: [one, two], at: -1 });
  });
});

describe('the queue of the player', () => {
  it('plays an item twice in a row if it is there twice, and stops after the last one', async () => {
    const { player, playing, engine, state } = setUp();
    await playing(2);
    player.playNext(three);
    engine().events.onEnded();
    await settle();
    expect(state()).toMatchObject({ item: three, at: 3, playing: true });
    engine().events.onEnded();
    expect(state()).toMatchObject({ item: three, playing: false });
  });

  it('restarts a repeated item, and the list after its last entry', async () => {
    const startPositionOf = jest.fn(async () => ({ at: 40 }));
    const { player, playing, engine, state } = setUp({ startPositionOf });
    await playing(2);
    player.setRepeat('one');
    engine().events.onEnded();
    await settle();
    expect(state()).toMatchObject({ item: three, at: 2, playing: true });
    expect(
      engine()
        .log.filter((entry) => entry.startsWith('load'))
        .at(-1),
    ).toMatch(/ 0$/);
    player.setRepeat('all');
    engine().events.onEnded();
    await settle();
    expect(state()).toMatchObject({ item: one, at: 0, playing: true });
  });

  it('plays the next entry when the current one is removed, and is empty if there is none', async () => {
    const { player, playing, state } = setUp();
    await playing(1);
    player.removeEntry(1);
    await settle();
    expect(state()).toMatchObject({ item: three, at: 1, list: [one, three] });
    player.removeEntry(0);
    expect(state()).toMatchObject({ item: three, at: 0 });
    player.removeEntry(0);
    expect(state().item).toBeNull();
  });

  it('appends items from paging to a changed order', async () => {
    const { player, playing, state } = setUp();
    await playing(0);
    player.moveEntry(2, 1);
    player.extendList([...list, contentCard(4)]);
    expect(state().list).toEqual([one, three, two, contentCard(4)]);
    player.extendList([contentCard(5), ...list]);
    expect(state().list).toHaveLength(4);
    player.jumpTo(3);
    await settle();
    expect(state()).toMatchObject({ item: contentCard(4), at: 3 });
  });
});
