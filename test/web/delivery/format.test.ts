import { monitorFixture } from '../../support/screens/delivery/monitor-fixture.ts';
import { formatAge, formatBytes, formatUtc, formatUtcHour } from '../../../web/src/features/delivery/monitor/format.ts';
import { hourSlots } from '../../../web/src/features/delivery/monitor/overview/hour-slots.ts';

const NOW = Date.parse('2026-11-28T15:48:00.000Z');
const MINUTE_MS = 60_000;

it.each([
  [-5, 'less than a minute old'],
  [0, 'less than a minute old'],
  [1, '1 minute old'],
  [59, '59 minutes old'],
  [60, '1 hour old'],
  [23 * 60 + 59, '23 hours old'],
  [24 * 60, '1 day old'],
  [72 * 60, '3 days old'],
])('says how old a value of %d minutes ago is', (minutes, age) => {
  expect(formatAge(new Date(NOW - minutes * MINUTE_MS).toISOString(), NOW)).toBe(age);
});

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1024 ** 2 - 1, '1024.0 KB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [1024 ** 5, '1024.0 TB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('writes times in UTC, whatever the time zone of the reader is', () => {
  expect(formatUtc('2026-11-28T00:07:00.000Z')).toBe('Nov 28, 2026, 00:07 UTC');
  expect(formatUtcHour('2026-11-28T15:00:00.000Z')).toBe('Nov 28, 15:00 UTC');
});

it('leaves a gap for an hour without logs', () => {
  const [item] = monitorFixture(NOW).hours.items;
  const slots = hourSlots(
    item ? [{ ...item, hour: '2026-11-28T14:00:00.000Z' }] : [],
    '2026-11-28T13:00:00.000Z',
    '2026-11-28T15:48:00.000Z',
  );
  expect(slots.map(({ label, data }) => [label, data?.requests])).toEqual([
    ['Nov 28, 13:00 UTC', undefined],
    ['Nov 28, 14:00 UTC', item?.requests],
    ['Nov 28, 15:00 UTC', undefined],
  ]);
});
