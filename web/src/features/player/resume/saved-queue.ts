/** Keeps what the player holds, so that it is there again after the page was loaded anew, and on other devices. */
import type { Device, SavedQueue } from '../../../../../lambdas/contract/listening/playback-positions.ts';
import {
  isWorthResuming,
  QUEUE_MAX,
  QUEUE_WINDOW,
  QUEUE_WINDOW_BEFORE,
} from '../../../../../lambdas/contract/listening/history-rules.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Player } from '../core/player.ts';
import type { StartPosition } from './resume-rules.ts';
import type { PlayableItem } from '../core/rules.ts';
import { createVersionedWriter, type Stamp, type WriteAnswer } from '../core/versioned-writer.ts';

/** What is stored of a queue. */
export interface QueueContent {
  readonly content_ids: string[];
  readonly index: number;
  readonly position_seconds: number;
}

/** A stored queue, with some of its contents; those that nobody may play any more are missing. */
export interface LoadedQueue {
  readonly queue: SavedQueue | null;
  readonly contents: readonly PlayableItem[];
}

export interface QueueKeeperPorts {
  readonly clock: Clock;
  readonly device: Device;
  readonly writer: string;
  /** With `from`, the contents from that place on. */
  readonly load: (from?: number) => Promise<LoadedQueue>;
  readonly save: (queue: QueueContent, stamp: Stamp, leaving: boolean) => Promise<WriteAnswer>;
  /** Where an item goes on. */
  readonly startPositionOf: (item: PlayableItem, following: boolean) => Promise<StartPosition>;
}

export interface QueueKeeper {
  /** Puts what was kept into the player, at rest, unless something is in it by then. Rejects when it cannot be read. */
  readonly restore: (player: Player) => Promise<void>;
  /** Follows a player until the answer is called. */
  readonly follow: (player: Player) => () => void;
  readonly leave: () => void;
}

type Held = Pick<Player, 'state' | 'position'>;

/** As much of a longer queue as is kept: what comes is worth more than what was. */
const KEPT_BEFORE = 100;

/** What of a player is kept: ids, place and position. Nothing is in it: an empty queue. */
export const queueContent = ({ state, position }: Held): QueueContent => {
  const { item, list, at } = state.get();
  if (!item) return { content_ids: [], index: 0, position_seconds: 0 };
  const ids = at < 0 ? [item.id] : list.map(({ id }) => id);
  const current = Math.max(0, at);
  const start = Math.max(0, Math.min(current - KEPT_BEFORE, ids.length - QUEUE_MAX));
  return {
    content_ids: ids.slice(start, start + QUEUE_MAX),
    index: current - start,
    position_seconds: Math.round(position.get().time),
  };
};

/** The items of the ids from a place on, as far as they are known, each where it stands. */
const itemsFrom = (
  ids: readonly string[],
  contents: readonly PlayableItem[],
  from: number,
  count: number,
): readonly (readonly [index: number, item: PlayableItem])[] => {
  const known = new Map(contents.map((item) => [item.id, item]));
  return ids.slice(from, from + count).flatMap((id, offset) => {
    const item = known.get(id);
    return item ? [[from + offset, item] as const] : [];
  });
};

/** Tells one state of a queue from another. */
const shapeOf = ({ state }: Held): string => {
  const { item, list, at } = state.get();
  return item ? [at, item.id, ...list.map(({ id }) => id)].join() : '';
};

/** Makes the keeper. */
export const createQueueKeeper = ({ clock, writer, load, save, startPositionOf }: QueueKeeperPorts): QueueKeeper => {
  let number = 0;
  let changed: (() => void) | null = null;
  let kept = '';
  const writes = createVersionedWriter<QueueContent>(
    {
      clock,
      writer,
      send: save,
      // Another device was first: what plays here is still what the person does now.
      onAnswer: ({ kind }) => {
        if (kind === 'stale') changed?.();
      },
    },
    () => (number += 1),
  );
  /** Of a restored queue: where its unknown rest begins. Null: all of it is known. */
  let rest: number | null = null;

  /**
   * Reads what follows in a restored queue, once it plays; a list that was changed or replaced meanwhile stays as it
   * is.
   */
  const readRest = async (player: Player, restored: readonly PlayableItem[]): Promise<void> => {
    let list = restored;
    while (rest !== null) {
      const from = rest;
      const { queue, contents } = await load(from);
      if (rest !== from) return;
      const found = queue ? itemsFrom(queue.content_ids, contents, from, QUEUE_WINDOW) : [];
      rest = queue && from + QUEUE_WINDOW < queue.content_ids.length ? from + QUEUE_WINDOW : null;
      list = [...list, ...found.map(([, item]) => item)];
      player.extendList(list);
    }
  };

  return {
    restore: async (player) => {
      const { queue, contents } = await load();
      if (!queue) return;
      writes.know(queue.version);
      const from = Math.max(0, queue.index - QUEUE_WINDOW_BEFORE);
      const window = itemsFrom(queue.content_ids, contents, from, QUEUE_WINDOW);
      const at = window.findIndex(([index]) => index === queue.index);
      const item = window[at]?.[1];
      // What played is gone, or the player was closed.
      if (!item || player.state.get().item) return;
      const { at: startPosition } = await startPositionOf(item, false);
      const saved = isWorthResuming(queue.position_seconds, item.duration ?? 0) ? queue.position_seconds : 0;
      if (player.state.get().item) return;
      rest = from + QUEUE_WINDOW < queue.content_ids.length ? from + QUEUE_WINDOW : null;
      const list = window.map(([, known]) => known);
      player.restore({ list, at }, startPosition || saved);
      kept = shapeOf(player);
      const stop = player.state.subscribe(() => {
        const { phase, list: now } = player.state.get();
        if (phase === 'idle') return;
        stop();
        if (now === list) void readRest(player, list).catch(() => undefined);
      });
    },

    follow: (player) => {
      const look = () => {
        const { item, tracked, phase, list, at } = player.state.get();
        // What rests was restored; tests are kept nowhere. Where place and item differ the next one is about to be
        // taken.
        if ((item && phase === 'idle') || !tracked || (at >= 0 && list[at]?.id !== item?.id)) return;
        const shape = shapeOf(player);
        if (shape === kept) return;
        kept = shape;
        writes.write(queueContent(player));
      };
      changed = () => {
        if (player.state.get().playing) writes.write(queueContent(player));
      };
      const stop = player.state.subscribe(look);
      return () => {
        stop();
        changed = null;
        writes.leave();
      };
    },
    leave: writes.leave,
  };
};
