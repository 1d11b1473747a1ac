import { createDeliveryRepository, type DeliveryTable } from '../../../../lambdas/data/delivery/delivery-repository.ts';
import {
  addableAttributes,
  creatorDayEntity,
  siteHourEntity,
  titleDayEntity,
} from '../../../../lambdas/data/delivery/delivery-entities.ts';
import type { StoredItem } from '../../../../lambdas/data/table/entity.ts';
import { isNew } from '../../../../lambdas/data/table/expressions.ts';
import { ConditionFailed } from '../../../../lambdas/data/table/errors.ts';
import { addSums, sumOfAll } from '../../../../lambdas/domain/delivery/add-sums.ts';
import { logKey } from '../../../../lambdas/domain/delivery/logs/log-file.ts';
import { chunksOf, sumLog, type TargetSums } from '../../../../lambdas/domain/delivery/logs/sum-log.ts';
import { NO_DELIVERY, type DeliverySums } from '../../../../lambdas/domain/delivery/sums.ts';
import { silentLogger } from '../../../../lambdas/domain/logger.ts';
import { addFile } from '../../../../lambdas/workers/delivery-logs/add-file.ts';
import { LOG_HOUR, logHeader, logLine } from '../../../support/delivery/log-text.ts';
import { createMemoryTable } from '../../../support/delivery/memory-table.ts';
import { createRandom, newSeed } from '../../../support/random.ts';

const FILES = 1000;
/** Files for the ways that are wrong, which show that with few. */
const FEW_FILES = 100;
const WORKERS = 4;
/** Chance that a request crashes its worker, so that about one delivery in twenty does. */
const CRASHES = 0.01;
/** The same for workers that add each sum in a request of its own: so that, for any seed, many totals are wrong. */
const CRASHES_OF_ONES = 0.02;
const TITLES = 300;
const CREATORS = 5;

const HOUR_MS = 3_600_000;
const idOf = (number: number): string => `cnt_${String(number).padStart(26, '0')}`;
const nameOf = ({ target }: TargetSums): string => Object.values(target).join(' ');

const seed = newSeed();
const random = createRandom(seed);
const pick = (count: number): number => Math.floor(random() * count);

/** Lines of requests for a few titles or, in one file of ten, for so many that it has more than one chunk. */
const linesOf = (hour: number): readonly string[] =>
  Array.from({ length: 1 + pick(pick(10) === 0 ? 120 : 10) }, () =>
    logLine({
      date: new Date(hour).toISOString().slice(0, 10),
      time: new Date(hour + pick(HOUR_MS)).toISOString().slice(11, 19),
      'cs-uri-stem': `/posters/${idOf(pick(TITLES))}/v1/poster.jpg`,
      'sc-bytes': String(pick(10_000)),
      'time-to-first-byte': (random() / 4).toFixed(3),
      'c-country': ['DE', 'FR', 'US'][pick(3)] ?? '-',
    }),
  );

const files = new Map(
  Array.from({ length: FILES }, (_, index) => {
    const hour = LOG_HOUR + pick(24) * HOUR_MS;
    return [logKey({ distribution: 'E1', hour }, String(index)), { hour, lines: linesOf(hour) }] as const;
  }),
);

/** Every file, delivered 1 to 5 times, in any order. */
const deliveries = [...files.keys()]
  .flatMap((key) => Array<string>(1 + pick(5)).fill(key))
  .map((key) => ({ key, order: random() }))
  .sort((a, b) => a.order - b.order)
  .map(({ key }) => key);

const portions = async function* (key: string): AsyncGenerator<readonly string[]> {
  yield [...logHeader, ...(files.get(key)?.lines ?? [])];
};

const fewKeys = new Set([...files.keys()].slice(0, FEW_FILES));

const summed = new Map<string, readonly TargetSums[]>();
beforeAll(async () => {
  for (const [key, { hour }] of files) summed.set(key, (await sumLog(hour, portions(key))).totals);
});

/** What the totals of these files must be, by what they are about. */
const expectedOf = (keys: Iterable<string>): ReadonlyMap<string, DeliverySums> => {
  const expected = new Map<string, DeliverySums>();
  for (const key of new Set(keys))
    for (const one of summed.get(key) ?? [])
      expected.set(nameOf(one), addSums(expected.get(nameOf(one)) ?? NO_DELIVERY, one.sums));
  return expected;
};

/** The stored sums by what they are about. */
const storedIn = (items: readonly StoredItem[]): ReadonlyMap<string, DeliverySums> =>
  new Map(
    items.flatMap((item) => {
      const hour = siteHourEntity.tryParse(item);
      const day = titleDayEntity.tryParse(item);
      const name = hour?.hour ?? `${String(day?.content_id)} ${String(day?.day)}`;
      const parsed = hour ?? day;
      if (!parsed) return [];
      return [[name, addSums(NO_DELIVERY, parsed)] as const];
    }),
  );

