import { randomBytes } from 'node:crypto';
import { TransactGetCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { Role } from '../../../lambdas/contract/shared.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { createPeopleRepository } from '../../../lambdas/data/people/people-repository.ts';
import { VIEW_WINDOW_MS, newPlay } from '../../../lambdas/domain/playback/view-rule.ts';
import { createPlayRepository } from '../../../lambdas/data/history/play-repository.ts';
import { adminsKey, createRightsRepository, rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { AppError } from '../../../lambdas/domain/app-error.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { contentItem, someContent } from '../../support/content.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { somePerson } from '../../support/rows/people-rows.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

const secret = randomBytes(32).toString('base64');
const deps = { cursors: createCursors(async () => secret), logger: silentLogger };

let db: TestTable;
beforeEach(async () => {
  db = await startTestTable();
});
afterEach(() => db.stop());

/** Runs `work` for 0 to `count` with `clients` running concurrently, until it returns 'enough'. */
const runConcurrently = async (
  clients: number,
  count: number,
  work: (index: number) => Promise<unknown>,
): Promise<void> => {
  let next = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < count) if ((await work(next++)) === 'enough') return;
    }),
  );
};

it('keeps one role per user and at least one administrator during concurrent changes of rights', async () => {
  const changes = rounds('concurrent changes of rights', { quick: 300, full: 500 });
  const seed = newSeed();
  const random = createRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const members = Array.from({ length: 8 }, (_, index) => somePerson({ role: index < 3 ? 'admin' : 'user' }));
  for (const item of members.flatMap(({ items }) => items)) await db.table.put(item);
  await db.table.put({ ...adminsKey, type: 'ADMINS', v: 1, count: 3 });
  const people = createPeopleRepository(db.table, deps);
  const ids = members.map(({ person }) => person.id);
  const keys = ids.map((id) => rightsEntity.key({ user_id: id }));

  /** All users' rights and the administrator count, read in one transaction. */
  const readAll = async () => {
    const { Responses = [] } = await db.documents.send(
      new TransactGetCommand({
        TransactItems: [adminsKey, ...keys].map((Key) => ({ Get: { TableName: db.table.tableName, Key } })),
      }),
    );
    const [count, ...rights] = Responses.map(({ Item }) => Item ?? {});
    const roles = rights.map((item) => Role.parse(item['role']));
    const acting = rights
      .filter((item) => item['role'] === 'admin' && item['disabled'] === false)
      .map((item) => String(item['user_id']));
    return { count: Number(count?.['count']), roles, acting, admins: acting.length };
  };
  const counts: Record<string, number> = {};
  let reads = 0;
  let least = Infinity;
  /** The administrators of a moment ago; changes by others would only be denied. */
  let acting = ids.slice(0, 3);
  let over = false;
  const watching = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (!over) {
        const seen = await readAll().catch((error: unknown) => {
          // A read transaction that meets a write transaction fails; it read nothing.
          if ((error as Error).name === 'TransactionCanceledException') return undefined;
          throw error;
        });
        if (!seen) continue;
        reads += 1;
        acting = seen.acting;
        least = Math.min(least, seen.admins);
        expect(seen.roles).toHaveLength(8);
        expect(seen.count).toBe(seen.admins);
      }
    }),
  );
  await runConcurrently(10, Infinity, async (index) => {
    if ((counts['done'] ?? 0) >= changes) return 'enough';
    if (index > 5_000) throw new Error('Too few changes succeed');
    const by = {
      actor: { userId: pick(acting), role: 'admin' },
      requestId: 'storm',
      action: 'user.role-assigned',
    } as const;
    const role = pick(Role.options);
    const disabled = random() < 0.2;
    const change = random() < 0.8 ? { role } : { disabled };
    const outcome = await people
      .changeRights(
        pick(ids),
        () => change,
        by,
        () => new Date().toISOString(),
      )
      .then(
        () => 'done',
        (error: unknown) => {
          if (error instanceof AppError) return error.code;
          throw error;
        },
      );
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }).finally(() => (over = true));
  await watching;
  const end = await readAll();
  console.log(
    `seed ${seed}: ${JSON.stringify(counts)}, ${reads} reads,`,
    `at least ${least} administrators, ${end.admins} in the end`,
  );
  expect(end.count).toBe(end.admins);
  expect(least).toBeGreaterThanOrEqual(1);
  expect(reads).toBeGreaterThan(20);
  // Only changes that are not permitted fail; none is lost to a concurrent write.
  expect(Object.keys(counts).filter((code) => !['done', 'forbidden', 'last_admin'].includes(code))).toEqual([]);
  expect(counts['last_admin']).toBeGreaterThan(0);
  expect(await createRightsRepository(db.table).countAdmins()).toBe(end.admins);
});

it('views that 50 clients report twice each count once', async () => {
  const views = rounds('views', { quick: 300, full: 1_000 });
  const content = someContent();
  await db.table.put(contentItem(content));
  const plays = createPlayRepository(db.table);
  const started = Date.now() - 60_000;
  const made = Array.from({ length: views }, () => ({ play_id: `ply_${ulid()}`, user_id: somePerson().person.id }));
  await runConcurrently(50, views, (index) =>
    plays.start({
      play_id: '',
      user_id: '',
      ...made[index],
      content_id: content.id,
      started_at: new Date(started).toISOString(),
      countable_at: new Date(started).toISOString(),
      counted: false,
    }),
  );
  const counts: Record<string, number> = {};
  await runConcurrently(50, 2 * views, async (index) => {
    const play = made[index % views];
    const outcome = await plays.count(play?.user_id ?? '', play?.play_id ?? '', content.id, Date.now());
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  });
  expect(counts).toEqual({ counted: views, repeated: views });
  expect(await db.table.get({ pk: `CONTENT#${content.id}`, sk: 'META' }, { consistent: true })).toMatchObject({
    view_count: views,
  });
});

it('40 parallel plays of one user count as one view until the window ends', async () => {
  const content = someContent();
  const { id: userId } = somePerson().person;
  await db.table.put(contentItem(content));
  const plays = createPlayRepository(db.table);
  const now = Date.now();
  const start = async (startedAt: number): Promise<string> => {
    const playId = `ply_${ulid()}`;
    await plays.start(newPlay(playId, userId, content, startedAt));
    return playId;
  };
  const ids = await Promise.all(Array.from({ length: 40 }, () => start(now - 60_000)));
  const outcomes = await Promise.all(ids.map((id) => plays.count(userId, id, content.id, now)));
  expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(39);
  const count = async (at: number) => plays.count(userId, await start(at - 60_000), content.id, at);
  expect(await count(now + VIEW_WINDOW_MS - 1)).toBe('repeated');
  expect(await count(now + VIEW_WINDOW_MS)).toBe('counted');
  expect(await db.table.get({ pk: `CONTENT#${content.id}`, sk: 'META' }, { consistent: true })).toMatchObject({
    view_count: 2,
  });
});
