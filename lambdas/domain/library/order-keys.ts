/**
 * Keys that sort the entries of a list as text: eight base-62 digits, followed by a fraction where there is no number
 * left between two neighbors. A new key between two others changes neither of them, so a move writes only one entry.
 * Appending and prepending never make keys longer.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = DIGITS.length;
/** Digits of the integer part. 62^8 is below 2^53. */
const WIDTH = 8;
const END = BASE ** WIDTH;
const START = Math.floor(END / 2);
/** Gap that an appended key leaves: room for twenty moves into it before fractions are needed. */
const STEP = 2 ** 20;

/**
 * Maximum length of a key in characters. A longer key makes its neighborhood be spread out again. Every sixth move into
 * the same gap adds one character.
 */
export const ORDER_KEY_MAX = 64;

const digitAt = (text: string, index: number): number => (index < text.length ? DIGITS.indexOf(text[index] ?? '') : 0);

const formatNumber = (number: number): string => {
  if (number < 0 || number >= END) throw new RangeError('No room for another key at this end');
  let text = '';
  for (let rest = number, slot = 0; slot < WIDTH; slot += 1, rest = Math.floor(rest / BASE))
    text = `${DIGITS[rest % BASE] ?? ''}${text}`;
  return text;
};

const numberOf = (key: string): number =>
  Array.from({ length: WIDTH }, (_, index) => digitAt(key, index)).reduce((sum, digit) => sum * BASE + digit, 0);

/** A fraction between two others; `above` undefined means 1. Fractions never end in 0, so that there is always room. */
export const fractionBetween = (below: string, above: string | undefined): string => {
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

/** A key between two neighbors; undefined means the end of the list. Throws RangeError when they are not in order. */
export const orderBetween = (below: string | undefined, above: string | undefined): string => {
  if (below === undefined && above === undefined) return formatNumber(START);
  if (above === undefined) return formatNumber(numberOf(below ?? '') + STEP);
  if (below === undefined) return formatNumber(numberOf(above) - STEP);
  if (below >= above) throw new RangeError('The keys are not in order');
  const [low, high] = [numberOf(below), numberOf(above)];
  if (high - low > 1) return formatNumber(Math.floor((low + high) / 2));
  return formatNumber(low) + fractionBetween(below.slice(WIDTH), low === high ? above.slice(WIDTH) : undefined);
};

/** `count` keys between two neighbors, in order and roughly evenly spaced. */
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