const sorted = (counts: Readonly<Record<string, number>>): string => JSON.stringify(Object.entries(counts).sort());
const textOf = (sums: DeliverySums | undefined): string =>
  sums
    ? JSON.stringify({
        ...sums,
        first_byte: sorted(sums.first_byte),
        bytes_by_country: sorted(sums.bytes_by_country),
      })
    : 'none';

/** Creators of titles that move to another one all the time. */
const creatorsOf = async (titles: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map(titles.map((title) => [title, `crt_${String(pick(CREATORS)).padStart(26, '0')}`]));

class Crash extends Error {}

/** Delivers files to several workers. A delivery that crashed is repeated, as Lambda does. Returns the wrong totals. */
const wrongAfter = async (
  process: (table: DeliveryTable, key: string) => Promise<void>,
  delivered: readonly string[],
  crashes: number,
): Promise<{ readonly wrong: number; readonly of: number; readonly items: readonly StoredItem[] }> => {
  const chance = createRandom(seed + 1);
  const table = createMemoryTable(() => {
    if (chance() < crashes) throw new Crash();
  });
  const waiting = [...delivered];
  const work = async (): Promise<void> => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      try {
        await process(table, key);
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        waiting.push(key);
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const stored = storedIn(table.items());
  const expected = expectedOf(delivered);
  const wrong = [...expected].filter(([name, sums]) => textOf(stored.get(name)) !== textOf(sums)).length;
  return { wrong: wrong + Math.max(0, stored.size - expected.size), of: expected.size, items: table.items() };
};

const idOfTitle = ({ target }: TargetSums): string => ('contentId' in target ? target.contentId : '');

/** Adds sums without a transaction, one after the other. */
const addAll = async (table: DeliveryTable, sums: readonly TargetSums[]): Promise<void> => {
  for (const one of sums) {
    const item =
      'hour' in one.target
        ? siteHourEntity.toItem({ hour: one.target.hour, ...NO_DELIVERY })
        : titleDayEntity.toItem({ content_id: idOfTitle(one), day: one.target.day, ...NO_DELIVERY });
    const { pk, sk, ...rest } = item;
    const fixed = Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in NO_DELIVERY)));
    const change = { set: fixed, add: addableAttributes(one.sums) };
    await table.transact([table.write.update({ pk, sk }, change, { expression: '' })]);
  }
};
const mark = (table: DeliveryTable, key: string): Promise<boolean> =>
  table.put({ pk: key, sk: 'MARKER' }, isNew).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ConditionFailed) return false;
      throw error;
    },
  );
const isMarked = async (table: DeliveryTable, key: string): Promise<boolean> =>
  (await table.get({ pk: key, sk: 'MARKER' })) !== undefined;

it(`adds each of ${FILES} files once, however often and in whatever order it arrives (seed ${seed})`, async () => {
  expect(deliveries.length).toBeGreaterThan(2 * FILES);
  expect([...summed.values()].filter((totals) => chunksOf(totals).length > 1).length).toBeGreaterThan(FILES / 50);
  const { wrong, of, items } = await wrongAfter(
    (table, key) =>
      addFile(
        {
          files: { list: () => Promise.resolve([]), read: portions },
          delivery: createDeliveryRepository(table),
          creatorsOf,
          readDistribution: () => Promise.resolve('E1'),
          logger: silentLogger,
          now: () => LOG_HOUR,
          timeLimitMs: HOUR_MS,
        },
        key,
      ),
    deliveries,
    CRASHES,
  );
  expect(wrong).toBe(0);
  expect(of).toBeGreaterThan(TITLES);
  const creators = items.flatMap((item) => creatorDayEntity.tryParse(item) ?? []);
  expect(new Set(creators.map(({ creator_id: id }) => id)).size).toBe(CREATORS);
  const titles = items.flatMap((item) => titleDayEntity.tryParse(item) ?? []);
  expect(textOf(sumOfAll(creators))).toBe(textOf(sumOfAll(titles)));
});

describe('what would be wrong', () => {
  it.each<[string, (table: DeliveryTable, key: string) => Promise<void>]>([
    ['to add on each delivery', (table, key) => addAll(table, summed.get(key) ?? [])],
    [
      'to store the marker and then add',
      async (table, key) => {
        if (await mark(table, key)) await addAll(table, summed.get(key) ?? []);
      },
    ],
    [
      'to add and then store the marker',
      async (table, key) => {
        if (await isMarked(table, key)) return;
        await addAll(table, summed.get(key) ?? []);
        await mark(table, key);
      },
    ],
  ])('is %s', async (_what, process) => {
    const few = deliveries.filter((key) => fewKeys.has(key));
    const { wrong, of } = await wrongAfter(process, few, CRASHES_OF_ONES);
    expect(wrong).toBeGreaterThan(of / 10);
  });
});

it('has the sum of all files as its expectation', () => {
  const hours = [...expectedOf(files.keys())].filter(([name]) => name.includes('T')).map(([, sums]) => sums);
  const lines = [...files.values()].reduce((sum, file) => sum + file.lines.length, 0);
  expect(sumOfAll(hours)).toMatchObject({ requests: lines, ok: lines });
});
