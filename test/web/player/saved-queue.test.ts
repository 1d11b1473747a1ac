/** @jest-environment jest-fixed-jsdom */
import { QUEUE_MAX } from '../../../lambdas/contract/listening/history-rules.ts';
import type { SavedQueue } from '../../../lambdas/contract/listening/playback-positions.ts';
import {
  createQueueTracker,
  queueContent,
  type LoadedQueue,
  type QueueContent,
} from '../../../web/src/features/player/resume/saved-queue.ts';
import type { StartPosition } from '../../../web/src/features/player/resume/resume-rules.ts';
import type { Stamp, WriteAnswer } from '../../../web/src/features/player/core/versioned-writer.ts';
import { contentCard, contentId } from '../support/content-card.ts';
import { list, settle, setUp } from './set-up.ts';

const device = { id: 'device-here-0001', label: 'Firefox on Linux' };
const saved = (ids: readonly number[], fields: Partial<SavedQueue> = {}): SavedQueue => ({
  content_ids: ids.map(contentId),
  index: 0,
  position_seconds: 0,
  device,
  updated_at: '2026-03-04T05:06:07.000Z',
  version: 3,
  ...fields,
});
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

const setUpQueue = ({
  stored = null,
  missing = [],
  at = 0,
}: { stored?: SavedQueue | null; missing?: readonly number[]; at?: number } = {}) => {
  const made = setUp();
  const sent: (QueueContent & { readonly stamp: Stamp; readonly leaving: boolean })[] = [];
  const loads: (number | undefined)[] = [];
  let answer: WriteAnswer = { kind: 'saved', version: 10 };
  const load = async (from?: number): Promise<LoadedQueue> => {
    loads.push(from);
    const start = from ?? Math.max(0, (stored?.index ?? 0) - 5);
    const unavailable = new Set(missing.map(contentId));
    const ids = [...new Set(stored?.content_ids.slice(start, start + 25) ?? [])].filter((id) => !unavailable.has(id));
    return { queue: stored, items: ids.map((id) => ({ ...contentCard(1), id, title: id })) };
  };
  const tracker = createQueueTracker({
    clock: made.clock,
    device,
    writer: 'page-0001',
    load,
    startPositionOf: async () => ({ at }),
    save: async (content, stamp, leaving) => {
      sent.push({ ...content, stamp, leaving });
      return answer;
    },
  });
  const stop = tracker.follow(made.player);
  return {
    ...made,
    tracker,
    sent,
    loads,
    stop,
    answers: (next: WriteAnswer) => void (answer = next),
    ids: () => made.player.state.get().list.map(({ id }) => id),
  };
};

describe('the saved queue', () => {
  it('is saved when the list or the item changes, not every second, and not for playback tests', async () => {
    const { playing, player, clock, engine, sent } = setUpQueue();
    await playing(0);
    await settle();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      content_ids: list.map(({ id }) => id),
      index: 0,
      stamp: { base_version: 0, writer: 'page-0001', number: 1 },
    });
    for (let second = 0; second < 60; second += 1) {
      engine().roll(second);
      clock.advance(1000);
    }
    player.pause();
    await settle();
    expect(sent).toHaveLength(1);
    player.next();
    await settle();
    expect(sent[1]).toMatchObject({ index: 1, stamp: { base_version: 10 } });
    clock.advance(10_000);
    player.play(contentCard(9), { list: [contentCard(9)], tracked: false });
    await settle();
    expect(sent).toHaveLength(2);
  });

  it('is empty once the player is closed', async () => {
    const { playing, player, clock, sent } = setUpQueue();
    await playing(0);
    await settle();
    clock.advance(10_000);
    player.cancel();
    await settle();
    expect(sent.at(-1)).toMatchObject({ content_ids: [], index: 0 });
  });

  it('is saved again if another device was first and this one still plays', async () => {
    const { playing, clock, sent, answers } = setUpQueue();
    answers({ kind: 'stale', version: 77 });
    await playing(0);
    await settle();
    answers({ kind: 'saved', version: 78 });
    clock.advance(5_000);
    await settle();
    expect(sent.map(({ stamp }) => stamp.base_version)).toEqual([0, 77]);
    clock.advance(60_000);
    expect(sent).toHaveLength(2);
  });

  it('contains a part of a very long list, including the current item', () => {
    const items = Array.from({ length: 900 }, (_, index) => contentCard(index));
    const queueAt = (at: number) =>
      queueContent({
        state: { get: () => ({ item: items[at], list: items, at }) },
        position: { get: () => ({ time: 12.4 }) },
      } as never);
    expect(queueAt(0)).toMatchObject({ index: 0, position_seconds: 12 });
    for (const at of [0, 50, 450, 899]) {
      const { content_ids: ids, index } = queueAt(at);
      expect(ids.length).toBeLessThanOrEqual(QUEUE_MAX);
      expect(ids[index]).toBe(items[at]?.id);
    }
  });
});

