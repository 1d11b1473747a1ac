import { ulid } from 'ulid';
import { createCountsRepository } from '../../../lambdas/data/admin/counts-repository.ts';
import type { Counted } from '../../../lambdas/domain/counts/counted.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { createRandom, newSeed } from '../../support/random.ts';

const seed = newSeed();
const months = ['2026-09', '2026-10', '2026-11'] as const;
const THINGS = 40;
const CHANGES = 400;
const WORKERS = 4;

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

describe('counters', () => {
  it(`S1: match the data however often, late and concurrently changes are reported (SEED=${seed})`, async () => {
    const random = createRandom(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const counts = createCountsRepository(db.table);
    const month = new Map<string, string>();
    const things = new Map<string, Counted | undefined>();
    for (let index = 0; index < THINGS; index += 1) {
      const id = `cnt_${ulid()}`;
      month.set(id, pick(months));
      things.set(id, undefined);
    }
    const ids = [...things.keys()];
    // Every change is reported at least once; a third of them again later, by another worker.
    const reports: string[] = [];
    const repeats: string[] = [];
    let naive = 0;
    for (let change = 0; change < CHANGES; change += 1) {
      const id = pick(ids);
      const made = month.get(id) ?? '';
      const to = random() < 0.3 ? undefined : { name: pick(['music', 'video'] as const), month: made };
      things.set(id, to);
      reports.push(id);
      if (random() < 0.33) repeats.push(id);
      naive += to ? 1 : 0;
    }
    const queue = [...reports, ...repeats];
    await Promise.all(
      Array.from({ length: WORKERS }, async () => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
          const known = id;
          await counts.update({ thing: 'content', id: known }, async () => things.get(known));
        }
      }),
    );
    const { total } = await counts.read([]);
    const existing = [...things.values()].filter((counted) => counted !== undefined);
    const of = (name: string) => existing.filter((counted) => counted.name === name).length;
    const deliveries = reports.length + repeats.length;
    console.log(
      `${CHANGES} changes reported ${deliveries} times by ${WORKERS} workers:`,
      `${total.music} + ${total.video} of ${existing.length};`,
      `a counter that adds 1 for every report would say ${naive}`,
    );
    expect(total).toEqual({ users: 0, music: of('music'), video: of('video') });
    expect(naive).not.toBe(existing.length);
  });

  it('S1, S2: keeps monthly counts after a deletion, and reads cost half a unit per item', async () => {
    const counts = createCountsRepository(db.table);
    const before = (await counts.read(['2026-05'])).total;
    const thing = { thing: 'user', id: '11111111-2222-4333-8444-555555555555' } as const;
    await counts.update(thing, async () => ({ name: 'users', month: '2026-05' }));
    await counts.update(thing, async () => ({ name: 'users', month: '2026-05' }));
    await counts.update(thing, async () => undefined);
    const { result, units } = await db.measure(() => counts.read(['2026-05', '2026-04']));
    expect(result.total.users).toBe(before.users);
    expect(result.months).toEqual([{ users: 1, music: 0, video: 0 }, undefined]);
    expect(units).toBeLessThanOrEqual(1.5);
  });
});
