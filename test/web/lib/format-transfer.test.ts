import { formatSpeed, formatTimeLeft } from '../../../web/src/lib/transfer/format-transfer.ts';

it.each([
  [0, '0 B/s'],
  [1023, '1023 B/s'],
  [1536, '1.5 KB/s'],
  [2.25 * 1024 * 1024, '2.3 MB/s'],
])('shows %d bytes per second as %s', (speed, text) => expect(formatSpeed(speed)).toBe(text));

it.each([
  [0.2, '1s'],
  [59, '59s'],
  [61, '1m 1s'],
  [3599.5, '1h 0m'],
  [7_380, '2h 3m'],
])('shows %d seconds as %s', (seconds, text) => expect(formatTimeLeft(seconds)).toBe(text));