describe('a restored queue', () => {
  it('is paused in the mini player without loading its media, and resumes there', async () => {
    const { tracker, player, state, ports, engine, sent } = setUpQueue({
      stored: saved([1, 2, 3], { index: 1, position_seconds: 40 }),
    });
    await tracker.restore(player);
    expect(state()).toMatchObject({ mode: 'mini', phase: 'idle', playing: false, at: 1, item: { id: contentId(2) } });
    expect(player.position.get().time).toBe(40);
    expect(ports.loadEngine).not.toHaveBeenCalled();
    expect(ports.mediaUrl).not.toHaveBeenCalled();
    player.resume();
    await settle();
    expect(engine().log).toEqual(expect.arrayContaining([`load /media/${contentId(2)}.m3u8 40`, 'play']));
    expect(sent).toEqual([]);
    player.next();
    await settle();
    expect(sent[0]).toMatchObject({ index: 2, stamp: { base_version: 3 } });
  });

  it('resumes at the position of another device, unless it was moved here, and asks in the full player', async () => {
    const elsewhere = {
      at: 95,
      choice: [
        { seconds: 95, from: 'Chrome on Windows' },
        { seconds: 0, from: null },
      ] as const,
    };
    const rested = async (seconds: number | null, found: StartPosition) => {
      const { player, engine, state } = setUp({ startPositionOf: async () => found });
      player.restore({ list, at: 0 }, 40);
      if (seconds !== null) player.seek(seconds);
      player.resume();
      await settle();
      return [
        engine()
          .log.find((line) => line.startsWith('load'))
          ?.split(' ')
          .at(-1),
        state().mode,
        state().choice !== null,
      ];
    };
    expect(await rested(null, { at: 70 })).toEqual(['70', 'mini', false]);
    expect(await rested(60, { at: 70 })).toEqual(['60', 'mini', false]);
    expect(await rested(null, { at: 0 })).toEqual(['40', 'mini', false]);
    expect(await rested(null, elsewhere)).toEqual(['95', 'full', true]);
  });

  it('prefers the saved position of the item, which is newer than that of the queue', async () => {
    const { tracker, player } = setUpQueue({ stored: saved([1], { position_seconds: 40 }), at: 95 });
    await tracker.restore(player);
    expect(player.position.get().time).toBe(95);
  });

  it('has the items around the current one, and the rest once it plays, without unavailable items', async () => {
    const { tracker, player, loads, ids, state } = setUpQueue({
      stored: saved(numbers(0, 70), { index: 20 }),
      missing: [22, 50],
    });
    await tracker.restore(player);
    expect(loads).toEqual([undefined]);
    expect(ids()).toEqual(
      numbers(15, 40)
        .filter((number) => number !== 22)
        .map(contentId),
    );
    expect(state().item?.id).toBe(contentId(20));
    player.resume();
    await settle();
    await settle();
    expect(loads).toEqual([undefined, 40, 65]);
    expect(ids()).toEqual(
      numbers(15, 70)
        .filter((number) => ![22, 50].includes(number))
        .map(contentId),
    );
  });

  it('keeps all its items if it is changed before it plays', async () => {
    const { tracker, player, ids, sent } = setUpQueue({ stored: saved(numbers(0, 70)) });
    await tracker.restore(player);
    player.playNext(contentCard(99));
    player.resume();
    await settle();
    await settle();
    const expected = [0, 99, ...numbers(1, 70)].map(contentId);
    expect(ids()).toEqual(expected);
    expect(sent.map(({ content_ids: all }) => all)).toEqual([expected]);
  });

  it('is not shown if its user signs out while it is read', async () => {
    const { tracker, player, state, stop } = setUpQueue({ stored: saved([1, 2]) });
    const restoring = tracker.restore(player);
    stop();
    await restoring;
    expect(state().item).toBeNull();
  });

  it('is emptied when it is closed before it plays', async () => {
    const { tracker, player, sent } = setUpQueue({ stored: saved([1, 2]) });
    await tracker.restore(player);
    player.cancel();
    await settle();
    expect(sent.at(-1)).toMatchObject({ content_ids: [], stamp: { base_version: 3 } });
  });

  it.each([
    ['no queue was saved', null, []],
    ['the player was closed', saved([]), []],
    ['the current item no longer exists', saved([1, 2]), [1]],
  ] as const)('is empty if %s', async (_, stored, missing) => {
    const { tracker, player, state } = setUpQueue({ stored, missing });
    await tracker.restore(player);
    expect(state().item).toBeNull();
  });

  it('does not replace an item that plays already', async () => {
    const { tracker, player, playing, state } = setUpQueue({ stored: saved([3]) });
    const restoring = tracker.restore(player);
    await playing(0);
    await restoring;
    expect(state().item).toBe(list[0]);
  });
});
