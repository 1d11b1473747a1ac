/** Rules of the queue. An entry is identified by its index, so the same item can be in the queue twice. */
import type { PlayableItem } from './rules.ts';

/** A list and the index of the current entry; -1 if the current item is not in the list. */
export interface Queue {
  readonly list: readonly PlayableItem[];
  readonly at: number;
}

/** The queue of a list with `item` as the current entry. */
export const queueOf = (list: readonly PlayableItem[], item: PlayableItem): Queue => ({
  list,
  at: list.findIndex(({ id }) => id === item.id),
});

/** The index before or after the current entry; undefined past the ends. */
export const adjacentIndex = ({ list, at }: Queue, offset: 1 | -1): number | undefined => {
  const index = at + offset;
  return at >= 0 && list[index] ? index : undefined;
};

/** What plays after the last entry: nothing or the first entry (`all`). `one` repeats the current entry. */
export type Repeat = 'off' | 'all' | 'one';

/** The index that plays when an item has ended; undefined for none. */
export const indexAfterEnd = (queue: Queue & { readonly repeat: Repeat }): number | undefined => {
  if (queue.at < 0) return undefined;
  if (queue.repeat === 'one') return queue.at;
  return adjacentIndex(queue, 1) ?? (queue.repeat === 'all' ? 0 : undefined);
};

/** The queue with the entries after the current one shuffled. `random` returns numbers from 0 up to 1. */
export const withShuffled = ({ list, at }: Queue, random: () => number): Queue => {
  const next = list.slice(at + 1).map((item) => ({ item, order: random() }));
  return {
    list: [...list.slice(0, at + 1), ...next.sort((one, other) => one.order - other.order).map(({ item }) => item)],
    at,
  };
};

/** A key for each entry: the item and its occurrence, so that a moved entry keeps its key. */
export const entryKeys = (list: readonly PlayableItem[]): readonly string[] => {
  const seen = new Map<string, number>();
  return list.map(({ id }) => {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return `${id}-${count}`;
  });
};

/** The queue without an entry. Without the current entry, the next one becomes current, or none (-1) at the end. */
export const withoutEntry = ({ list, at }: Queue, index: number): Queue => {
  const rest = list.filter((_, other) => other !== index);
  if (index < at) return { list: rest, at: at - 1 };
  return { list: rest, at: index === at && !rest[at] ? -1 : at };
};

/** The queue with an entry moved to another index. The current entry stays current. */
export const withMoved = ({ list, at }: Queue, from: number, to: number): Queue => {
  const item = list[from];
  if (!item || to < 0 || to >= list.length || from === to) return { list, at };
  const others = list.filter((_, index) => index !== from);
  const moved = [...others.slice(0, to), item, ...others.slice(to)];
  if (from === at) return { list: moved, at: to };
  const shifted = at - (from < at ? 1 : 0);
  return { list: moved, at: at < 0 ? at : shifted + (to <= shifted ? 1 : 0) };
};

/** The queue with an item inserted after the current entry. */
export const withNext = ({ list, at }: Queue, item: PlayableItem): Queue => ({
  list: [...list.slice(0, at + 1), item, ...list.slice(at + 1)],
  at,
});
