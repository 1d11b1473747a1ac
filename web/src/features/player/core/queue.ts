/**
 * Rules of the queue: what plays, and what comes before and after it. An entry is a place in it, so the same item may
 * stand there twice.
 */
import type { PlayableItem } from './rules.ts';

/** A list and the place in it that plays; -1: what plays stands in no list. */
export interface Queue {
  readonly list: readonly PlayableItem[];
  readonly at: number;
}

/** The queue of a list in which `item` plays. */
export const queueOf = (list: readonly PlayableItem[], item: PlayableItem): Queue => ({
  list,
  at: list.findIndex(({ id }) => id === item.id),
});

/** The place before or behind the one that plays; undefined past the ends. */
export const adjacentIndex = ({ list, at }: Queue, offset: 1 | -1): number | undefined => {
  const index = at + offset;
  return at >= 0 && list[index] ? index : undefined;
};

/** What comes behind the end: nothing more, the beginning again, or the same item. */
export type Repeat = 'off' | 'all' | 'one';

/** The place that plays when an item has ended; undefined: none. */
export const indexAfterEnd = (queue: Queue & { readonly repeat: Repeat }): number | undefined => {
  if (queue.at < 0) return undefined;
  if (queue.repeat === 'one') return queue.at;
  return adjacentIndex(queue, 1) ?? (queue.repeat === 'all' ? 0 : undefined);
};

/** The queue with what comes behind the one that plays in an order by chance. `random` gives numbers from 0 up to 1. */
export const withShuffled = ({ list, at }: Queue, random: () => number): Queue => {
  const next = list.slice(at + 1).map((item) => ({ item, order: random() }));
  return {
    list: [...list.slice(0, at + 1), ...next.sort((one, other) => one.order - other.order).map(({ item }) => item)],
    at,
  };
};

/** Names each entry by its item and how often that stands before it, so that a moved entry keeps its name. */
export const entryKeys = (list: readonly PlayableItem[]): readonly string[] => {
  const seen = new Map<string, number>();
  return list.map(({ id }) => {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return `${id}-${count}`;
  });
};

/**
 * The queue without an entry. Taking out the one that plays leaves its place to the next, or past the end to nobody
 * (-1).
 */
export const withoutEntry = ({ list, at }: Queue, index: number): Queue => {
  const rest = list.filter((_, other) => other !== index);
  if (index < at) return { list: rest, at: at - 1 };
  return { list: rest, at: index === at && !rest[at] ? -1 : at };
};

/** The queue with an entry at another place. What plays goes on playing. */
export const withMoved = ({ list, at }: Queue, from: number, to: number): Queue => {
  const item = list[from];
  if (!item || to < 0 || to >= list.length || from === to) return { list, at };
  const others = list.filter((_, index) => index !== from);
  const moved = [...others.slice(0, to), item, ...others.slice(to)];
  if (from === at) return { list: moved, at: to };
  const shifted = at - (from < at ? 1 : 0);
  return { list: moved, at: at < 0 ? at : shifted + (to <= shifted ? 1 : 0) };
};

/** The queue with an item right behind what plays. */
export const withNext = ({ list, at }: Queue, item: PlayableItem): Queue => ({
  list: [...list.slice(0, at + 1), item, ...list.slice(at + 1)],
  at,
});
