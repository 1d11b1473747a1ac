import { randomUUID } from 'node:crypto';
import { billingEntity } from '../../../lambdas/data/billing/billing-entities.ts';
import { planEntity } from '../../../lambdas/data/billing/plan-entity.ts';
import { createCallerReader } from '../../../lambdas/data/people/caller-reader.ts';
import { movePeople } from '../../../lambdas/data/people/move-people.ts';
import { createProfileRepository, profileEntity } from '../../../lambdas/data/people/profile-repository.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { createSessionRegistry } from '../../../lambdas/data/sessions/session-registry.ts';
import { sessionsEntity } from '../../../lambdas/data/sessions/sessions-entity.ts';
import { newAccountRights } from '../../../lambdas/domain/accounts/actor.ts';
import { newBillingRecord } from '../../../lambdas/domain/billing/record.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const NOW = Date.parse('2026-11-27T12:00:00.000Z');
const FAR = '2099-01-01T00:00:00.000Z';
const session = { begun: NOW, seen: NOW, until: NOW + 3_600_000, label: 'Firefox on Linux' };

let db: TestTable;
beforeEach(async () => {
  db = await startTestTable();
});
afterEach(() => db.stop());

/** A user as earlier versions stored them: the profile in `USER#`, plan and sessions in the rights. */
const formerUser = async (rights: object, profile: object = {}): Promise<string> => {
  const id = randomUUID();
  const email = `${id}@example.org`;
  const created_at = '2026-01-01T00:00:00.000Z';
  await db.table.put({
    ...profileEntity.toItem({ id, email, full_name: 'Ann', created_at }),
    ...{ pk: `USER#${id}`, sk: 'PROFILE' },
    ...profile,
  });
  await db.table.put({ ...rightsEntity.toItem(newAccountRights(id)), ...rights });
  return id;
};
const move = async () => {
  const corrupt: string[] = [];
  return { ...(await movePeople(db.table, (id) => corrupt.push(id))), ids: corrupt };
};
const callerOf = (id: string) => createCallerReader(db.table, () => NOW).read(id);
const stored = async (id: string) => {
  const keys = [rightsEntity, planEntity, sessionsEntity].map((entity) => entity.key({ user_id: id }));
  const items = await db.table.getMany([...keys, { pk: `USER#${id}`, sk: 'PROFILE' }]);
  return Object.fromEntries(items.map(({ pk, sk: _sk, v: _v, ...item }) => [pk.split('#')[0], item]));
};

it('moves profile, plan and sessions to their own partitions, and calls read the same before and after', async () => {
  const id = await formerUser({ role: 'admin', plan: 'premium', plan_until: FAR, sessions: { one: session } });
  await db.table.put(billingEntity.toItem({ ...newBillingRecord(id, 'premium'), source: 'stripe', version: 1 }));
  const before = await callerOf(id);
  expect(before).toMatchObject({ role: 'admin', plan: 'premium', sessions: { one: session } });
  expect(await move()).toEqual({ users: 1, corrupt: 0, ids: [] });
  expect(await callerOf(id)).toEqual(before);
  expect(await stored(id)).toEqual({
    RIGHTS: { type: 'RIGHTS', user_id: id, role: 'admin', disabled: false },
    PLAN: { type: 'PLAN', user_id: id, plan: 'premium', plan_until: FAR, source: 'stripe' },
    SESSIONS: { type: 'SESSIONS', user_id: id, sessions: { one: session } },
  });
  expect(await createProfileRepository(db.table).get(id)).toMatchObject({ full_name: 'Ann' });
  expect(await move()).toEqual({ users: 0, corrupt: 0, ids: [] });
});

it('stores nothing for a user without a plan and without sessions', async () => {
  const id = await formerUser({ plan: 'free' });
  await move();
  expect(await stored(id)).toEqual({ RIGHTS: { type: 'RIGHTS', user_id: id, role: 'user', disabled: false } });
  expect(await callerOf(id)).toMatchObject({ plan: 'free' });
});

it('keeps what was stored in its own partition before the move: a new plan, an ended session, a new name', async () => {
  const id = await formerUser({ plan: 'premium', sessions: { one: session } });
  await db.table.put(planEntity.toItem({ user_id: id, plan: 'free', source: 'free' }));
  // The first change of the sessions starts from those that were in the rights.
  expect(await createSessionRegistry(db.table, { limit: 3 }).end(id, 'one', NOW)).toBe(true);
  await db.table.put(profileEntity.toItem({ id, email: 'new@example.org', full_name: 'New', created_at: FAR }));
  const before = await callerOf(id);
  expect(before).toMatchObject({ plan: 'free', sessions: { one: { ended: true } } });
  await move();
  expect(await callerOf(id)).toEqual(before);
  expect(await createProfileRepository(db.table).get(id)).toMatchObject({ full_name: 'New' });
  expect(Object.keys(await stored(id)).sort()).toEqual(['PLAN', 'RIGHTS', 'SESSIONS']);
});

it('replaces a profile without an address, which a call created because it found none', async () => {
  const id = await formerUser({});
  await createProfileRepository(db.table).createIfMissing({ id, email: '', full_name: '', created_at: FAR });
  expect(await move()).toMatchObject({ users: 1 });
  expect(await createProfileRepository(db.table).get(id)).toMatchObject({ full_name: 'Ann' });
});

it('keeps the name and the creation of a user for whom a sign-in created a profile with an address', async () => {
  const id = await formerUser({});
  const email = 'new@example.org';
  await createProfileRepository(db.table).createIfMissing({ id, email, full_name: '', created_at: FAR });
  await move();
  expect(await createProfileRepository(db.table).get(id)).toMatchObject({
    email,
    full_name: 'Ann',
    created_at: '2026-01-01T00:00:00.000Z',
  });
});

it('leaves a user whose erasure has begun, which finds the former places too', async () => {
  const id = await formerUser({ erasing: true, plan: 'premium' });
  expect(await move()).toEqual({ users: 0, corrupt: 0, ids: [] });
  expect(await stored(id)).toMatchObject({ RIGHTS: { plan: 'premium' }, USER: { full_name: 'Ann' } });
});

it('leaves the items of a user that it cannot read, and moves the others', async () => {
  const broken = await formerUser({ plan: 'gold' });
  const id = await formerUser({ plan: 'premium' });
  expect(await move()).toMatchObject({ users: 1, corrupt: 1, ids: [broken] });
  expect(await stored(broken)).toMatchObject({ RIGHTS: { plan: 'gold' } });
  expect(await callerOf(id)).toMatchObject({ plan: 'premium' });
  await expect(callerOf(broken)).rejects.toThrow('not a valid RIGHTS');
});

it('does not bring back a user who is erased meanwhile', async () => {
  const id = await formerUser({ role: 'admin', plan: 'premium', sessions: { one: session } });
  const removed = new Set<string>();
  /** The items that one step of the move reads are deleted before it writes. */
  const getMany: typeof db.table.getMany = async (keys, options) => {
    const items = await db.table.getMany(keys, options);
    for (const { pk, sk } of items.filter((item) => !removed.has(item.pk))) {
      removed.add(pk);
      await db.table.delete({ pk, sk });
    }
    return items;
  };
  expect(await movePeople({ ...db.table, getMany }, () => undefined)).toEqual({ users: 0, corrupt: 0 });
  expect([...removed].sort()).toEqual([`RIGHTS#${id}`, `USER#${id}`]);
  expect(await stored(id)).toEqual({});
  expect(await createProfileRepository(db.table).get(id)).toBeUndefined();
});
