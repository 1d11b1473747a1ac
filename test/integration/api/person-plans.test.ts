import { randomBytes, randomUUID } from 'node:crypto';
import { auditEntity } from '../../../lambdas/data/admin/audit-entity.ts';
import { billingEntity } from '../../../lambdas/data/billing/billing-entities.ts';
import { createBillingRepository } from '../../../lambdas/data/billing/billing-repository.ts';
import { createPersonPlanRepository } from '../../../lambdas/data/billing/person-plan-repository.ts';
import { createPlanCountsRepository } from '../../../lambdas/data/billing/plan-counts-repository.ts';
import { createPeopleRepository } from '../../../lambdas/data/people/people-repository.ts';
import { planEntity } from '../../../lambdas/data/billing/plan-entity.ts';
import { readStoredCaller } from '../../../lambdas/data/people/caller-reader.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import type { Plan } from '../../../lambdas/contract/shared.ts';
import { newAccountRights, type Rights } from '../../../lambdas/domain/accounts/actor.ts';
import type { StoredPlan } from '../../../lambdas/domain/accounts/stored-plan.ts';
import { endComplimentary, giveComplimentary, type Gift } from '../../../lambdas/domain/billing/complimentary.ts';
import type { PlanCounts } from '../../../lambdas/domain/billing/plan-figures.ts';
import type { PaymentProvider } from '../../../lambdas/domain/billing/provider.ts';
import { newBillingRecord, type BillingRecord } from '../../../lambdas/domain/billing/record.ts';
import { syncBilling } from '../../../lambdas/domain/billing/sync.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const secret = randomBytes(32).toString('base64');
const deps = { cursors: createCursors(async () => secret), logger: silentLogger };
const START = Date.UTC(2026, 0, 1);
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();
const FIRST_PAGE = { cursor: undefined, limit: 100 };

let db: TestTable;
let plans: ReturnType<typeof createPersonPlanRepository>;

beforeAll(async () => {
  db = await startTestTable();
  plans = createPersonPlanRepository(db.table, deps);
});
afterAll(() => db.stop());

const storedUser = async ({ plan, ...fields }: Partial<Rights & { plan: Plan }> = {}): Promise<string> => {
  const id = randomUUID();
  await db.table.put(rightsEntity.toItem({ ...newAccountRights(id), ...fields }));
  if (plan) await db.table.put(planEntity.toItem({ user_id: id, plan, source: 'manual' }));
  return id;
};
/** Rights and plan as calls read them. */
const rightsOf = async (id: string): Promise<Partial<Rights> & StoredPlan> => {
  const { rights, plan } = await readStoredCaller(db.table, id, ['plan']);
  return { ...rights, plan: 'free', ...plan };
};
const auditOf = async (id: string) =>
  (await db.table.queryAll({ index: 'gsi2', partition: `AUDIT_TARGET#${id}`, limit: 100 })).length;
const historyOf = async (id: string) => (await plans.history(id, FIRST_PAGE)).items;
/** How the counters change while something happens. */
const counted = async (happens: () => Promise<unknown>): Promise<PlanCounts> => {
  const counts = createPlanCountsRepository(db.table);
  const before = await counts.read();
  await happens();
  const after: Readonly<Record<string, unknown>> = await counts.read();
  const names = Object.keys(after).filter((name): name is keyof PlanCounts =>
    /_(premium|creator|business)$/.test(name),
  );
  return Object.fromEntries(
    names.map((name) => [name, Number(after[name]) - Number(before[name] ?? 0)] as const).filter(([, by]) => by !== 0),
  );
};
const act = (actorId: string, action: 'user.plan-given' | 'user.plan-ended' = 'user.plan-given') => ({
  actor: { userId: actorId, role: 'admin' as const },
  requestId: 'request-1',
  reason: 'Speaks at our event',
  action,
});
const give = (admin: string, id: string, gift: Partial<Gift> = {}, replaces: string | null = null, seconds = 1) => {
  const full: Gift = { plan: 'premium', until: null, reason: 'Speaks at our event', ...gift };
  return plans.changeComplimentary(
    id,
    giveComplimentary(full, replaces, admin, at(seconds)),
    act(admin),
    () => START + seconds * 1000,
  );
};
const end = (admin: string, id: string, givenAt: string, seconds = 2) =>
  plans.changeComplimentary(id, endComplimentary(givenAt), act(admin, 'user.plan-ended'), () => START + seconds * 1000);

