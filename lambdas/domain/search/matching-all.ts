import type { ItemFilter } from './containing.ts';
import type { PackedParts } from './packing.ts';
import type { WordMatch } from './word-matches.ts';

/** Weight of a match in percent, by field: title, artist, tags, category (`FIELDS`). */
const WEIGHTS = [100, 90, 70, 50] as const;

/** Maximum number of positions to check per query word. A word with more positions is too common to matter. */
const MAX_POSITIONS = 200_000;

/** Matches per item so far. There is one tally per index; after use, only the touched entries are cleared. */
export interface Tally {
  /** Number of query words that the item matches. */
  readonly had: Uint8Array;
  /** Score of the last word, and of all words. */
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
 * Scores of the items that match every query word, by item number. The maximum score is 1,000. `words` has the matches
 * of each query word, best first.
 */
export const itemsMatchingAll = (
  parts: PackedParts,
  tally: Tally,
  words: readonly (readonly WordMatch[])[],
  admits?: ItemFilter,
): ReadonlyMap<number, number> => {
  const { positions, positionStarts } = parts;
  const { had, last, sum } = tally;
  // Starts with the rarest word, which rules out the most items.
  const ordered = [...words].sort((a, b) => positionsOf(parts, a) - positionsOf(parts, b));
  const touched: number[] = [];
  ordered.forEach((matches, turn) => {
    let left = MAX_POSITIONS;
    for (const { word, quality } of matches) {
      const end = positionStarts[word + 1] ?? 0;
      for (let at = positionStarts[word] ?? 0; at < end && left > 0; at += 1, left -= 1) {
        const position = positions[at] ?? 0;
        const index = position >>> 2;
        const score = ((WEIGHTS[position & 3] ?? 0) * quality) / 100;
        if (had[index] === turn && (turn > 0 || !admits || admits(index))) {
          had[index] = turn + 1;
          last[index] = score;
          sum[index] = (sum[index] ?? 0) + score;
          if (turn === 0) touched.push(index);
        } else if (had[index] === turn + 1 && score > (last[index] ?? 0)) {
          sum[index] = (sum[index] ?? 0) + score - (last[index] ?? 0);
          last[index] = score;
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
