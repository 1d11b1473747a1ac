/**
 * Keys by which entries of a list are sorted as text: eight digits of base 62, then a fraction where two neighbors'
 * numbers leave no room. A key between two others touches neither, so that a move writes one entry. Appending and
 * prepending never make a key longer.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;
/** Digits of the number: 62^8 is below 2^53. */
const WIDTH = 8;
const END = BASE ** WIDTH;
const START = Math.floor(END / 2);
/** Room that an appended key leaves: twenty moves into one gap before a fraction begins. */
const STEP = 2 ** 20;

/** Characters of a key, at which its surroundings are spread anew. A move into one and the same gap adds one in six. */
export const ORDER_KEY_MAX = 64;

const digitAt = (text: string, index: number): number => (index < text.length ? DIGITS.indexOf(text[index] ?? '') : 0);

const written = (number: number): string => {
  if (number < 0 || number >= END) throw new RangeError('No room for another key at this end');
  let text = '';
  for (let rest = number, slot = 0; slot < WIDTH; slot += 1, rest = Math.floor(rest / BASE))
    text = `${DIGITS[rest % BASE] ?? ''}${text}`;
  return text;
};

const numberOf = (key: string): number =>
  Array.from({ length: WIDTH }, (_, index) => digitAt(key, index)).reduce((sum, digit) => sum * BASE + digit, 0);

/** A fraction between two; `above` undefined is one whole. Fractions do not end in 0, so that there is always room. */
const fractionBetween = (below: string, above: string | undefined): string => {
  if (above !== undefined) {
    let common = 0;
    while (common < above.length && digitAt(below, common) === digitAt(above, common)) common += 1;
    if (common > 0) return above.slice(0, common) + fractionBetween(below.slice(common), above.slice(common));
  }
  const low = digitAt(below, 0);
  const high = above === undefined ? BASE : digitAt(above, 0);
  if (high - low > 1) return DIGITS[Math.round((low + high) / 2)] ?? '';
  if (above !== undefined && above.length > 1) return above.slice(0, 1);
  return (DIGITS[low] ?? '') + fractionBetween(below.slice(1), undefined);
};

/** A key between two neighbors; undefined is the end of the list. Throws RangeError when they are not in order. */
export const orderBetween = (below: string | undefined, above: string | undefined): string => {
  if (below === undefined && above === undefined) return written(START);
  if (above === undefined) return written(numberOf(below ?? '') + STEP);
  if (below === undefined) return written(numberOf(above) - STEP);
  if (below >= above) throw new RangeError('The keys are not in order');
  const [low, high] = [numberOf(below), numberOf(above)];
  if (high - low > 1) return written(Math.floor((low + high) / 2));
  return written(low) + fractionBetween(below.slice(WIDTH), low === high ? above.slice(WIDTH) : undefined);
};

/** `count` keys between two neighbors, in order and about evenly apart. */
export const ordersBetween = (
  below: string | undefined,
  above: string | undefined,
  count: number,
): readonly string[] => {
  if (count === 0) return [];
  if (above === undefined) {
    const first = orderBetween(below, above);
    return [first, ...ordersBetween(first, above, count - 1)];
  }
  if (below === undefined) {
    const last = orderBetween(below, above);
    return [...ordersBetween(below, last, count - 1), last];
  }
  const middle = orderBetween(below, above);
  const before = Math.floor((count - 1) / 2);
  return [...ordersBetween(below, middle, before), middle, ...ordersBetween(middle, above, count - 1 - before)];
};
