import { PARTS } from '../../../../lambdas/contract/delivery/quality-rules.ts';
import {
  canFollow,
  differenceOf,
  NOTHING_MEASURED,
  type Snapshot,
} from '../../../../lambdas/domain/delivery/plays/beat.ts';
import { curveOf, playsOfParts, type Pass } from '../../../../lambdas/domain/delivery/plays/curve.ts';
import { addFigures } from '../../../../lambdas/domain/delivery/plays/figures.ts';
import {
  bucketOf,
  mergeHistograms,
  quantileOf,
  type Histogram,
} from '../../../../lambdas/domain/delivery/histogram.ts';
import { bySource, numbersOf, retentionOf } from '../../../../lambdas/domain/delivery/plays/play-numbers.ts';
import { withTotals, type TitleTotal } from '../../../../lambdas/domain/delivery/plays/top-titles.ts';
import {
  isClosed,
  isSampled,
  hashOfPlay,
  shardOf,
  windowOf,
} from '../../../../lambdas/domain/delivery/plays/windows.ts';
import { createRandom, newSeed } from '../../../support/random.ts';
import { someMeasures } from '../../../support/plays.ts';

const random = createRandom(newSeed());
const below = (limit: number): number => Math.floor(random() * limit);

const somePasses = (): readonly Pass[] =>
  Array.from({ length: below(21) }, () => {
    const first = below(PARTS);
    return [first, first + below(PARTS - first)] as const;
  });

describe('the retention curve', () => {
  it('equals a count of each part, for 500 random sets of passes', () => {
    for (let run = 0; run < 500; run += 1) {
      const sets = Array.from({ length: 1 + below(4) }, somePasses);
      const counted = Array.from(
        { length: PARTS },
        (_, part) => sets.flat().filter(([first, last]) => part >= first && part <= last).length,
      );
      expect(playsOfParts(addFigures(...sets.map(curveOf)))).toEqual(counted);
    }
  });

  it('exceeds 1 where parts are played again, and is null for few plays', () => {
    const figures = { measured: 5, starts: 5, ...curveOf(Array.from({ length: 10 }, () => [0, 49] as const)) };
    expect(retentionOf(figures)).toEqual([...Array<number>(50).fill(2), ...Array<number>(50).fill(0)]);
    expect(retentionOf({ ...figures, measured: 4 })).toBeNull();
  });
});

it('merges percentiles without loss, at most 5 % off', () => {
  const values = Array.from({ length: 3000 }, () => Math.round(20 * Math.exp(random() * 8)));
  const histogramOf = (list: readonly number[]): Histogram => {
    const counts: Record<string, number> = {};
    for (const value of list) counts[bucketOf(value)] = (counts[bucketOf(value)] ?? 0) + 1;
    return counts;
  };
  const whole = histogramOf(values);
  expect(mergeHistograms(histogramOf(values.slice(0, 700)), histogramOf(values.slice(700)))).toEqual(whole);
  const sorted = values.toSorted((a, b) => a - b);
  for (const share of [0.5, 0.9, 0.95, 0.99]) {
    const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
    expect(Math.abs((quantileOf(whole, share) ?? 0) / exact - 1)).toBeLessThan(0.051);
  }
});

