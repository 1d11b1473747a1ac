import type { Admits } from './containing.ts';
import type { PackedParts } from './packing.ts';
import type { WordMatch } from './word-matches.ts';

/** Worth of a place in hundredths: title, artist, tags, category (`FIELDS`). */
const WORTH = [100, 90, 70, 50] as const;

/** Places that one word of the query looks at: beyond this it says nothing about what is meant. */
const MAX_POSITIONS = 200_000;

/** What each content has of the words so far. One for each index: cleared after use by what was touched. */
export interface Tally {
  /** Words of the query that a content has. */
  readonly had: Uint8Array;
  /** Worth of the last word, and of all words. */
  readonly last: Uint16Array;
  readonly sum: Uint16Array;
}

export const createTally = (count: number): Tally => ({
  had: new Uint8Array(count),
  last: new Uint16Array(count),
  sum: new Uint16Array(count),
});

const positionsOf = ({ positionStarts }: PackedParts, matches: readonly WordMatch[]): number =>
  matches.reduce((sum, { word }) => sum + (positionStarts[word + 1] ?? 0) - (positionStarts[word] ?? 0), 0);

/**
 * Contents that have a match for each word of the query, by number, each with its worth of up to 1,000. `words` holds
 * the matches of each word of the query, best first.
 */
export const contentsWithAll = (
  parts: PackedParts,
  tally: Tally,
  words: readonly (readonly WordMatch[])[],
  admits?: Admits,
): ReadonlyMap<number, number> => {
  const { positions, positionStarts } = parts;
  const { had, last, sum } = tally;
  // The rarest word first: what it does not have is out.
  const ordered = [...words].sort((a, b) => positionsOf(parts, a) - positionsOf(parts, b));
  const touched: number[] = [];
  ordered.forEach((matches, turn) => {
    let left = MAX_POSITIONS;
    for (const { word, quality } of matches) {
      const end = positionStarts[word + 1] ?? 0;
      for (let at = positionStarts[word] ?? 0; at < end && left > 0; at += 1, left -= 1) {
        const position = positions[at] ?? 0;
        const index = position >>> 2;
        const worth = ((WORTH[position & 3] ?? 0) * quality) / 100;
        if (had[index] === turn && (turn > 0 || !admits || admits(index))) {
          had[index] = turn + 1;
          last[index] = worth;
          sum[index] = (sum[index] ?? 0) + worth;
          if (turn === 0) touched.push(index);
        } else if (had[index] === turn + 1 && worth > (last[index] ?? 0)) {
          sum[index] = (sum[index] ?? 0) + worth - (last[index] ?? 0);
          last[index] = worth;
        }
      }
    }
  });
  const found = new Map<number, number>();
  for (const index of touched) {
    if (had[index] === ordered.length) found.set(index, Math.round(((sum[index] ?? 0) * 10) / ordered.length));
    had[index] = 0;
    last[index] = 0;
    sum[index] = 0;
  }
  return found;
};
