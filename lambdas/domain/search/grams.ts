/** Titles of one block: what the gram rows tell apart. */
export const BLOCK = 64;

/** Rows of bits, one bit for each block. A block of 64 titles sets about a sixth of them. */
export const ROWS = 8192;

/** Longest run of bytes that has a row. */
const LONGEST = 3;

const rowOf = (bytes: Uint8Array, at: number, length: number): number => {
  let hash = length;
  for (let index = at; index < at + length; index += 1)
    hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193) ^ (hash >>> 15);
  return Math.imul(hash, 0x9e3779b1) >>> 19;
};

/** Words of 32 bits that a row of `count` titles takes. */
export const rowWords = (count: number): number => Math.ceil(Math.ceil(count / BLOCK) / 32);

/** Notes all runs of one to three bytes of a title in the rows of its block. */
export const recordGrams = (
  rows: Uint32Array,
  words: number,
  block: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): void => {
  const bit = 1 << (block & 31);
  const word = block >>> 5;
  for (let at = from; at < to; at += 1) {
    for (let length = 1; length <= LONGEST && at + length <= to; length += 1) {
      const index = rowOf(bytes, at, length) * words + word;
      rows[index] = (rows[index] ?? 0) | bit;
    }
  }
};

/** Blocks that may hold a title with these bytes, as bits; no block that holds one is missing. */
export const candidateBlocks = (rows: Uint32Array, words: number, bytes: Uint8Array): Uint32Array => {
  const found = new Uint32Array(words).fill(0xffffffff);
  const length = Math.min(LONGEST, bytes.length);
  for (let at = 0; at + length <= bytes.length; at += 1) {
    const start = rowOf(bytes, at, length) * words;
    for (let word = 0; word < words; word += 1) found[word] = (found[word] ?? 0) & (rows[start + word] ?? 0);
  }
  return found;
};
