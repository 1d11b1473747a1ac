import { randomUUID } from 'node:crypto';
import { planEntity } from '../../../lambdas/data/billing/plan-entity.ts';
import { createCallerReader } from '../../../lambdas/data/people/caller-reader.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { sessionsEntity } from '../../../lambdas/data/sessions/sessions-entity.ts';
import { createDeviceRepository } from '../../../lambdas/data/sessions/device-repository.ts';
import { createSessionRegistry } from '../../../lambdas/data/sessions/session-registry.ts';
import { newAccountRights } from '../../../lambdas/domain/accounts/actor.ts';
import type { SignIn } from '../../../lambdas/domain/accounts/sign-in.ts';
import { activeSessions } from '../../../lambdas/domain/sessions/session.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const visit = { label: 'Firefox on Linux' };

let db: TestTable;
beforeAll(async () => {
  db = await startTestTable();
});
afterAll(() => db.stop());

const registry = (limit = 3) => createSessionRegistry(db.table, { limit });
const signIn = (): SignIn & { id: string } => ({
  id: randomUUID(),
  authenticatedAt: Math.floor(NOW / 1000),
  assurance: 'aal1',
});
const person = async (rights: object = {}): Promise<string> => {
  const userId = randomUUID();
  await db.table.put(rightsEntity.toItem({ ...newAccountRights(userId), ...rights }));
  return userId;
};
const activeOf = async (userId: string) => activeSessions(await registry().read(userId), NOW);

it('never has more sessions than the limit after 20 sign-ins at once, in every one of many rounds', async () => {
  for (let round = 0; round < 10; round += 1) {
    const userId = await person();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => registry().admit(userId, signIn(), visit, NOW)),
    );
    expect([outcomes.filter((one) => one === 'active').length, (await activeOf(userId)).length]).toEqual([3, 3]);
  }
});

/** A condition that is always true. */
const anyItem = { expression: 'attribute_not_exists(#none)', names: { '#none': 'none' } };

it('exceeds the limit without its condition, so that the test above can fail', async () => {
  const userId = await person();
  const careless = createSessionRegistry(
    { ...db.table, update: (key, change) => db.table.update(key, change, anyItem) },
    { limit: 3 },
  );
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => careless.admit(userId, signIn(), visit, NOW)));
  expect(outcomes.filter((one) => one === 'active').length).toBeGreaterThan(3);
});

it('ends a session once, when several ask at once', async () => {
  const userId = await person();
  const one = signIn();
  await registry().admit(userId, one, visit, NOW);
  const ended = await Promise.all(Array.from({ length: 8 }, () => registry().end(userId, one.id, NOW)));
  expect(ended.filter(Boolean)).toHaveLength(1);
});

it('is read with rights and plan, and survives a change of them', async () => {
  const userId = await person({ role: 'admin' });
  await db.table.put(planEntity.toItem({ user_id: userId, plan: 'premium', source: 'stripe' }));
  const one = signIn();
  await registry().admit(userId, one, visit, NOW);
  await db.table.update(rightsEntity.key({ user_id: userId }), { set: { role: 'user' } });
  await registry().extend(userId, one.id, NOW + 1000);
  expect(await createCallerReader(db.table).read(userId)).toEqual({
    user_id: userId,
    role: 'user',
    plan: 'premium',
    disabled: false,
    sessions: { [one.id]: expect.objectContaining({ seen: NOW + 1000 }) as object },
  });
});

it('cannot end the session of another user', async () => {
  const [ann, ben] = [await person(), await person()];
  const one = signIn();
  await registry().admit(ann, one, visit, NOW);
  expect(await registry().end(ben, one.id, NOW)).toBe(false);
  expect(await activeOf(ann)).toHaveLength(1);
});

it('stores nothing for a user without rights, whose calls are allowed until /api/me creates them', async () => {
  const userId = randomUUID();
  expect(await registry().admit(userId, signIn(), visit, NOW)).toBe('active');
  expect(await db.table.get(sessionsEntity.key({ user_id: userId }))).toBeUndefined();
});

it('costs one write for the first call of a sign-in, and one read of 1.5 units for every call', async () => {
  const userId = await person();
  // The database of the tests counts nothing for an item that does not exist yet.
  await registry().admit(userId, signIn(), visit, NOW);
  const first = await db.measure(() => registry().admit(userId, signIn(), visit, NOW));
  expect([first.calls, first.units]).toEqual([['BatchGetItem', 'UpdateItem'], 3]);
  const third = signIn();
  await registry().admit(userId, third, { ...visit, device: 'f'.repeat(64) }, NOW);
  await registry().onDevice(userId, third.id, { device: 'e'.repeat(64), isNew: true, now: NOW });
  await db.table.put(planEntity.toItem({ user_id: userId, plan: 'premium', source: 'stripe' }));
  const read = await db.measure(() => createCallerReader(db.table).read(userId));
  expect([read.calls, read.units]).toEqual([['BatchGetItem'], 1.5]);
});

it('lists the devices of a user, and of no one else', async () => {
  const devices = createDeviceRepository(db.table);
  const [ann, ben] = [randomUUID(), randomUUID()];
  const at = new Date(NOW).toISOString();
  const device = { hash: 'a'.repeat(64), label: 'Firefox on Linux', first_at: at, seen_at: at };
  await devices.put(ann, device);
  await devices.put(ann, { ...device, seen_at: new Date(NOW + 1000).toISOString() });
  const onBad = () => {};
  expect(await devices.list(ann, onBad)).toMatchObject([{ hash: device.hash, first_at: at }]);
  expect(await devices.list(ben, onBad)).toEqual([]);
  await devices.remove(ann, device.hash);
  expect(await devices.list(ann, onBad)).toEqual([]);
});
