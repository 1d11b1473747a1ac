import { BLOCK, candidateBlocks, rowWords } from './grams.ts';
import type { PackedParts } from './packing.ts';

/** Whether the item with this number matches the filters of a query. */
export type ItemFilter = (index: number) => boolean;

/**
 * After this many matching titles that the filters reject, the filters are checked before the titles. It is faster when
 * most titles match but few items pass the filters.
 */
const MAX_REJECTED = 2000;

/** Maximum number of blocks in a run. */
const MAX_RUN = 64;

const containsBytes = (titles: Uint8Array, from: number, to: number, needle: Uint8Array): boolean => {
  const first = needle[0];
  for (let at = from; at + needle.length <= to; at += 1) {
    if (titles[at] !== first) continue;
    let same = 1;
    while (same < needle.length && titles[at + same] === needle[same]) same += 1;
    if (same === needle.length) return true;
  }
  return false;
};

/** Runs of adjacent candidate blocks, as ranges of item numbers: start (inclusive) and end (exclusive). */
function* candidateRuns(parts: PackedParts, needle: Uint8Array): Generator<readonly [number, number]> {
  const words = rowWords(parts.count);
  const blocks = candidateBlocks(parts.gramRows, words, needle);
  const end = Math.ceil(parts.count / BLOCK);
  let from = -1;
  for (let block = 0; block <= end; block += 1) {
    const word = blocks[block >>> 5] ?? 0;
    if (from < 0 && word === 0 && (block & 31) === 0) {
      block += 31;
      continue;
    }
    const set = block < end && (word & (1 << (block & 31))) !== 0;
    if (set && from < 0) from = block;
    if (from >= 0 && (!set || block - from === MAX_RUN)) {
      yield [from * BLOCK, Math.min(parts.count, block * BLOCK)];
      from = set ? block : -1;
    }
  }
}

/**
 * Numbers of the items whose folded title contains the folded text, newest first, up to `limit`. The result is the same
 * as that of comparing every title, unless more than `maxBytes` must be compared. The gram rows select the blocks to
 * search.
 */
export const titlesContaining = (
  parts: PackedParts,
  folded: string,
  limit: number,
  admits?: ItemFilter,
  maxBytes = Number.POSITIVE_INFINITY,
): readonly number[] => {
  const found: number[] = [];
  if (folded === '' || parts.count === 0) return found;
  const { titles, titleStarts } = parts;
  const needle = Buffer.from(folded);
  let rejected = 0;
  let compared = 0;
  for (const [first, last] of candidateRuns(parts, needle)) {
    const start = titleStarts[first] ?? 0;
    compared += (titleStarts[last] ?? 0) - start;
    if (compared > maxBytes) return found;
    const run = Buffer.from(titles.buffer, titles.byteOffset + start, (titleStarts[last] ?? 0) - start);
    let index = first;
    while (index < last && rejected < MAX_REJECTED) {
      const at = run.indexOf(needle, (titleStarts[index] ?? 0) - start);
      if (at < 0) {
        index = last;
        break;
      }
      while ((titleStarts[index + 1] ?? 0) - start <= at) index += 1;
      if (!admits || admits(index)) {
        found.push(index);
        if (found.length === limit) return found;
      } else rejected += 1;
      index += 1;
    }
    for (; index < last; index += 1) {
      if (admits && !admits(index)) continue;
      if (!containsBytes(titles, titleStarts[index] ?? 0, titleStarts[index + 1] ?? 0, needle)) continue;
      found.push(index);
      if (found.length === limit) return found;
    }
  }
  return found;
};
