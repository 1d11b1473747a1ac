import { Readable } from 'node:stream';
import { retention, retentionMs } from '../../../../lambdas/contract/retention.ts';
import { createDeliveryRepository } from '../../../../lambdas/data/delivery/delivery-repository.ts';
import { logFolder, logKey } from '../../../../lambdas/domain/delivery/logs/log-file.ts';
import { idOf } from '../../../../lambdas/domain/delivery/logs/subjects.ts';
import { silentLogger } from '../../../../lambdas/domain/logger.ts';
import { readLines } from '../../../../lambdas/platform/storage/log-files.ts';
import { addFile } from '../../../../lambdas/workers/delivery-logs/add-file.ts';
import { addLate } from '../../../../lambdas/workers/delivery-logs/add-late.ts';
import { arrivedKey } from '../../../../lambdas/workers/delivery-logs/message.ts';
import { logLine, packedLog } from '../../../support/delivery/log-text.ts';
import { createMemoryTable } from '../../../support/delivery/memory-table.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 11, 1, 6);
const ID = `cnt_${'0'.repeat(26)}`;
const CREATOR = `crt_${'0'.repeat(26)}`;

const open = () => {
  const table = createMemoryTable();
  const stored = new Map<string, Buffer>();
  const repository = createDeliveryRepository(table);
  const clock = { now: NOW };
  const deps = {
    files: {
      list: async (folder: string) => [...stored.keys()].filter((key) => key.startsWith(folder)),
      read: (key: string) => readLines(Readable.from([stored.get(key) ?? Buffer.alloc(0)])),
    },
    delivery: repository,
    creatorsOf: async (titles: readonly string[]) => new Map(titles.map((id) => [id, CREATOR])),
    readDistribution: async () => 'E1',
    logger: silentLogger,
    now: () => clock.now,
    timeLimitMs: HOUR_MS,
  };
  /** Stores a file with requests for titles at the end of an hour. */
  const store = (
    hour: number,
    requests: number,
    { unique = 'a1b2c3d4', distribution = 'E1', titles = [ID] as readonly string[] } = {},
  ): string => {
    const key = logKey({ distribution, hour }, unique);
    const [date = '', time = ''] = new Date(hour + HOUR_MS - 1000).toISOString().slice(0, 19).split('T');
    const lines = titles.flatMap((id) =>
      Array<string>(requests).fill(logLine({ date, time, 'cs-uri-stem': `/posters/${id}/v1/poster.jpg` })),
    );
    stored.set(key, packedLog(lines));
    return key;
  };
  const requestsOf = async (month: string, title = ID) => [
    (await repository.month(month))?.requests,
    (await repository.month(month, { contentId: title }))?.requests,
    (await repository.month(month, { creatorId: CREATOR }))?.requests,
  ];
  return { clock, deps, store, stored, table, repository, requestsOf };
};

it('adds what no event brought, and sets the months of the site that can still change', async () => {
  const { deps, store, requestsOf } = open();
  const arrived = store(NOW - 8 * HOUR_MS, 2);
  store(NOW - 30 * HOUR_MS, 3);
  store(NOW - 2 * HOUR_MS, 5);
  await addFile(deps, arrived);
  await addLate(deps);
  expect([await requestsOf('2026-11'), await requestsOf('2026-12')]).toEqual([
    [5, undefined, undefined],
    [5, undefined, undefined],
  ]);
  // Again, and with a file that is late: the month is set, not added to.
  store(NOW - 20 * HOUR_MS, 7, { unique: 'late' });
  await addLate(deps);
  await addLate(deps);
  expect([await requestsOf('2026-11'), await requestsOf('2026-12')]).toEqual([
    [12, undefined, undefined],
    [5, undefined, undefined],
  ]);
});

it('keeps the sums of a month when an older computation is stored after a newer one', async () => {
  const { deps, store, requestsOf } = open();
  const key = store(NOW - 40 * HOUR_MS, 4);
  await addFile(deps, key);
  const [older] = await deps.delivery.hours('2026-11', '2026-11~');
  store(NOW - 39 * HOUR_MS, 6);
  await addLate(deps);
  if (older) await deps.delivery.setMonth('2026-11', older);
  expect((await requestsOf('2026-11'))[0]).toBe(10);
});

