/** Titles per block. Gram rows distinguish blocks, not titles. */
export const BLOCK = 64;

/** Number of bit rows. A row has one bit per block. A block of 64 titles sets its bit in about a sixth of the rows. */
export const ROWS = 8192;

/** Maximum length of a gram in bytes. */
const LONGEST = 3;

const rowOf = (bytes: Uint8Array, at: number, length: number): number => {
  let hash = length;
  for (let index = at; index < at + length; index += 1)
    hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193) ^ (hash >>> 15);
  return Math.imul(hash, 0x9e3779b1) >>> 19;
};

/** Number of 32-bit words in a row for `count` titles. */
export const rowWords = (count: number): number => Math.ceil(Math.ceil(count / BLOCK) / 32);

/** Sets the bit of a title's block in the rows of all its grams of one to three bytes. */
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

/** Bitmap of the blocks that may contain a title with these bytes. Has false positives, but no false negatives. */
export const candidateBlocks = (rows: Uint32Array, words: number, bytes: Uint8Array): Uint32Array => {
  const found = new Uint32Array(words).fill(0xffffffff);
  const length = Math.min(LONGEST, bytes.length);
  for (let at = 0; at + length <= bytes.length; at += 1) {
    const start = rowOf(bytes, at, length) * words;
    for (let word = 0; word < words; word += 1) found[word] = (found[word] ?? 0) & (rows[start + word] ?? 0);
  }
  return found;
};
