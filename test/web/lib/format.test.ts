import {
  formatCount,
  formatDuration,
  formatLongDate,
  formatMegabytes,
  formatUsd,
} from '../../../web/src/lib/format.ts';

describe('formats', () => {
  it.each([
    [null, '--:--'],
    [0, '0:00'],
    [65.9, '1:05'],
    [3605, '60:05'],
    [-1, '--:--'],
    [Number.NaN, '--:--'],
  ])('shows a duration of %p as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  it('shows sizes, dates, counts and prices as the specification does', () => {
    expect(formatMegabytes(1_572_864)).toBe('1.50 MB');
    expect(formatLongDate('2026-03-04T12:00:00.000Z')).toBe('March 4, 2026');
    expect(formatCount(10000)).toBe('10,000');
    expect([0, 19.99].map(formatUsd)).toEqual(['$0', '$19.99']);
  });
});
