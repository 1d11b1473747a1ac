/** Rules of ordered lists. */

/** A list with one item moved from one index to another. */
export const moved = <T>(items: readonly T[], from: number, to: number): readonly T[] => {
  const next = [...items];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};

/** Where an entry moves: by an offset, or to an index. */
export type Target = { readonly by: number } | { readonly to: number };

/** The index of a target for an entry at `from`; undefined if the entry is already there, or if it is out of range. */
export const targetIndex = (from: number, target: Target, count: number): number | undefined => {
  const to = 'to' in target ? target.to : from + target.by;
  return from < 0 || to === from || to < 0 || to >= count ? undefined : to;
};

/** Index of the row at `offset` pixels below the top of the first row, with rows of `height` pixels. */
export const indexAt = (offset: number, height: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(offset / Math.max(1, height))));

/** Total duration of the items, in seconds; unknown durations count as 0. */
export const totalSeconds = (items: readonly { readonly duration: number | null }[]): number =>
  items.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
