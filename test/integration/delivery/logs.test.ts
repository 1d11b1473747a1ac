import { Readable } from 'node:stream';
import {
  createDeliveryRepository,
  type DeliveryRepository,
} from '../../../lambdas/data/delivery/delivery-repository.ts';
import { addSums, sumOfAll } from '../../../lambdas/domain/delivery/add-sums.ts';
import { logKey } from '../../../lambdas/domain/delivery/logs/log-file.ts';
import type { SumSubject } from '../../../lambdas/domain/delivery/logs/subjects.ts';
import { sumLog } from '../../../lambdas/domain/delivery/logs/sum-log.ts';
import { NO_DELIVERY, type DeliverySums } from '../../../lambdas/domain/delivery/sums.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { readLines } from '../../../lambdas/platform/storage/log-files.ts';
import { addFile } from '../../../lambdas/workers/delivery-logs/add-file.ts';
import { addLate } from '../../../lambdas/workers/delivery-logs/add-late.ts';
import { LOG_HOUR, logLine, packedLog } from '../../support/delivery/log-text.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { createRandom, newSeed } from '../../support/random.ts';

const FILES = 50;
const TITLES = 60;
const WORKERS = 4;
const HOUR_MS = 3_600_000;

/** Nothing is added to the month of the files any more. */
const MONTH_CLOSED = Date.UTC(2026, 11, 4);

const random = createRandom(newSeed());
const pick = (count: number): number => Math.floor(random() * count);
const idOf = (number: number): string => `cnt_${String(number).padStart(26, '0')}`;
/** The creator of all titles. */
const CREATOR = `crt_${'0'.repeat(26)}`;

/** A file with requests for up to 60 titles, many of them with more than one chunk. */
const fileOf = (hour: number): Buffer =>
  packedLog(
    Array.from({ length: 20 + pick(80) }, () => {
      const [date = '', time = ''] = new Date(hour + pick(HOUR_MS)).toISOString().slice(0, 19).split('T');
      return logLine({
        date,
        time,
        'cs-uri-stem': `/posters/${idOf(pick(TITLES))}/v1/poster.jpg`,
        'sc-bytes': String(pick(10_000)),
        'time-to-first-byte': (random() * 3).toFixed(3),
        'c-country': ['DE', 'FR', 'US', '-'][pick(4)] ?? '-',
      });
    }),
  );

const files = new Map(
  Array.from({ length: FILES }, (_, index) => {
    const hour = LOG_HOUR + pick(3) * HOUR_MS;
    return [logKey({ distribution: 'E1', hour }, String(index)), { hour, packed: fileOf(hour) }] as const;
  }),
);
const read = (key: string) => readLines(Readable.from([files.get(key)?.packed ?? Buffer.alloc(0)]));

let database: TestTable;
let delivery: DeliveryRepository;
const clock = { now: LOG_HOUR + 4 * HOUR_MS };
const deps = () => ({
  files: {
    list: (folder: string) => Promise.resolve([...files.keys()].filter((key) => key.startsWith(folder))),
    read,
  },
  delivery,
  creatorsOf: (titles: readonly string[]) => Promise.resolve(new Map(titles.map((id) => [id, CREATOR]))),
  readDistribution: () => Promise.resolve('E1'),
  logger: silentLogger,
  now: () => clock.now,
  timeLimitMs: HOUR_MS,
});

beforeAll(async () => {
  database = await startTestTable();
  delivery = createDeliveryRepository(database.table);
});
afterAll(() => database.stop());

/** A title's part of what was delivered, or that of the whole site. */
const expectedOf = async (contentId?: string): Promise<DeliverySums> => {
  let sums = NO_DELIVERY;
  for (const [key, { hour }] of files)
    for (const one of (await sumLog(hour, read(key))).totals)
      if (
        contentId === undefined ? 'hour' in one.target : 'contentId' in one.target && one.target.contentId === contentId
      )
        sums = addSums(sums, one.sums);
  return sums;
};

it(`adds ${FILES} files once in DynamoDB, delivered twice to ${WORKERS} workers at once`, async () => {
  const waiting = [...files.keys(), ...files.keys()].map((key) => ({ key, order: random() }));
  waiting.sort((a, b) => a.order - b.order);
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await addFile(deps(), next.key);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const stored = async () => ({
    site: sumOfAll(await delivery.hours('2026-11-28', '2026-11-29')),
    title: sumOfAll(await delivery.days({ contentId: idOf(7) }, '2026-11-28', '2026-11-28')),
    creator: sumOfAll(await delivery.days({ creatorId: CREATOR }, '2026-11-28', '2026-11-28')),
  });
  const all = await expectedOf();
  // Every request is for a title.
  const expected = { site: all, title: await expectedOf(idOf(7)), creator: all };
  expect(expected.title.requests).toBeGreaterThan(10);
  expect(await stored()).toEqual(expected);

  // Nothing is missing, so the daily listing only sets the months, and does so again without a change.
  for (const now of [clock.now, clock.now, MONTH_CLOSED, MONTH_CLOSED]) {
    clock.now = now;
    await addLate(deps());
    expect(await stored()).toEqual(expected);
    expect(await delivery.month('2026-11')).toMatchObject(expected.site);
    const ofSubjects = [
      await delivery.month('2026-11', { contentId: idOf(7) }),
      await delivery.month('2026-11', { creatorId: CREATOR }),
    ];
    if (now === MONTH_CLOSED) expect(ofSubjects).toMatchObject([expected.title, expected.creator]);
    else expect(ofSubjects).toEqual([undefined, undefined]);
  }

  // A deleted title leaves nothing, and its neighbor and its creator everything.
  const left = async (subject: SumSubject) => [
    (await delivery.days(subject, '2026-11-01', '2026-12-31')).length,
    (await delivery.months(subject)).length,
  ];
  await delivery.removeAll(idOf(7));
  const subjects = [{ contentId: idOf(7) }, { contentId: idOf(8) }, { creatorId: CREATOR }];
  expect(await Promise.all(subjects.map(left))).toEqual([
    [0, 0],
    [1, 1],
    [1, 1],
  ]);
  expect(await stored()).toMatchObject({ site: expected.site, creator: expected.creator });
});
