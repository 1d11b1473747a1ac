/** Saves the queue of the player, so that it survives a reload and is available on other devices. */
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

/** The stored fields of a queue. */
export interface QueueContent {
  readonly content_ids: string[];
  readonly index: number;
  readonly position_seconds: number;
}

/** A stored queue with some of its items. */
export interface LoadedQueue {
  readonly queue: SavedQueue | null;
  /** Without the items that the user can no longer play. */
  readonly items: readonly PlayableItem[];
}

export interface QueueTrackerPorts {
  readonly clock: Clock;
  readonly device: Device;
  readonly writer: string;
  /** With `from`, the items from that index on. */
  readonly load: (from?: number) => Promise<LoadedQueue>;
  readonly save: (queue: QueueContent, stamp: Stamp, leaving: boolean) => Promise<WriteAnswer>;
  /** Where an item starts. */
  readonly startPositionOf: (item: PlayableItem, following: boolean) => Promise<StartPosition>;
}

export interface QueueTracker {
  /** Restores the saved queue, paused, unless the player is no longer empty. Rejects when the queue can't be read. */
  readonly restore: (player: Player) => Promise<void>;
  /** Saves the queue of a player until the returned function is called, which also ends restoring. */
  readonly follow: (player: Player) => () => void;
  /** Saves what is waiting now. Resolves once that is done. */
  readonly leave: () => Promise<unknown>;
}

type Source = Pick<Player, 'state' | 'position'>;

/** Entries before the current one that are saved if the queue is too long: upcoming entries matter more. */
const KEPT_BEFORE = 100;

/** The fields of a player's queue to save. An empty player has an empty queue. */
export const queueContent = ({ state, position }: Source): QueueContent => {
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

/** The known items among `count` ids from index `from` on, each with its index. */
const itemsFrom = (
  ids: readonly string[],
  items: readonly PlayableItem[],
  from: number,
  count: number,
): readonly (readonly [index: number, item: PlayableItem])[] => {
  const known = new Map(items.map((item) => [item.id, item]));
  return ids.slice(from, from + count).flatMap((id, offset) => {
    const item = known.get(id);
    return item ? [[from + offset, item] as const] : [];
  });
};

/** A string that changes with the entries and the current entry. */
const shapeOf = ({ state }: Source): string => {
  const { item, list, at } = state.get();
  return item ? [at, item.id, ...list.map(({ id }) => id)].join() : '';
};

/** Creates the queue tracker of one page. */
export const createQueueTracker = ({ clock, writer, load, save, startPositionOf }: QueueTrackerPorts): QueueTracker => {
  let number = 0;
  let changed: (() => void) | null = null;
  let onState: (() => void) | null = null;
  let savedShape = '';
  const writes = createVersionedWriter<QueueContent>(
    {
      clock,
      writer,
      send: save,
      // Another device saved first, but what plays here is what the user is doing now.
      onAnswer: ({ kind }) => {
        if (kind === 'stale') changed?.();
      },
    },
    () => (number += 1),
  );
  /** Index from which the items of a restored queue are still to be loaded; null if all are loaded. */
  let rest: number | null = null;
  let ended = false;

  /** Loads the remaining items of a restored queue, and appends them unless another list plays by then. */
  const readRest = async (player: Player, restored: readonly PlayableItem[]): Promise<void> => {
    let list = restored;
    while (rest !== null) {
      const from = rest;
      const { queue, items } = await load(from);
      if (ended || rest !== from) return;
      const found = queue ? itemsFrom(queue.content_ids, items, from, QUEUE_WINDOW) : [];
      rest = queue && from + QUEUE_WINDOW < queue.content_ids.length ? from + QUEUE_WINDOW : null;
      list = [...list, ...found.map(([, item]) => item)];
      player.extendList(list);
    }
  };

  return {
    restore: async (player) => {
      const { queue, items } = await load();
      if (!queue || ended) return;
      writes.know(queue.version);
      const from = Math.max(0, queue.index - QUEUE_WINDOW_BEFORE);
      const window = itemsFrom(queue.content_ids, items, from, QUEUE_WINDOW);
      const at = window.findIndex(([index]) => index === queue.index);
      const item = window[at]?.[1];
      // The current item no longer exists, or the player is in use.
      if (!item || player.state.get().item) return;
      const { at: startPosition } = await startPositionOf(item, false);
      const saved = isWorthResuming(queue.position_seconds, item.duration ?? 0) ? queue.position_seconds : 0;
      if (player.state.get().item || ended) return;
      rest = from + QUEUE_WINDOW < queue.content_ids.length ? from + QUEUE_WINDOW : null;
      const list = window.map(([, known]) => known);
      player.restore({ list, at }, startPosition || saved);
      savedShape = shapeOf(player);
      const stop = player.state.subscribe(() => {
        const { item: now, phase } = player.state.get();
        if (now && phase === 'idle' && !ended) return;
        stop();
        if (!now || ended) rest = null;
        readRest(player, list)
          .catch(() => undefined)
          .finally(() => {
            rest = null;
            onState?.();
          });
      });
    },

    follow: (player) => {
      onState = () => {
        const { item, tracked, phase, list, at } = player.state.get();
        // An idle item was just restored, and saving a part of its queue would lose the rest. Playback tests are not
        // saved. Where index and item differ, the next item is about to start.
        if ((item && (phase === 'idle' || rest !== null)) || !tracked || (at >= 0 && list[at]?.id !== item?.id)) return;
        const shape = shapeOf(player);
        if (shape === savedShape) return;
        savedShape = shape;
        writes.write(queueContent(player));
      };
      changed = () => {
        if (player.state.get().playing) writes.write(queueContent(player));
      };
      const stop = player.state.subscribe(onState);
      return () => {
        stop();
        changed = null;
        onState = null;
        ended = true;
        writes.end();
      };
    },
    leave: writes.leave,
  };
};