describe('a beat', () => {
  const at = (elapsedMs: number) => ({ elapsedMs, duration: 240 });
  const before = someMeasures();
  const after = someMeasures({ watched_s: 60, heights: { '480': 60 }, passes: [[0, 20]] });

  it('follows one with lower or equal numbers, as far as the clock allows', () => {
    expect(canFollow(before, after, at(60_000))).toBe(true);
    expect(canFollow(before, after, at(54_600))).toBe(true);
    expect(canFollow(before, after, at(54_500))).toBe(false);
  });

  const forged: readonly (readonly [string, Partial<Snapshot>])[] = [
    ['watched time that falls', { watched_s: 29, heights: { '480': 29 } }],
    ['seconds of a height that fall', { heights: { '480': 29, '720': 31 } }],
    ['another start', { startup_ms: 900 }],
    ['no start', { startup_ms: null }],
    ['fewer passes', { passes: [] }],
    ['a shorter pass', { passes: [[0, 8]] }],
    [
      'a pass from its end',
      {
        passes: [
          [0, 20],
          [9, 3],
        ],
      },
    ],
    ['more seconds of heights than there were', { heights: { '480': 60, '720': 60 } }],
    ['more waiting than there was', { stalls: 1, stalled_ms: 70_000 }],
    ['waiting without a stall', { stalled_ms: 1000 }],
    ['more waiting and playback than there was', { stalls: 1, stalled_ms: 7000 }],
    ['more interruptions than seconds', { stalls: 68 }],
    ['more changes of the picture than seconds', { switches_up: 34, switches_down: 34 }],
    ['more passes than it played', { passes: Array.from({ length: 20 }, () => [0, 99] as const) }],
    ['a pass that is longer than it played', { passes: [[0, 57]] }],
  ];
  it.each(forged)('cannot have %s', (_what, given) => {
    expect(canFollow(before, { ...after, ...given }, at(60_000))).toBe(false);
  });

  it('can have as much as there is time for', () => {
    const most: Partial<Snapshot> = {
      stalls: 67,
      stalled_ms: 6000,
      switches_up: 60,
      switches_down: 7,
      // 130 seconds of the title at double speed, with what was not counted.
      passes: [
        [0, 30],
        [40, 65],
        [99, 99],
      ],
    };
    expect(canFollow(before, { ...after, ...most }, at(60_000))).toBe(true);
    const whole = { ...after, passes: [[0, 99]] as const };
    expect(canFollow(before, whole, at(60_000))).toBe(false);
    expect(canFollow(before, whole, { elapsedMs: 60_000, duration: 130 })).toBe(true);
    expect(canFollow(before, whole, { elapsedMs: 60_000, duration: null })).toBe(true);
  });

  it('can have started as long ago as its play, and a few seconds more', () => {
    const start = (startup_ms: number) => ({ ...NOTHING_MEASURED, startup_ms });
    for (const [startup, isPossible] of [
      [12_200, true],
      [12_201, false],
      [600_000, false],
    ] as const)
      expect([startup, canFollow(NOTHING_MEASURED, start(startup), at(2000))]).toEqual([startup, isPossible]);
    const waited = { ...start(30_000), watched_s: 46, heights: { '480': 46 } };
    expect(canFollow(NOTHING_MEASURED, waited, at(60_000))).toBe(true);
    expect(canFollow(NOTHING_MEASURED, { ...waited, watched_s: 47 }, at(60_000))).toBe(false);
  });

  it('keeps its failure, and does not play without a start', () => {
    const failed = { ...before, failure: 'network' as const };
    expect(canFollow(failed, { ...after, failure: null }, at(60_000))).toBe(false);
    expect(canFollow(failed, { ...after, failure: 'decode' }, at(60_000))).toBe(false);
    expect(canFollow(NOTHING_MEASURED, { ...NOTHING_MEASURED, watched_s: 1 }, at(60_000))).toBe(false);
    expect(canFollow(NOTHING_MEASURED, { ...NOTHING_MEASURED, passes: [[0, 1]] }, at(60_000))).toBe(false);
  });

  it('adds only what is new', () => {
    const first = differenceOf(NOTHING_MEASURED, before, 'hls', true);
    const parts = { 'part.0': 1, 'part.10': -1 };
    const startup = { [`startup.${bucketOf(800)}`]: 1 };
    expect(first).toEqual({
      measured: 1,
      starts: 1,
      'engine.hls': 1,
      watched_s: 30,
      'height.480': 30,
      ...startup,
      ...parts,
    });
    const stalled = {
      ...after,
      stalls: 2,
      stalled_ms: 3000,
      passes: [
        [0, 20],
        [90, 95],
      ] as const,
    };
    expect(differenceOf(before, stalled, 'hls', false)).toEqual({
      watched_s: 30,
      'height.480': 30,
      stalls: 2,
      stalled_ms: 3000,
      [`stall.${bucketOf(1500)}`]: 2,
      finishes: 1,
      'part.10': 1,
      'part.21': -1,
      'part.90': 1,
      'part.96': -1,
    });
    expect(differenceOf(after, after, 'hls', false)).toEqual({});
  });

  it('counts a play that was left before it started, until it starts after all', () => {
    const left = { ...NOTHING_MEASURED, left: true };
    expect(differenceOf(NOTHING_MEASURED, left, 'hls', true)).toEqual({ measured: 1, exits: 1 });
    expect(differenceOf(left, before, 'hls', false)).toMatchObject({ exits: -1, starts: 1 });
  });
});

