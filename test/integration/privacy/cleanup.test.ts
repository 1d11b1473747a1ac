import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { retentionMs } from '../../../lambdas/contract/retention.ts';
import { securityEventEntity } from '../../../lambdas/data/admin/security-event-repository.ts';
import { securityEventItem } from '../../support/privacy/security-event-item.ts';
import { historyEntity } from '../../../lambdas/data/history/history-repository.ts';
import { positionEntity } from '../../../lambdas/data/history/position-repository.ts';
import { queueEntity } from '../../../lambdas/data/history/queue-repository.ts';
import { profileEntity } from '../../../lambdas/data/people/profile-repository.ts';
import { createCleanupRunRepository, type Removal } from '../../../lambdas/data/privacy/cleanup-run-repository.ts';
import { createExpiredSources } from '../../../lambdas/data/privacy/expired-sources.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';
import { ignoreConditionFailed } from '../../../lambdas/data/table/errors.ts';
import type { Table } from '../../../lambdas/data/table/table.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { newSecurityEvent } from '../../../lambdas/domain/security/event.ts';
import {
  continueCleanup,
  RunTaken,
  toCleanupView,
  type CleanupRun,
  type Expired,
} from '../../../lambdas/domain/privacy/cleanup.ts';
import { unfinishedRun } from '../../../lambdas/domain/privacy/find-run.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { someDevice } from '../../support/rows/history-rows.ts';
import { createRandom } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

const NOW = Date.parse('2026-03-04T05:06:07.000Z');
const DAY = 86_400_000;
const ago = (ms: number): string => new Date(NOW - ms).toISOString();
const EXPIRED = ago(retentionMs('usage_data') + DAY);
const KEPT = ago(retentionMs('usage_data') - DAY);
const USERS = 23;

let db: TestTable;
beforeEach(async () => {
  db = await startTestTable();
});
afterEach(() => db.stop());

const historyItem = (userId: string, at: string, id = ulid()): StoredItem =>
  historyEntity.toItem({
    user_id: userId,
    content_id: `cnt_${id}`,
    watched_at: at,
    title: 'A title',
    artist: '',
    content_type: 'music',
    thumbnail_url: null,
    creator_id: `crt_${id}`,
    creator_name: '',
  });

const positionItem = (userId: string, at: string, { finished = false, id = ulid() } = {}): StoredItem =>
  positionEntity.toItem({
    user_id: userId,
    content_id: `cnt_${id}`,
    position_seconds: 10,
    duration_seconds: 100,
    finished,
    device: someDevice,
    updated_at: at,
    version: 1,
    writer: 'w',
    number: 1,
  });

const queueItem = (userId: string, at: string): StoredItem =>
  queueEntity.toItem({
    user_id: userId,
    content_ids: [],
    index: 0,
    position_seconds: 0,
    device: someDevice,
    updated_at: at,
    version: 1,
    writer: 'w',
    number: 1,
  });

const eventItem = (at: string): StoredItem => securityEventItem(randomUUID(), at);

/** What is stored, once: users with old and recent data, and security events of two years. */
const world = (): { readonly expired: readonly StoredItem[]; readonly kept: readonly StoredItem[] } => {
  const users = Array.from({ length: USERS }, () => randomUUID());
  const profiles = users.map((id, index) =>
    profileEntity.toItem({ id, email: `${index}@example.org`, full_name: '', created_at: ago((index + 1) * DAY) }),
  );
  const event = retentionMs('security_events');
  return {
    expired: [
      ...users
        .slice(0, 10)
        .flatMap((id) => [historyItem(id, EXPIRED), historyItem(id, EXPIRED), positionItem(id, EXPIRED)]),
      // More than one transaction removes.
      ...Array.from({ length: 60 }, () => historyItem(users[1] ?? '', EXPIRED)),
      queueItem(users[2] ?? '', EXPIRED),
      positionItem(users[3] ?? '', ago(retentionMs('finished_positions') + DAY), { finished: true }),
      // One on each day of a week before.
      ...Array.from({ length: 8 }, (_, index) => eventItem(ago(event + index * DAY + 60_000))),
    ],
    kept: [
      ...profiles,
      ...users.flatMap((id) => [historyItem(id, KEPT), positionItem(id, KEPT)]),
      queueItem(users[4] ?? '', KEPT),
      positionItem(users[5] ?? '', ago(retentionMs('finished_positions') - DAY), { finished: true }),
      ...Array.from({ length: 5 }, (_, index) => eventItem(ago(event - index * 40 * DAY - 60_000))),
    ],
  };
};

/** Keys of all items of these that exist. */
const existing = async (items: readonly StoredItem[]): Promise<readonly string[]> => {
  const found = await db.table.getMany(
    items.map(({ pk, sk }) => ({ pk, sk })),
    { consistent: true },
  );
  return found.map(({ pk, sk }) => `${pk} ${sk}`).sort();
};

