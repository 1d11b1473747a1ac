import { createManualClock } from '../../../../infra/local/clock.ts';
import { statisticOf } from '../../../../infra/local/metrics/bucket.ts';
import { createMetricStore, MINUTE_MS, RETENTION_MS, type MetricId } from '../../../../infra/local/metrics/store.ts';

const START = Date.UTC(2026, 0, 1, 12);
const LATENCY: MetricId = { namespace: 'Toys', name: 'Latency', dimensions: { Shop: 'a', Floor: '1' } };

const open = () => {
  const clock = createManualClock(START);
  const store = createMetricStore(clock);
  /** A statistic of the last minutes, the current one included. */
  const read = (name: string, minutes = 1, id = LATENCY, unit?: string): number | undefined => {
    const statistic = statisticOf(name);
    if (!statistic) throw new Error(`no statistic ${name}`);
    const end = Math.floor(clock.now() / MINUTE_MS + 1) * MINUTE_MS;
    return store.read(id, statistic, end - minutes * MINUTE_MS, end, unit);
  };
  return { clock, store, read };
};

describe('the metric store', () => {
  it('has the statistics of a minute', () => {
    const { store, read } = open();
    const recorder = store.recorder(LATENCY, 'Milliseconds');
    for (const value of [4, 1, 7]) recorder.add(value);
    expect(['SampleCount', 'Sum', 'Average', 'Minimum', 'Maximum'].map((name) => read(name))).toEqual([3, 12, 4, 1, 7]);
  });

  it('finds a metric by its dimensions in any order, and no metric with other dimensions', () => {
    const { store, read } = open();
    store.recorder(LATENCY, 'Milliseconds').add(5);
    expect(read('Sum', 1, { ...LATENCY, dimensions: { Floor: '1', Shop: 'a' } })).toBe(5);
    expect(read('Sum', 1, { ...LATENCY, dimensions: { Shop: 'a' } })).toBeUndefined();
    expect(read('Sum', 1, { ...LATENCY, name: 'Count' })).toBeUndefined();
  });

  it('adds up minutes, and separates them', async () => {
    const { clock, store, read } = open();
    const recorder = store.recorder(LATENCY, 'Milliseconds');
    recorder.add(1);
    await clock.advance(MINUTE_MS);
    recorder.add(10);
    expect([read('Sum', 1), read('Sum', 2)]).toEqual([10, 11]);
  });

  it('has the same values behind two recorders of a metric', () => {
    const { store, read } = open();
    store.recorder(LATENCY, 'Milliseconds').add(1);
    store.recorder(LATENCY, 'Milliseconds').add(2);
    expect(read('Sum')).toBe(3);
    expect(store.list()).toHaveLength(1);
  });

  it('keeps the last value of a level in each minute', async () => {
    const { clock, store, read } = open();
    const recorder = store.recorder(LATENCY, 'Count');
    for (const value of [9, 3]) recorder.set(value);
    await clock.advance(MINUTE_MS);
    recorder.set(4);
    expect([read('SampleCount', 2), read('Maximum', 2), read('Maximum', 1)]).toEqual([2, 4, 4]);
    expect(store.list()[0]).toMatchObject({ isLevel: true, lastAt: START + MINUTE_MS });
  });

  it('separates units, and reads all of them without a unit', () => {
    const { store, read } = open();
    store.recorder(LATENCY, 'Seconds').add(1);
    store.recorder(LATENCY, 'Milliseconds').add(500);
    expect([read('Sum', 1, LATENCY, 'Seconds'), read('Sum')]).toEqual([1, 501]);
  });

  it('forgets values after two hours, and then the metric', async () => {
    const { clock, store, read } = open();
    store.recorder(LATENCY, 'Count').add(1);
    await clock.advance(RETENTION_MS - MINUTE_MS);
    expect([read('Sum', 120), store.list().length]).toEqual([1, 1]);
    await clock.advance(MINUTE_MS);
    expect([read('Sum', 121), store.list().length]).toEqual([undefined, 0]);
  });

  it('stores values of the past in their minute, unless they are too old', () => {
    const { store, read } = open();
    store.put(LATENCY, { unit: 'None', at: START - 5 * MINUTE_MS, values: [[2, 3]] });
    store.put(LATENCY, { unit: 'None', at: START - RETENTION_MS, values: [[100, 1]] });
    expect([read('Sum', 5), read('Sum', 6), read('Sum', 300)]).toEqual([undefined, 6, 6]);
  });

  it('replaces the metric without values for the longest time when it is full', async () => {
    const { clock, store } = open();
    store.recorder(LATENCY, 'Count').add(1);
    await clock.advance(MINUTE_MS);
    for (let index = 0; index < 5000; index += 1)
      store.recorder({ ...LATENCY, dimensions: { Index: String(index) } }, 'Count').add(1);
    const listed = store.list();
    expect(listed).toHaveLength(5000);
    expect(listed.some(({ dimensions }) => dimensions['Shop'] === 'a')).toBe(false);
  });
});

describe('percentiles', () => {
  it('are exact for up to a hundred values of a minute', () => {
    const { store, read } = open();
    const recorder = store.recorder(LATENCY, 'Milliseconds');
    for (let value = 100; value >= 1; value -= 1) recorder.add(value);
    expect(['p0', 'p50', 'p90', 'p99', 'p99.9', 'p100'].map((name) => read(name))).toEqual([1, 50, 90, 99, 100, 100]);
  });

  it('are close for many values, in bounded memory', () => {
    const { store, read } = open();
    const recorder = store.recorder(LATENCY, 'Milliseconds');
    for (let value = 1; value <= 10_000; value += 1) recorder.add(value);
    expect(read('p50') ?? 0).toBeGreaterThan(4000);
    expect(read('p50') ?? 0).toBeLessThan(6000);
    expect(read('Maximum')).toBe(10_000);
  });

  it('weigh a value by how often it occurred, also after many others', () => {
    const { store, read } = open();
    const recorder = store.recorder(LATENCY, 'Milliseconds');
    for (let value = 0; value < 90; value += 1) recorder.add(1);
    store.put(LATENCY, { unit: 'Milliseconds', at: START, values: [[50, 10_000]] });
    expect([read('p0'), read('p50'), read('p5')]).toEqual([1, 50, 50]);
  });

  it('weigh minutes by their number of values', async () => {
    const { clock, store, read } = open();
    const recorder = store.recorder(LATENCY, 'Milliseconds');
    for (let index = 0; index < 900; index += 1) recorder.add(1);
    await clock.advance(MINUTE_MS);
    for (let index = 0; index < 100; index += 1) recorder.add(50);
    expect([read('p89', 2), read('p91', 2)]).toEqual([1, 50]);
  });

  it('do not exist for statistic sets, except those of a single value', () => {
    const { store, read } = open();
    store.put(LATENCY, { unit: 'None', at: START, values: [], statistics: { count: 2, sum: 6, min: 3, max: 3 } });
    expect(read('p90')).toBe(3);
    store.put(LATENCY, { unit: 'None', at: START, values: [], statistics: { count: 2, sum: 6, min: 1, max: 5 } });
    expect([read('p90'), read('Sum'), read('Minimum'), read('Maximum')]).toEqual([undefined, 12, 1, 5]);
  });

  it.each(['p101', 'p', 'P50', 'tm90', 'sum', 'constructor'])('%s is not a statistic', (name) => {
    expect(statisticOf(name)).toBeUndefined();
  });
});