describe('the months of titles and creators', () => {
  const titles = Array.from({ length: 250 }, (_, index) => `cnt_${String(index).padStart(26, '0')}`);
  /** Late files of the month can no longer be found. */
  const CLOSED = Date.UTC(2026, 11, 3, 6);

  it('are set once, when nothing is added to them any more, in as many runs as it takes', async () => {
    const { clock, deps, store, repository, requestsOf } = open();
    const reads: string[] = [];
    const set: string[] = [];
    const delivery: typeof repository = {
      ...repository,
      days: async (subject, ...rest) => (reads.push(idOf(subject)), repository.days(subject, ...rest)),
      setMonthOf: async (subject, ...rest) => {
        set.push(idOf(subject));
        clock.now += 1000;
        await repository.setMonthOf(subject, ...rest);
      },
    };
    const slow = { ...deps, delivery, timeLimitMs: 90_000 };
    await addFile(slow, store(NOW - 10 * HOUR_MS, 2, { titles }));
    await addFile(slow, store(NOW - 9 * HOUR_MS, 3, { titles, unique: 'second' }));
    await addLate(slow);
    expect(reads).toEqual([]);
    const subjects = [...titles, CREATOR];
    for (const reached of [100, 200, subjects.length, subjects.length]) {
      clock.now = CLOSED;
      await addLate(slow);
      expect(set).toEqual(subjects.slice(0, reached));
    }
    expect(reads).toEqual(subjects);
    for (const title of [titles[0], titles.at(-1)]) expect(await requestsOf('2026-11', title)).toEqual([1250, 5, 1250]);
  });

  it('are all set after months without a run', async () => {
    const { clock, deps, store, requestsOf } = open();
    await addLate(deps);
    await addFile(deps, store(NOW - 10 * HOUR_MS, 2));
    clock.now = Date.UTC(2026, 11, 20);
    await addFile(deps, store(clock.now - 10 * HOUR_MS, 3));
    clock.now = Date.UTC(2027, 1, 10);
    await addLate(deps);
    expect([await requestsOf('2026-11'), await requestsOf('2026-12')]).toEqual([
      [2, 2, 2],
      [3, 3, 3],
    ]);
  });

  it('and of the site are set again when a file is added by hand after that', async () => {
    const { clock, deps, store, requestsOf } = open();
    await addFile(deps, store(NOW - 10 * HOUR_MS, 2));
    clock.now = CLOSED;
    await addLate(deps);
    expect(await requestsOf('2026-11')).toEqual([2, 2, 2]);
    clock.now = Date.UTC(2026, 11, 10);
    await addFile(deps, store(NOW - 11 * HOUR_MS, 4, { unique: 'redriven' }));
    expect(await requestsOf('2026-11')).toEqual([6, 6, 6]);
  });

  it('do not exist for titles that were deleted, and keep what their creators had', async () => {
    const { clock, deps, store, requestsOf } = open();
    const creatorsOf = async () => new Map<string, string>();
    await addFile(deps, store(NOW - 10 * HOUR_MS, 2));
    await deps.delivery.removeAll(ID);
    clock.now = CLOSED;
    await addFile({ ...deps, creatorsOf }, store(NOW - 11 * HOUR_MS, 4, { unique: 'late' }));
    await addLate({ ...deps, creatorsOf });
    expect(await requestsOf('2026-11')).toEqual([6, undefined, 2]);
  });
});

it('adds a file once, as long as its message can wait in the failure queue, and rejects it after that', async () => {
  const { clock, deps, store, table } = open();
  const key = store(NOW - 2 * HOUR_MS, 3);
  await addFile(deps, key);
  const requests = async () => (await deps.delivery.hours('2026-12-01', '2026-12-02'))[0]?.requests;
  for (const days of [8, 16, 20]) {
    clock.now = NOW + days * 24 * HOUR_MS;
    table.expire(clock.now);
    await addFile(deps, key);
    expect([days, await requests()]).toEqual([days, 3]);
  }
  clock.now = NOW + retentionMs('counted_logs');
  table.expire(clock.now);
  await expect(addFile(deps, key)).rejects.toThrow('what was added is remembered for 21 days only');
  expect(await requests()).toBe(3);
});

it('adds nothing of a rejected file, but everything of the others', async () => {
  const { deps, store, stored, table, requestsOf } = open();
  const foreign = store(NOW - 30 * HOUR_MS, 1, { unique: 'a', distribution: 'E2' });
  const cut = store(NOW - 31 * HOUR_MS, 500, { unique: 'b' });
  stored.set(cut, (stored.get(cut) ?? Buffer.alloc(0)).subarray(0, -4));
  const strange = `${logFolder(NOW)}notes.txt`;
  stored.set(strange, Buffer.from('hello'));
  await expect(addFile(deps, foreign)).rejects.toThrow('it belongs to another distribution');
  await expect(addFile(deps, cut)).rejects.toThrow('it is not a whole gzip file');
  await expect(addFile(deps, strange)).rejects.toThrow('its name is not one that CloudFront gives');
  expect(table.items()).toEqual([]);
  store(NOW - 32 * HOUR_MS, 2);
  await expect(addLate(deps)).rejects.toThrow('3 of 6 tasks failed');
  expect((await requestsOf('2026-11'))[0]).toBe(2);
});

it('remembers a file without requests, and expires what it remembers', async () => {
  const { deps, store, table } = open();
  await addFile(deps, store(NOW - HOUR_MS, 0));
  expect(table.items()).toEqual([
    expect.objectContaining({ type: 'COUNTED_LOG', lines: 0, expires_at: NOW / 1000 + retention.counted_logs }),
  ]);
});

it('knows the event of a file from its schedule, and rejects others', () => {
  const event = { source: 'aws.s3', 'detail-type': 'Object Created', detail: { object: { key: 'delivery/a' } } };
  expect(arrivedKey(event)).toBe('delivery/a');
  expect(arrivedKey({ 'detail-type': 'Scheduled Event', detail: {} })).toBeUndefined();
  expect(() => arrivedKey({ ...event, detail: {} })).toThrow();
});