describe('the numbers of plays', () => {
  it('are null below five measured plays, except how many there were', () => {
    const numbers = numbersOf({ plays: 90, measured: 4, starts: 4, watched_s: 4000 });
    const { plays, measured_plays, starts, ...shares } = numbers;
    expect([plays, measured_plays, starts]).toEqual([90, 4, 4]);
    expect(new Set(Object.values(shares))).toEqual(new Set([null]));
    expect(numbersOf({ plays: 90, measured: 5, starts: 4, watched_s: 4000, finishes: 1 })).toMatchObject({
      hours: 1.111,
      finish_rate: 0.25,
      startup_ms: null,
    });
  });

  it('hide devices and countries with few starts', () => {
    const figures = {
      measured: 20,
      'device.phone.starts': 9,
      'device.phone.watched_s': 7200,
      'device.tv.starts': 4,
      'device.tablet.starts': 1,
      'device.tablet.watched_s': 360,
    };
    expect(bySource(figures, 'device')).toEqual([
      { name: 'phone', starts: 9, hours: 2 },
      { name: 'other', starts: 5, hours: 0.1 },
    ]);
    expect(bySource(figures, 'country')).toBeNull();
  });

  it('hide devices and countries with few starts, also if they are few together', () => {
    const figures = {
      measured: 20,
      'country.DE.starts': 9,
      'country.DE.watched_s': 7200,
      'country.FR.starts': 1,
      'country.FR.watched_s': 1800,
    };
    expect(bySource(figures, 'country')).toEqual([{ name: 'DE', starts: 9, hours: 2 }]);
    expect(bySource({ ...figures, 'country.AT.starts': 4 }, 'country')).toEqual([
      { name: 'DE', starts: 9, hours: 2 },
      { name: 'other', starts: 5, hours: 0.5 },
    ]);
    expect(bySource({ measured: 20, 'country.FR.starts': 4 }, 'country')).toBeNull();
  });
});

it('keeps the list of most played titles exact while totals grow', () => {
  const totals = new Map<string, number>();
  let listed: readonly TitleTotal[] = [];
  for (let round = 0; round < 400; round += 1) {
    const changed = Array.from({ length: 3 }, () => `title-${below(150)}`);
    for (const id of changed) totals.set(id, (totals.get(id) ?? 0) + 1 + below(3));
    const news = changed.map((content_id) => ({ content_id, plays: totals.get(content_id) ?? 0 }));
    listed = withTotals(listed, news) ?? listed;
    // A repeated merge changes nothing.
    expect(withTotals(listed, news)).toBeUndefined();
  }
  const exact = [...totals]
    .map(([content_id, plays]) => ({ content_id, plays }))
    .sort((a, b) => b.plays - a.plays || (a.content_id < b.content_id ? -1 : 1))
    .slice(0, 100);
  expect(listed).toEqual(exact);
});

it('spreads plays evenly over shards, and takes a sample of them', () => {
  const hashes = Array.from({ length: 4000 }, (_, index) => hashOfPlay(`ply_${index}`));
  for (const shard of [0, 1, 2, 3])
    expect(Math.abs(hashes.filter((hash) => shardOf(hash) === shard).length - 1000)).toBeLessThan(120);
  const sampled = (percent: number): number => hashes.filter((hash) => isSampled(hash, percent)).length;
  expect([sampled(0), sampled(100)]).toEqual([0, 4000]);
  expect(Math.abs(sampled(25) - 1000)).toBeLessThan(120);
});

it('closes a window a minute after its end', () => {
  const window = windowOf(Date.parse('2026-11-28T12:04:59.999Z'));
  expect(window).toBe('2026-11-28T12:00:00.000Z');
  expect(isClosed(window, Date.parse('2026-11-28T12:05:59.999Z'))).toBe(false);
  expect(isClosed(window, Date.parse('2026-11-28T12:06:00.000Z'))).toBe(true);
});