const keysOf = (items: readonly StoredItem[]) => items.map(({ pk, sk }) => `${pk} ${sk}`).sort();

const open = (table: Table = db.table, now = NOW) => {
  const runs = createCleanupRunRepository(table, { logger: silentLogger });
  return { runs, deps: { runs, sources: createExpiredSources(table), now: () => now } };
};

/** Runs the cleanup to its end on this table, as one call or as the daily worker after a stop. */
const finish = async (table: Table, { isDry = false, now = NOW } = {}): Promise<CleanupRun> => {
  const { runs, deps } = open(table, now);
  const run =
    (isDry ? undefined : unfinishedRun(await runs.listRecent(), now)) ??
    (await runs.start({ started_by: 'schedule', dry_run: isDry }, now));
  return continueCleanup(deps, run, now + 1);
};

class Killed extends Error {}

/** The table of a process that is killed before or after its nth operation: a write may be done without an answer. */
const killedAt = (table: Table, operations: number, isDone: boolean): Table => {
  let left = operations;
  const dying =
    <A extends readonly unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      left -= 1;
      if (left < 0) throw new Killed();
      if (left > 0) return work(...args);
      if (isDone) await work(...args);
      throw new Killed();
    };
  return {
    ...table,
    query: dying(table.query),
    queryAll: dying(table.queryAll),
    get: dying(table.get),
    update: dying(table.update),
    transact: dying(table.transact),
  };
};

const store = async () => {
  const items = world();
  await Promise.all([...items.expired, ...items.kept].map((item) => db.table.put(item)));
  return items;
};

const expectedCounts = { usage_data: 91, finished_positions: 1, security_events: 8 };

