/** Titles in the list of a day's most played ones. */
const TOP_TITLES = 100;

/** The plays of a title so far. */
export interface TitleTotal {
  readonly content_id: string;
  readonly plays: number;
}

const mostFirst = (a: TitleTotal, b: TitleTotal): number => b.plays - a.plays || (a.content_id < b.content_id ? -1 : 1);

/**
 * A list of the most played titles with newer totals of some; undefined if it stays as it is. Totals only grow, so the
 * list is exact if each title is brought in whenever its total has changed.
 */
export const withTotals = (titles: readonly TitleTotal[], totals: readonly TitleTotal[]): TitleTotal[] | undefined => {
  const merged = new Map(titles.map((title) => [title.content_id, title]));
  for (const total of totals) {
    const known = merged.get(total.content_id);
    if (!known || known.plays < total.plays) merged.set(total.content_id, total);
  }
  const listed = [...merged.values()].sort(mostFirst).slice(0, TOP_TITLES);
  const isSame = listed.length === titles.length && listed.every((title, index) => titles[index] === title);
  return isSame ? undefined : listed;
};
