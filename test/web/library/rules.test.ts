import { moved, indexAt, targetIndex, totalSeconds } from '../../../web/src/features/library/rules.ts';

describe('lists', () => {
  it.each([
    [0, 2, 'bcad'],
    [2, 0, 'cabd'],
    [3, 0, 'dabc'],
    [1, 2, 'acbd'],
    [1, 1, 'abcd'],
  ])('move %i to %i: %s', (from, to, order) => {
    expect(moved([...'abcd'], from, to).join('')).toBe(order);
  });

  it.each([
    [-30, 0],
    [0, 0],
    [63, 0],
    [64, 1],
    [200, 3],
    [9999, 3],
  ])('find the row %i pixels down: %i', (offset, index) => {
    expect(indexAt(offset, 64, 4)).toBe(index);
  });

  it.each([
    [1, { by: 1 }, 2],
    [1, { by: -1 }, 0],
    [0, { by: -1 }, undefined],
    [2, { by: 1 }, undefined],
    [2, { to: 0 }, 0],
    [2, { to: 2 }, undefined],
    [-1, { to: 0 }, undefined],
  ] as const)('of three move %i by %j to %s', (from, target, index) => {
    expect(targetIndex(from, target, 3)).toBe(index);
  });

  it('add up the known durations', () =>
    expect(totalSeconds([{ duration: 60 }, { duration: null }, { duration: 5 }])).toBe(65));
});