describe('the cleanup', () => {
  it('RT1 to RT8: removes what expired and nothing else, and counts it by table', async () => {
    const { expired, kept } = await store();
    const run = await finish(db.table);
    expect(run).toMatchObject({ counts: expectedCounts, finished_at: ago(0) });
    expect(toCleanupView(run).total_records_cleaned).toBe(expired.length);
    expect(await existing(expired)).toEqual([]);
    expect(await existing(kept)).toEqual(keysOf(kept));
    expect(await open().runs.get(run.id)).toEqual(run);
    // A second run has nothing to do.
    expect((await finish(db.table)).counts).toEqual({});
  });

  it('counts the same in a dry run and removes nothing', async () => {
    const { expired, kept } = await store();
    expect(await finish(db.table, { isDry: true })).toMatchObject({ dry_run: true, counts: expectedCounts });
    expect(await existing([...expired, ...kept])).toEqual(keysOf([...expired, ...kept]));
  });

  it('does not remove what is written while it runs', async () => {
    const { expired } = await store();
    const [first] = expired.filter(({ type }) => type === 'HISTORY');
    if (!first) throw new Error('No history');
    const { runs } = open();
    const again = {
      ...runs,
      remove: async (...args: Parameters<typeof runs.remove>) => {
        await db.table.put({ ...first, watched_at: ago(0) });
        return runs.remove(...args);
      },
    };
    const run = await runs.start({ started_by: 'schedule', dry_run: false }, NOW);
    const done = await continueCleanup({ ...open().deps, runs: again }, run, NOW + 1);
    expect(await existing(expired)).toEqual(keysOf([first]));
    expect(done.counts).toEqual({ ...expectedCounts, usage_data: expectedCounts.usage_data - 1 });
  });

  it('ends in the same state after runs that are killed anywhere', async () => {
    const random = createRandom(20);
    const count = rounds('killed runs of the cleanup', { quick: 8, full: 20 });
    for (let round = 0; round < count; round += 1) {
      const { expired, kept } = await store();
      let run: CleanupRun | undefined;
      let kills = 0;
      while (!run) {
        const table = kills < 3 ? killedAt(db.table, 1 + Math.floor(random() * 90), random() < 0.5) : db.table;
        // Later than the rounds before, so that it is the newest run.
        run = await finish(table, { now: NOW + round }).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          kills += 1;
          return undefined;
        });
      }
      expect({ round, kills, counts: run.counts }).toEqual({ round, kills, counts: expectedCounts });
      expect(await existing(expired)).toEqual([]);
      expect(await existing(kept)).toEqual(keysOf(kept));
      await Promise.all(kept.map(({ pk, sk }) => db.table.delete({ pk, sk })));
    }
  });

  it('would count wrongly if it removed and counted in two writes', async () => {
    await store();
    const { runs, deps } = open();
    const inTwo = (isDying: boolean) => ({
      ...runs,
      remove: async (run: CleanupRun, expired: readonly Expired<Removal>[], progress: object) => {
        for (const { removal } of expired) await ignoreConditionFailed(db.table.delete(removal.key, removal.condition));
        if (isDying && expired.length > 0) throw new Killed();
        return runs.count(run, expired, progress);
      },
    });
    const run = await runs.start({ started_by: 'schedule', dry_run: false }, NOW);
    await expect(continueCleanup({ ...deps, runs: inTwo(true) }, run, NOW + 1)).rejects.toThrow(Killed);
    const done = await continueCleanup({ ...deps, runs: inTwo(false) }, (await runs.get(run.id)) ?? run, NOW + 1);
    expect(done.counts).not.toEqual(expectedCounts);
  });

  it('of two workers on one run leaves one, and the counts exact', async () => {
    const { expired } = await store();
    const { runs, deps } = open();
    const run = await runs.start({ started_by: 'schedule', dry_run: false }, NOW);
    const results = await Promise.allSettled([
      continueCleanup(deps, run, NOW + 1),
      continueCleanup(deps, run, NOW + 1),
    ]);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(RunTaken);
    const stored = (await runs.get(run.id)) ?? run;
    const done = await continueCleanup(deps, stored, NOW + 1);
    expect(done.counts).toEqual(expectedCounts);
    expect(await existing(expired)).toEqual([]);
  });

  it('reads a user with more items than a page holds part by part, and counts each once', async () => {
    const id = randomUUID();
    await db.table.put(profileEntity.toItem({ id, email: 'a@example.org', full_name: '', created_at: ago(DAY) }));
    const items = Array.from({ length: 64 }, () => historyItem(id, EXPIRED));
    const positions = Array.from({ length: 61 }, (_, index) =>
      // In this order, so that the one that is kept is on the first page.
      positionItem(id, index === 3 ? KEPT : EXPIRED, { id: ulid(index) }),
    );
    const later = randomUUID();
    await db.table.put(profileEntity.toItem({ id: later, email: 'b@example.org', full_name: '', created_at: ago(0) }));
    const all = [...items, ...positions, historyItem(later, EXPIRED)];
    await Promise.all(all.map((item) => db.table.put(item)));
    const sources = createExpiredSources(db.table, undefined, 60);
    const [source] = sources.slice(-1);
    const pages: number[] = [];
    for (let position: string | null | undefined; position !== null;) {
      const page = await source?.page(position ?? null, NOW);
      pages.push(page?.expired.length ?? 0);
      position = page?.next ?? null;
    }
    expect(pages).toEqual([60, 4 + 59, 1, 1]);
    // Stopped after each transaction of 50, a run makes the same way in the end.
    const { runs, deps } = open();
    let run = await runs.start({ started_by: 'schedule', dry_run: false }, NOW);
    let calls = 0;
    for (; run.finished_at === undefined; calls += 1) {
      let now = NOW;
      run = await continueCleanup({ ...deps, sources, now: () => now++ }, run, NOW + 1);
    }
    expect(run.counts).toEqual({ usage_data: all.length - 1 });
    // A page for each day of security events, and the transactions.
    expect(calls).toBe(8 + Math.ceil((all.length - 1) / 50));
    expect(await existing(all)).toEqual(keysOf(positions.slice(3, 4)));
  });

  it('reads more events of a day than a page holds in several, and those of all subjects', async () => {
    const at = Date.parse(ago(retentionMs('security_events') + DAY));
    const [one, another] = [randomUUID(), randomUUID()];
    const ofUser = (id: string, length: number): readonly StoredItem[] =>
      Array.from({ length }, (_, index) => securityEventItem(id, new Date(at + index).toISOString()));
    const visitor = securityEventEntity.toItem(
      newSecurityEvent({ kind: 'rate_limited', subject: { visitor: 'v' }, id: ulid(at), at }),
    );
    const all = [...ofUser(one, 120), ...ofUser(another, 3), visitor];
    await Promise.all(all.map((item) => db.table.put(item)));
    const [source] = createExpiredSources(db.table);
    const found: string[] = [];
    let pages = 0;
    for (let position: string | null | undefined; position !== null; pages += 1) {
      const page = await source?.page(position ?? null, NOW);
      found.push(...(page?.expired ?? []).map(({ removal: { key } }) => `${key.pk} ${key.sk}`));
      position = page?.next ?? null;
    }
    expect(found.sort()).toEqual(keysOf(all));
    // One for each of 8 days, and two more of the day with 120 events about one subject.
    expect(pages).toBe(10);
  });

  it('stops when its time is over, and continues later', async () => {
    const { expired } = await store();
    const { runs, deps } = open();
    let run = await runs.start({ started_by: 'schedule', dry_run: false }, NOW);
    let calls = 0;
    while (run.finished_at === undefined) {
      // Time for one page.
      let now = NOW;
      run = await continueCleanup({ ...deps, now: () => now++ }, run, NOW + 1);
      calls += 1;
    }
    expect(calls).toBeGreaterThan(5);
    expect(run.counts).toEqual(expectedCounts);
    expect(await existing(expired)).toEqual([]);
  });
});
