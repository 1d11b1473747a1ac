import { ulid } from 'ulid';
import { ContentStatus } from '../../../lambdas/contract/content/content-shapes.ts';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import { startAdminWorld, type AdminWorld } from '../../support/worlds/admin-world.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { createRandom, newSeed } from '../../support/random.ts';

const ROUNDS = 40;
/** Requests that run concurrently in each round. */
const AT_ONCE = 8;

const seed = newSeed();
const random = createRandom(seed);
const oneOf = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
const chance = (share: number): boolean => random() < share;

let db: TestTable;
let admin: AdminWorld;
beforeAll(async () => {
  db = await startTestTable();
  admin = await startAdminWorld(db);
});
afterAll(() => db.stop());

/** IDs that the simulated administrators know; some are outdated. */
const known = {
  contentItems: new Map<string, number>(),
  categories: new Set<string>(),
  creators: new Set<string>(),
  people: new Set<string>(),
  jobs: new Set<string>(),
  keys: new Map<string, number>(),
};
const pick = (from: Iterable<string>): string => oneOf([...from]) ?? 'none';
const idOf = (body: unknown): string => String((body as { id?: string } | undefined)?.id);

type Act = () => Promise<{ readonly status: number; readonly body: unknown; readonly what: string }>;
const sent = async (
  what: string,
  routeKey: string,
  parts: Parameters<AdminWorld['send']>[1],
  then: (body: unknown) => unknown = () => undefined,
): ReturnType<Act> => {
  const { status, body } = await admin.send(routeKey, parts);
  if (status < 300) then(body);
  return { status, body, what };
};
const remember = (body: unknown): void => void known.contentItems.set(idOf(body), (body as ContentView).revision);

const acts: readonly Act[] = [
  async () => {
    const bytes = 1 + Math.floor(random() * 1000);
    const key = chance(0.1)
      ? pick(known.keys.keys())
      : await admin.upload(pick(known.creators), bytes).catch(() => 'none');
    if (!known.keys.has(key)) known.keys.set(key, bytes);
    const category = chance(0.5) ? null : pick(known.categories);
    const body = {
      title: 'Made',
      s3Key: key,
      category_id: category,
      contentType: chance(0.5) ? 'music' : 'video',
      status: oneOf(ContentStatus.options),
    };
    return sent('create', 'POST /api/content', { body }, remember);
  },
  () => {
    const id = pick(known.contentItems.keys());
    const body = {
      revision: (known.contentItems.get(id) ?? 1) + (chance(0.1) ? 1 : 0),
      ...(chance(0.5) ? { category_id: chance(0.3) ? null : pick(known.categories) } : {}),
      ...(chance(0.4) ? { creator_id: pick(known.creators) } : {}),
      ...(chance(0.4) ? { contentType: chance(0.5) ? 'music' : 'video' } : {}),
      ...(chance(0.4) ? { status: oneOf(ContentStatus.options) } : {}),
      ...(chance(0.1) ? { unpublish_at: new Date(admin.world.now + 60_000).toISOString() } : {}),
    };
    return sent('edit', 'PATCH /api/content/{id}', { params: { id }, body }, remember);
  },
  () => sent('delete', 'DELETE /api/content/{id}', { params: { id: pick(known.contentItems.keys()) } }),
  () =>
    sent('add category', 'POST /api/categories', { body: { name: `Category ${Math.floor(random() * 12)}` } }, (body) =>
      known.categories.add(idOf(body)),
    ),
  () =>
    sent('rename category', 'PATCH /api/categories/{id}', {
      params: { id: pick(known.categories) },
      body: { name: `Category ${Math.floor(random() * 12)}` },
    }),
  () =>
    sent('remove category', 'DELETE /api/categories/{id}', {
      params: { id: pick(known.categories) },
      ...(chance(0.7) ? { query: { replacement: pick(known.categories) } } : {}),
    }),
  () =>
    sent(
      'add creator',
      'POST /api/creators',
      { body: { name: `Creator ${ulid()}`, plan: oneOf(['free', 'business']) } },
      (body) => known.creators.add(idOf(body)),
    ),
  () =>
    sent('edit creator', 'PATCH /api/creators/{id}', {
      params: { id: pick(known.creators) },
      body: { name: `Creator ${ulid()}` },
    }),
  () => sent('remove creator', 'DELETE /api/creators/{id}', { params: { id: pick(known.creators) } }),
  () => {
    const ids = [...new Set(Array.from({ length: 5 }, () => pick(known.contentItems.keys())))];
    const action = oneOf([
      { kind: 'publish' },
      { kind: 'unpublish' },
      { kind: 'move', category_id: pick(known.categories) },
      { kind: 'delete' },
      { kind: 'tag', add: ['x'], remove: [] },
    ]);
    return sent('job', 'POST /api/admin/bulk/jobs', { body: { action, ids, confirmed: ids.length } }, (body) =>
      known.jobs.add(idOf(body)),
    );
  },
  () => sent('undo', 'POST /api/admin/bulk/jobs/{id}/undo', { params: { id: pick(known.jobs) } }),
  () =>
    sent(
      'add person',
      'POST /api/functions/admin-create-user',
      { body: admin.newUserRole(chance(0.3) ? 'admin' : 'user') },
      (body) => known.people.add(idOf((body as { user: object }).user)),
    ),
  () =>
    sent('assign role', 'POST /api/rpc/admin_assign_role', {
      body: { target_user_id: pick(known.people), new_role: oneOf(['user', 'moderator', 'admin']) },
    }),
  () =>
    sent('disable', 'POST /api/admin/users/{id}/disable', {
      params: { id: pick(known.people) },
      body: { reason: 'Test' },
    }),
  () =>
    sent('enable', 'POST /api/admin/users/{id}/enable', {
      params: { id: pick(known.people) },
      body: { reason: 'Test' },
    }),
];
/** Items are created and edited most often. */
const acting = [
  ...acts,
  ...Array.from({ length: 4 }, () => acts[0]),
  ...Array.from({ length: 8 }, () => acts[1]),
] as readonly Act[];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