describe('a complimentary plan', () => {
  it('BL8, BL9, BL10: is stored with rights, counters, history and audit entry in one transaction', async () => {
    const [admin, id] = [await storedUser({ role: 'admin' }), await storedUser()];
    const given = await counted(async () => {
      const { calls, units } = await db.measure(() => give(admin, id, { until: at(3600) }));
      expect([...calls].sort()).toEqual(['BatchGetItem', 'GetItem', 'TransactWriteItems']);
      console.log(`a complimentary plan: ${units} units`);
    });
    expect(given).toEqual({ complimentary_premium: 1 });
    expect(await rightsOf(id)).toMatchObject({ plan: 'premium', plan_until: at(3600) });
    // So that the counters follow when it ends automatically.
    expect(await plans.read(id)).toMatchObject({ source: 'complimentary', next_look_at: at(3600), version: 1 });
    expect(await counted(() => end(admin, id, at(1)))).toEqual({ complimentary_premium: -1 });
    const rights = await rightsOf(id);
    expect([rights.plan, rights.plan_until]).toEqual(['free', undefined]);
    expect(await historyOf(id)).toMatchObject([
      { plan_before: 'premium', plan_after: 'free', source: 'free', cause: 'user.plan-ended', by: admin, at: at(2) },
      { plan_before: 'free', plan_after: 'premium', source: 'complimentary', cause: 'user.plan-given', by: admin },
    ]);
    const entries = await db.table.queryAll({ index: 'gsi1', partition: `AUDIT_ACTOR#${admin}`, limit: 100 });
    expect(entries.map((entry) => auditEntity.parse(entry)).sort((a, b) => a.id.localeCompare(b.id))).toMatchObject([
      {
        action: 'user.plan-given',
        target_id: id,
        reason: 'Speaks at our event',
        before: { plan: 'free', complimentary_plan: null, complimentary_until: null },
        after: { plan: 'premium', complimentary_plan: 'premium', complimentary_until: at(3600) },
      },
      { action: 'user.plan-ended', before: { plan: 'premium' }, after: { plan: 'free' } },
    ]);
  });

  it('changes nothing when the call is repeated', async () => {
    const [admin, id] = [await storedUser({ role: 'admin' }), await storedUser()];
    await give(admin, id);
    expect(await counted(() => give(admin, id, {}, null, 5))).toEqual({});
    await end(admin, id, at(1));
    expect(await counted(() => end(admin, id, at(1)))).toEqual({});
    expect([(await historyOf(id)).length, await auditOf(id)]).toEqual([2, 2]);
  });

  it('leaves a subscription as it is, and the better plan applies', async () => {
    const [admin, id] = [await storedUser({ role: 'admin' }), await storedUser({ plan: 'creator' })];
    const record: BillingRecord = {
      ...newBillingRecord(id, 'free'),
      version: 7,
      plan: 'creator',
      source: 'stripe',
      plan_until: at(9000),
      subscription: {
        id: 'sub_1',
        item_id: 'si_1',
        state: 'active',
        plan: 'creator',
        until: at(9000),
        period_end: at(9000),
        trial_ends_at: null,
        cancels_at: null,
        next_plan: null,
        payment: null,
      },
    };
    await db.table.put(billingEntity.toItem(record));
    expect(await counted(() => give(admin, id, { plan: 'premium' }))).toEqual({});
    expect(await plans.read(id)).toMatchObject({
      plan: 'creator',
      source: 'stripe',
      plan_after: 'premium',
      version: 8,
    });
    expect(await counted(() => give(admin, id, { plan: 'business' }, at(1), 2))).toEqual({
      stripe_creator: -1,
      complimentary_business: 1,
    });
    expect(await plans.read(id)).toMatchObject({ plan: 'business', subscription: record.subscription });
    expect(await counted(() => end(admin, id, at(2), 3))).toEqual({ stripe_creator: 1, complimentary_business: -1 });
    expect(await rightsOf(id)).toMatchObject({ plan: 'creator', plan_until: at(9000) });
  });

  it('keeps the plan of a test user', async () => {
    const [admin, id] = [await storedUser({ role: 'admin' }), await storedUser({ plan: 'premium' })];
    await give(admin, id, { plan: 'creator' });
    await end(admin, id, at(1));
    expect(await rightsOf(id)).toMatchObject({ plan: 'premium' });
    expect(await plans.read(id)).toMatchObject({ plan: 'premium', source: 'manual' });
  });

  it('can be that of the administrator, whose act is still in the audit log', async () => {
    const admin = await storedUser({ role: 'admin' });
    await give(admin, admin);
    expect(await rightsOf(admin)).toMatchObject({ plan: 'premium', role: 'admin' });
    expect(await auditOf(admin)).toBe(1);
  });

  it.each([
    ['another user', false],
    ['themselves', true],
  ])('is not given to %s by someone who is no longer an administrator', async (_whom, isOwn) => {
    const former = await storedUser();
    const id = isOwn ? former : await storedUser();
    await expect(give(former, id)).rejects.toMatchObject({ code: 'forbidden' });
    expect([(await historyOf(id)).length, await auditOf(id), (await rightsOf(id)).plan]).toEqual([0, 0, 'free']);
    expect(await db.table.get(billingEntity.key({ user_id: id }))).toBeUndefined();
  });

  it('is not given to a user without rights', async () => {
    const admin = await storedUser({ role: 'admin' });
    await expect(give(admin, randomUUID())).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('of concurrent administrators is the first one, and the others learn about it', async () => {
    const id = await storedUser();
    const admins = await Promise.all(Array.from({ length: 8 }, () => storedUser({ role: 'admin' })));
    const changes = await counted(async () => {
      const outcomes = await Promise.allSettled(admins.map((admin) => give(admin, id)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'version_conflict' });
    });
    expect(changes).toEqual({ complimentary_premium: 1 });
    expect([(await historyOf(id)).length, await auditOf(id)]).toEqual([1, 1]);
  });
});

it('is no longer counted after it ended, even if the user never bought anything', async () => {
  const [admin, id] = [await storedUser({ role: 'admin' }), await storedUser()];
  await give(admin, id, { until: at(3600) });
  const store = createBillingRepository(db.table, silentLogger);
  expect((await store.listDue(at(3599), 100)).map(({ user_id: user }) => user)).not.toContain(id);
  expect((await store.listDue(at(3600), 100)).map(({ user_id: user }) => user)).toContain(id);
  const sync = () =>
    syncBilling(
      {
        store,
        provider: {} as PaymentProvider,
        graceDays: 7,
        hash: async (text) => text,
        now: () => START + 3_600_000,
        pause: async () => undefined,
      },
      id,
      { cause: 'reconcile' },
    );
  expect(await counted(sync)).toEqual({ complimentary_premium: -1 });
  expect((await store.listDue(at(9999), 100)).map(({ user_id: user }) => user)).not.toContain(id);
  expect(await historyOf(id)).toMatchObject([{ plan_after: 'free', cause: 'reconcile', by: null }, { at: at(1) }]);
});

it('A11: counts a new test user with their plan, and starts their history', async () => {
  const people = createPeopleRepository(db.table, deps);
  const [admin, id] = [await storedUser({ role: 'admin' }), randomUUID()];
  const profile = { id, email: `${id}@example.org`, full_name: 'Test premium user', created_at: at(1) };
  const { reason: _reason, ...by } = { ...act(admin), action: 'user.created' as const };
  const changes = await counted(() => people.create(profile, { role: 'user', plan: 'premium' }, by, at(1)));
  expect(changes).toEqual({ manual_premium: 1 });
  expect(await plans.read(id)).toMatchObject({ plan: 'premium', source: 'manual', version: 1 });
  expect(await historyOf(id)).toMatchObject([{ plan_before: null, plan_after: 'premium', by: admin, at: at(1) }]);
  // A better plan on top, and back.
  expect(await counted(() => give(admin, id, { plan: 'creator' }))).toEqual({
    manual_premium: -1,
    complimentary_creator: 1,
  });
  expect(await counted(() => end(admin, id, at(1)))).toEqual({ manual_premium: 1, complimentary_creator: -1 });
});

it('BL9: reads the history page by page, newest first', async () => {
  const [admin, id] = [await storedUser({ role: 'admin' }), await storedUser()];
  await give(admin, id);
  await give(admin, id, { plan: 'creator' }, at(1), 2);
  await end(admin, id, at(2), 3);
  const first = await plans.history(id, { cursor: undefined, limit: 2 });
  const { items, next_cursor: last } = await plans.history(id, { cursor: first.next_cursor ?? '', limit: 2 });
  expect([...first.items, ...items].map(({ plan_after: plan }) => plan)).toEqual(['free', 'creator', 'premium']);
  expect(last).toBeNull();
});
