import type { ItemFilter } from '../containing.ts';
import type { PackedParts } from '../packing.ts';
import type { WordMatch } from '../word-matches.ts';

/** Positions of one word in ascending order: a range of `positions`. */
interface Postings {
  readonly start: number;
  readonly end: number;
}

/** Documents that are intersected at a time, so that a search with many results ends early. */
const CHUNK = 4096;

/** Positions of longer words that a beginning covers at most. A beginning with more is too short to matter. */
const MAX_POSITIONS = 300_000;

const postingsOf = ({ positionStarts }: PackedParts, { word }: WordMatch): Postings => ({
  start: positionStarts[word] ?? 0,
  end: positionStarts[word + 1] ?? 0,
});

/** The first position from `at` on that is not below `wanted`. Fast when it is near. */
const advance = (positions: Uint32Array, at: number, end: number, wanted: number): number => {
  let [low, step] = [at, 1];
  while (low + step < end && (positions[low + step] ?? 0) < wanted) {
    low += step;
    step *= 2;
  }
  let high = Math.min(end, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * Visits the documents that contain every word, in ascending order, until `visit` returns false. Only titles are
 * considered (field 0).
 */
export const visitAll = (
  parts: PackedParts,
  words: readonly WordMatch[],
  admits: ItemFilter | undefined,
  visit: (index: number) => boolean,
): void => {
  const { positions } = parts;
  const [rarest, ...others] = words
    .map((word) => postingsOf(parts, word))
    .sort((a, b) => a.end - a.start - (b.end - b.start));
  if (!rarest) return;
  const cursors = others.map(({ start }) => start);
  const chunk = new Uint32Array(Math.min(CHUNK, rarest.end - rarest.start));
  for (let from = rarest.start; from < rarest.end; from += CHUNK) {
    let kept = 0;
    for (let at = from; at < Math.min(rarest.end, from + CHUNK); at += 1) {
      const position = positions[at] ?? 0;
      if ((position & 3) === 0 && (!admits || admits(position >>> 2))) chunk[kept++] = position;
    }
    others.forEach(({ end }, number) => {
      let cursor = cursors[number] ?? 0;
      let left = 0;
      for (let at = 0; at < kept; at += 1) {
        const wanted = chunk[at] ?? 0;
        cursor = advance(positions, cursor, end, wanted);
        if (positions[cursor] === wanted && cursor < end) chunk[left++] = wanted;
      }
      cursors[number] = cursor;
      kept = left;
    });
    for (let at = 0; at < kept; at += 1) if (!visit((chunk[at] ?? 0) >>> 2)) return;
  }
};

/** One bit for each document that contains one of the words. */
const bitsOf = (parts: PackedParts, words: readonly WordMatch[]): Uint32Array => {
  const bits = new Uint32Array(Math.ceil(parts.count / 32));
  let left = MAX_POSITIONS;
  for (const word of words) {
    const { start, end } = postingsOf(parts, word);
    const last = Math.min(end, start + left);
    for (let at = start; at < last; at += 1) {
      const position = parts.positions[at] ?? 0;
      if ((position & 3) === 0) bits[position >>> 7] = (bits[position >>> 7] ?? 0) | (1 << ((position >>> 2) & 31));
    }
    left -= last - start;
    if (left <= 0) break;
  }
  return bits;
};

/**
 * Visits the documents that contain one of the words of each list, in ascending order, until `visit` returns false.
 */
export const visitAny = (
  parts: PackedParts,
  lists: readonly (readonly WordMatch[])[],
  admits: ItemFilter | undefined,
  visit: (index: number) => boolean,
): void => {
  const [first, ...others] = lists.map((words) => bitsOf(parts, words));
  if (!first) return;
  for (let block = 0; block < first.length; block += 1) {
    let bits = others.reduce((all, one) => all & (one[block] ?? 0), first[block] ?? 0);
    while (bits !== 0) {
      const bit = 31 - Math.clz32(bits & -bits);
      bits &= bits - 1;
      const index = block * 32 + bit;
      if ((!admits || admits(index)) && !visit(index)) return;
    }
  }
};