it(`counters match the stored data after concurrent administration, and no request fails (SEED=${seed})`, async () => {
  known.creators.add((await admin.creators())[0]?.id ?? '');
  const statuses: Record<string, Record<string, number>> = {};
  const failures: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    admin.world.now += 90_000;
    const done = await Promise.all(Array.from({ length: AT_ONCE }, () => (oneOf(acting) as Act)()));
    for (const { status, body, what } of done) {
      const counts = (statuses[what] ??= {});
      counts[status] = (counts[status] ?? 0) + 1;
      if (status >= 500) failures.push(`${what}: ${JSON.stringify(body)}`);
    }
    // Workers run between rounds, and sometimes later.
    if (chance(0.7)) await admin.runWorkers();
    const news = await admin.changes();
    await Promise.all([...news, ...news].sort(() => random() - 0.5).map((thing) => admin.count(thing)));
  }
  admin.world.now += 90_000;
  await admin.runWorkers();
  await admin.runWorkers();
  for (const thing of await admin.changes()) await admin.count(thing);
  console.log(`seed ${seed}:`, statuses);
  expect(failures).toEqual([]);

  const items = await admin.items();
  const contentItems = items.filter(({ type, deleted_at: deleted }) => type === 'CONTENT' && deleted === undefined);
  const people = items.filter(({ type }) => type === 'PROFILE');
  const ofType = (type: string): number => contentItems.filter(({ content_type }) => content_type === type).length;
  expect((await admin.readCounts()).total).toEqual({
    users: people.length,
    music: ofType('music'),
    video: ofType('video'),
  });

  for (const { id, name, content_count: count = 0 } of await admin.categories()) {
    const inIt = contentItems.filter(({ category_id: of }) => of === id);
    expect([id, count, new Set(inIt.map(({ category_name }) => category_name))]).toEqual([
      id,
      inIt.length,
      new Set(inIt.map(() => name)),
    ]);
  }
  const creators = await admin.creators();
  for (const { id, name, content_count: count = 0 } of creators) {
    const byIt = contentItems.filter(({ creator_id: of }) => of === id);
    expect([id, count, new Set(byIt.map(({ creator_name }) => creator_name))]).toEqual([
      id,
      byIt.length,
      new Set(byIt.map(() => name)),
    ]);
  }
  const uploads = (await Promise.all([...known.keys.keys()].map((key) => admin.uploads.find(key)))).filter(
    (upload) => upload !== undefined,
  );
  expect(sum(creators.map(({ storage_used: used }) => used))).toBe(sum(uploads.map(({ file_size: size }) => size)));
  for (const { id, storage_used: used } of creators)
    expect([id, used]).toEqual([
      id,
      sum(uploads.filter(({ creator_id: of }) => of === id).map(({ file_size: size }) => size)),
    ]);

  const rights = await Promise.all(people.map(({ id }) => admin.rightsOf(String(id))));
  expect(await admin.countAdmins()).toBe(rights.filter((one) => one?.role === 'admin' && !one.disabled).length);
});
