import { createManualClock } from '../../../../infra/local/clock.ts';
import { parseSchedule } from '../../../../infra/local/events/schedules/schedule-expression.ts';
import { createScheduler } from '../../../../infra/local/events/schedules/scheduler.ts';

const at = (text: string): number => Date.parse(text);
const iso = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString().replace('.000Z', 'Z');

/** Expression, time zone, start, and the next three times. 1 January 2026 is a Thursday. */
const CASES: readonly (readonly [
  expression: string,
  timezone: string,
  from: string,
  times: readonly (string | undefined)[],
])[] = [
  [
    'rate(5 minutes)',
    'UTC',
    '2026-01-01T00:00:00Z',
    ['2026-01-01T00:05:00Z', '2026-01-01T00:10:00Z', '2026-01-01T00:15:00Z'],
  ],
  [
    'rate(1 hour)',
    'UTC',
    '2026-01-01T00:30:00Z',
    ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z', '2026-01-01T03:00:00Z'],
  ],
  [
    'cron(0 10 * * ? *)',
    'UTC',
    '2026-01-01T10:00:00Z',
    ['2026-01-02T10:00:00Z', '2026-01-03T10:00:00Z', '2026-01-04T10:00:00Z'],
  ],
  [
    'cron(15 12 ? * 2 *)',
    'UTC',
    '2026-01-01T00:00:00Z',
    ['2026-01-05T12:15:00Z', '2026-01-12T12:15:00Z', '2026-01-19T12:15:00Z'],
  ],
  [
    'cron(0 18 ? * MON-FRI *)',
    'UTC',
    '2026-01-02T18:00:00Z',
    ['2026-01-05T18:00:00Z', '2026-01-06T18:00:00Z', '2026-01-07T18:00:00Z'],
  ],
  [
    'cron(0 8 1 * ? *)',
    'UTC',
    '2026-01-01T08:00:00Z',
    ['2026-02-01T08:00:00Z', '2026-03-01T08:00:00Z', '2026-04-01T08:00:00Z'],
  ],
  [
    'cron(0/30 8 L * ? *)',
    'UTC',
    '2026-01-01T00:00:00Z',
    ['2026-01-31T08:00:00Z', '2026-01-31T08:30:00Z', '2026-02-28T08:00:00Z'],
  ],
  [
    'cron(0 0 ? * 6L *)',
    'UTC',
    '2026-01-01T00:00:00Z',
    ['2026-01-30T00:00:00Z', '2026-02-27T00:00:00Z', '2026-03-27T00:00:00Z'],
  ],
  [
    'cron(0 0 ? * 2#1 *)',
    'UTC',
    '2026-01-01T00:00:00Z',
    ['2026-01-05T00:00:00Z', '2026-02-02T00:00:00Z', '2026-03-02T00:00:00Z'],
  ],
  [
    'cron(0 9 1W * ? *)',
    'UTC',
    '2026-01-15T00:00:00Z',
    ['2026-02-02T09:00:00Z', '2026-03-02T09:00:00Z', '2026-04-01T09:00:00Z'],
  ],
  [
    'cron(0 9 31W * ? *)',
    'UTC',
    '2026-01-01T00:00:00Z',
    ['2026-01-30T09:00:00Z', '2026-02-27T09:00:00Z', '2026-03-31T09:00:00Z'],
  ],
  [
    'cron(0 0 1 1 ? 2028/2)',
    'UTC',
    '2026-01-01T00:00:00Z',
    ['2028-01-01T00:00:00Z', '2030-01-01T00:00:00Z', '2032-01-01T00:00:00Z'],
  ],
  ['cron(0 0 1 1 ? 2025)', 'UTC', '2026-01-01T00:00:00Z', [undefined]],
  [
    'cron(0 9 * * ? *)',
    'Europe/Berlin',
    '2026-03-28T00:00:00Z',
    ['2026-03-28T08:00:00Z', '2026-03-29T07:00:00Z', '2026-03-30T07:00:00Z'],
  ],
  ['at(2026-06-01T12:00:00)', 'America/New_York', '2026-01-01T00:00:00Z', ['2026-06-01T16:00:00Z', undefined]],
  ['at(2026-01-01T00:00:00)', 'Pacific/Auckland', '2025-12-01T00:00:00Z', ['2025-12-31T11:00:00Z', undefined]],
];

test.each(CASES)('%s in %s', (expression, timezone, from, times) => {
  const schedule = parseSchedule(expression, { timezone, start: at('2026-01-01T00:00:00Z') });
  let after = at(from);
  for (const expected of times) {
    const next = schedule.next(after);
    expect(iso(next)).toBe(expected);
    after = next ?? after;
  }
});

test.each([
  ['rate(1 minutes)', /plural/],
  ['rate(0 minutes)', /must be an integer/],
  ['cron(* * * * *)', /six fields/],
  ['cron(0 0 * * * *)', /exactly one of/],
  ['cron(0 0 ? * 9 *)', /cron\(0 0 \? \* 9 \*\)/],
  ['cron(0 0 1 1 ? next)', /year next/],
  ['at(tomorrow)', /yyyy-mm-dd/],
  ['every day', /rate\(…\), cron\(…\) or at\(…\)/],
])('rejects %s', (expression, message) => {
  expect(() => parseSchedule(expression, { start: 0 })).toThrow(message);
});

describe('the scheduler', () => {
  const entry = { arn: 'arn', enabled: true };

  test('runs on time and on demand, but not when disabled or ended', async () => {
    const clock = createManualClock(at('2026-01-01T00:00:00Z'));
    const scheduler = createScheduler(clock);
    const runs: string[] = [];
    const note = (name: string) => (scheduledAt: number) => runs.push(`${name} ${iso(scheduledAt)?.slice(11, 16)}`);
    scheduler.add({ ...entry, name: 'five', expression: 'rate(5 minutes)', run: note('five') });
    scheduler.add({ ...entry, name: 'off', expression: 'rate(1 minute)', enabled: false, run: note('off') });
    scheduler.add({ ...entry, name: 'once', expression: 'at(2026-01-01T00:07:00)', run: note('once') });
    scheduler.add({
      ...entry,
      name: 'ends',
      expression: 'rate(4 minutes)',
      endAt: clock.now() + 5 * 60_000,
      run: note('ends'),
    });
    await clock.advance(10 * 60_000);
    expect(runs).toEqual(['ends 00:04', 'five 00:05', 'once 00:07', 'five 00:10']);

    runs.length = 0;
    scheduler.runNow('off');
    expect(runs).toEqual(['off 00:10']);
    expect(() => scheduler.runNow('none')).toThrow('Schedule none does not exist.');
    expect(scheduler.list().map(({ name, nextAt }) => [name, iso(nextAt)?.slice(11, 16)])).toEqual([
      ['five', '00:15'],
      ['off', undefined],
      ['once', undefined],
      ['ends', undefined],
    ]);
    scheduler.stop();
    await clock.advance(60 * 60_000);
    expect(runs).toHaveLength(1);
  });

  test('names a schedule with an invalid expression', () => {
    const scheduler = createScheduler(createManualClock());
    expect(() => scheduler.add({ ...entry, name: 'Sweep', expression: 'rate(x)', run: () => undefined })).toThrow(
      /Schedule Sweep: rate\(x\)/,
    );
  });
});
