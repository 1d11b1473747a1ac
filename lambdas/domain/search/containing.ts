import { BLOCK, candidateBlocks, rowWords } from './grams.ts';
import type { PackedParts } from './packing.ts';

/** Whether a content of a number may be found at all. */
export type Admits = (index: number) => boolean;

/**
 * Matching titles of the wrong kind after which contents are tried one by one instead: most titles match, few are
 * wanted.
 */
const TURNED_AWAY = 2000;

const holds = (titles: Uint8Array, from: number, to: number, wanted: Uint8Array): boolean => {
  const first = wanted[0];
  for (let at = from; at + wanted.length <= to; at += 1) {
    if (titles[at] !== first) continue;
    let same = 1;
    while (same < wanted.length && titles[at + same] === wanted[same]) same += 1;
    if (same === wanted.length) return true;
  }
  return false;
};

/** Runs of neighboring candidate blocks as numbers of contents, from (included) to (excluded). */
function* candidateRuns(parts: PackedParts, wanted: Uint8Array): Generator<readonly [number, number]> {
  const words = rowWords(parts.count);
  const blocks = candidateBlocks(parts.gramRows, words, wanted);
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
    if (!set && from >= 0) {
      yield [from * BLOCK, Math.min(parts.count, block * BLOCK)];
      from = -1;
    }
  }
}

/**
 * Numbers of the contents whose folded title contains the folded text, newest first, `limit` at most: exactly those
 * that a comparison of every title would find. The rows of grams name the blocks to look into.
 */
export const titlesContaining = (
  parts: PackedParts,
  folded: string,
  limit: number,
  admits?: Admits,
): readonly number[] => {
  const found: number[] = [];
  if (folded === '' || parts.count === 0) return found;
  const { titles, titleStarts } = parts;
  const wanted = Buffer.from(folded);
  let turnedAway = 0;
  for (const [first, last] of candidateRuns(parts, wanted)) {
    const start = titleStarts[first] ?? 0;
    const run = Buffer.from(titles.buffer, titles.byteOffset + start, (titleStarts[last] ?? 0) - start);
    let index = first;
    while (index < last && turnedAway < TURNED_AWAY) {
      const at = run.indexOf(wanted, (titleStarts[index] ?? 0) - start);
      if (at < 0) {
        index = last;
        break;
      }
      while ((titleStarts[index + 1] ?? 0) - start <= at) index += 1;
      if (!admits || admits(index)) {
        found.push(index);
        if (found.length === limit) return found;
      } else turnedAway += 1;
      index += 1;
    }
    for (; index < last; index += 1) {
      if ((admits && !admits(index)) || !holds(titles, titleStarts[index] ?? 0, titleStarts[index + 1] ?? 0, wanted))
        continue;
      found.push(index);
      if (found.length === limit) return found;
    }
  }
  return found;
};
