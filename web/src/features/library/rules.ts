/** Rules of lists, without a screen. */

/** A list with the item at one place at another. */
export const moved = <T>(items: readonly T[], from: number, to: number): readonly T[] => {
  const next = [...items];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};

/** Where an entry is to go: some places up or down, or to a place. */
export type Target = { readonly by: number } | { readonly to: number };

/** The place that a target means for an entry at `from`; undefined when that is its own, or none of the list. */
export const targetIndex = (from: number, target: Target, count: number): number | undefined => {
  const to = 'to' in target ? target.to : from + target.by;
  return from < 0 || to === from || to < 0 || to >= count ? undefined : to;
};

/** The place of a row under the pointer: `offset` pixels below the first row's top, in rows of `height` pixels. */
export const indexAt = (offset: number, height: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(offset / Math.max(1, height))));

/** Seconds of several contents together; those that are not known yet count nothing. */
export const totalSeconds = (items: readonly { readonly duration: number | null }[]): number =>
  items.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
