/** Maximum number of tolerated edits. None in short words, where an edit usually makes a different word. */
export const toleratedEdits = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/** The letters of a word as a 32-bit mask. One edit changes at most two bits. */
export const lettersOf = (word: string): number => {
  let mask = 0;
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) & 31);
  return mask >>> 0;
};

/** Number of set bits. */
const bitsOf = (value: number): number => {
  let left = value - ((value >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** Quick check, by letter masks, whether two words can be within `edits` edits of each other. */
export const canBeWithin = (a: number, b: number, edits: number): boolean => bitsOf(a ^ b) <= 2 * edits;

/**
 * Whether two words are within `edits` edits of each other: a letter inserted, deleted, replaced, or swapped with its
 * neighbor.
 */
export const isWithin = (a: string, b: string, edits: number): boolean => {
  if (Math.abs(a.length - b.length) > edits) return false;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const now = [row];
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (now[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      now.push(cost);
      least = Math.min(least, cost);
    }
    if (least > edits) return false;
    [beforeLast, last] = [last, now];
  }
  return (last[b.length] ?? 0) <= edits;
};
