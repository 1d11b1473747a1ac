import fc from '../../support/setup/fast-check.ts';
import { ORDER_KEY_MAX, orderBetween, ordersBetween } from '../../../lambdas/domain/library/order-keys.ts';
import { createRandom, newSeed } from '../../support/random.ts';

const sorted = (keys: readonly string[]): boolean =>
  keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);

describe('order keys', () => {
  it('do not grow when a thousand are appended and prepended', () => {
    const keys = [orderBetween(undefined, undefined)];
    for (let count = 0; count < 1000; count += 1) keys.push(orderBetween(keys.at(-1), undefined));
    for (let count = 0; count < 1000; count += 1) keys.unshift(orderBetween(undefined, keys[0]));
    expect(sorted(keys)).toBe(true);
    expect(new Set(keys.map(({ length }) => length))).toEqual(new Set([8]));
  });

  it('always exist between two neighbors, however often in the same gap', () => {
    for (const side of ['low', 'high'] as const) {
      let [low, high] = [orderBetween(undefined, undefined), ''];
      high = orderBetween(low, undefined);
      let moves = 0;
      for (; low.length <= ORDER_KEY_MAX && high.length <= ORDER_KEY_MAX; moves += 1) {
        const key = orderBetween(low, high);
        expect(low < key && key < high).toBe(true);
        if (side === 'low') low = key;
        else high = key;
      }
      console.log(`${moves} moves toward the ${side} end before a key is longer than ${ORDER_KEY_MAX}`);
      expect(moves).toBeGreaterThan(300);
    }
  });

  const seed = newSeed();
  it(`keep a list in order through ten thousand moves, spread out when they grow too long (SEED=${seed})`, () => {
    const random = createRandom(seed);
    const list = [...ordersBetween(undefined, undefined, 200)];
    let spread = 0;
    for (let move = 0; move < 10_000; move += 1) {
      list.splice(Math.floor(random() * list.length), 1);
      // Often into the same gap, as when a user sorts a list by hand.
      const to = random() < 0.7 ? 3 : Math.floor(random() * (list.length + 1));
      const made = orderBetween(list[to - 1], list[to]);
      list.splice(to, 0, made);
      if (made.length <= ORDER_KEY_MAX) continue;
      spread += 1;
      const from = Math.max(0, to - 45);
      const end = Math.min(list.length, to + 45);
      list.splice(from, end - from, ...ordersBetween(list[from - 1], list[end], end - from));
    }
    console.log(
      `10,000 moves, spread out ${spread} times, longest key ${Math.max(...list.map(({ length }) => length))}`,
    );
    expect(sorted(list)).toBe(true);
    expect(Math.max(...list.map(({ length }) => length))).toBeLessThanOrEqual(ORDER_KEY_MAX);
  });

  it('are generated in any number, in order, between any bounds', () => {
    fc.assert(
      fc.property(fc.nat(120), fc.constantFrom('none', 'below', 'above', 'both'), (count, bounds) => {
        const [low, high] = ordersBetween(undefined, undefined, 2);
        const below = bounds === 'below' || bounds === 'both' ? low : undefined;
        const above = bounds === 'above' || bounds === 'both' ? high : undefined;
        const keys = ordersBetween(below, above, count);
        expect(keys).toHaveLength(count);
        expect(
          sorted([...(below === undefined ? [] : [below]), ...keys, ...(above === undefined ? [] : [above])]),
        ).toBe(true);
      }),
    );
  });

  it('cannot be made between neighbors that are not in order', () => {
    const [low = '', high = ''] = ordersBetween(undefined, undefined, 2);
    expect(() => orderBetween(high, low)).toThrow(RangeError);
    expect(() => orderBetween(low, low)).toThrow(RangeError);
  });
});
