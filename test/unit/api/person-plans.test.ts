import { randomUUID } from 'node:crypto';
import type { PersonPlansDeps } from '../../../lambdas/api/person-plans/deps.ts';
import { personPlansRoutes } from '../../../lambdas/api/person-plans/routes.ts';
import type { PersonPlan } from '../../../lambdas/contract/admin/billing.ts';
import { withComplimentary } from '../../../lambdas/domain/billing/complimentary.ts';
import { newBillingRecord, type BillingEntry, type BillingRecord } from '../../../lambdas/domain/billing/record.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';

const NOW = Date.parse('2026-02-01T00:00:00.000Z');
const AT = new Date(NOW).toISOString();
const USER = randomUUID();
const signedIn = { claims: accessClaims(), params: { id: USER } };

/** The function over records in memory. Only the administrator has a name. */
const setUp = (stored?: BillingRecord, history: readonly BillingEntry[] = []) => {
  const acts: unknown[] = [];
  const deps: PersonPlansDeps = {
    plans: {
      read: async (id) => stored ?? newBillingRecord(id, 'free'),
      history: async () => ({ items: history, next_cursor: null }),
      changeComplimentary: async (id, change, act) => {
        const record = stored ?? newBillingRecord(id, 'free');
        const gift = change(record.complimentary);
        acts.push(act);
        return gift === undefined ? record : withComplimentary(record, gift, NOW);
      },
    },
    profiles: {
      get: async (id) => (id === USER ? { id, email: 'bob@example.org', full_name: 'Bob', created_at: AT } : undefined),
    },
    names: { namesOf: async (ids) => new Map(ids.filter((id) => id === PERSON).map((id) => [id, 'Ada'])) },
    now: () => NOW,
  };
  const rights = {
    read: async (user_id: string) => ({ user_id, role: 'admin' as const, plan: 'free' as const, disabled: false }),
  };
  return { handler: httpFunction(personPlansRoutes(deps), { rights, logger: silentLogger }), acts };
};

const GET = 'GET /api/admin/users/{id}/plan';
const GIVE = 'POST /api/admin/users/{id}/complimentary-plan';

describe("a user's plan for administrators", () => {
  it('is free for a user who never bought anything', async () => {
    const { handler } = setUp();
    const { status, body } = await call(handler, { routeKey: GET, ...signedIn });
    expect([status, body]).toMatchObject([200, { plan: 'free', source: 'free', state: 'none', complimentary: null }]);
  });

  it('is the one that applies now, even if nothing was written since it ended', async () => {
    const record: BillingRecord = {
      ...newBillingRecord(USER, 'free'),
      plan: 'creator',
      source: 'complimentary',
      plan_until: AT,
      complimentary: { plan: 'creator', until: AT, reason: 'A gift', given_by: randomUUID(), given_at: AT },
    };
    const { body } = await call(setUp(record).handler, { routeKey: GET, ...signedIn });
    const { plan, source, complimentary } = body as PersonPlan;
    expect([plan, source, complimentary?.given_by.name]).toEqual(['free', 'free', null]);
  });

  it.each([GET, `${GET}/history`])('is not found for an unknown user: %s', async (routeKey) => {
    const { handler } = setUp();
    const { status, body } = await call(handler, { routeKey, claims: accessClaims(), params: { id: randomUUID() } });
    expect([status, (body as { readonly code: string }).code]).toEqual([404, 'user_not_found']);
  });

  it('names the administrators of its history', async () => {
    const entry: BillingEntry = {
      user_id: USER,
      at: AT,
      id: 'v1',
      kind: 'plan_changed',
      plan_before: 'free',
      plan_after: 'premium',
      source: 'complimentary',
      cause: 'user.plan-given',
      by: PERSON,
    };
    const { handler } = setUp(undefined, [entry, { ...entry, id: 'v2', by: USER }, { ...entry, by: null }]);
    const { body } = await call(handler, { routeKey: `${GET}/history`, ...signedIn });
    const { items } = body as { readonly items: readonly { readonly by: unknown }[] };
    expect(items.map(({ by }) => by)).toEqual([{ id: PERSON, name: 'Ada' }, { id: USER, name: null }, null]);
    expect(items[0]).not.toHaveProperty('user_id');
  });
});

describe('a complimentary plan', () => {
  const gift = { plan: 'premium', until: null, reason: 'Speaks at our event', replaces: null };

  it('is given by the administrator who calls, and ended, each with its reason', async () => {
    const given = setUp();
    const { status, body } = await call(given.handler, { routeKey: GIVE, ...signedIn, body: gift });
    expect([status, (body as PersonPlan).complimentary]).toEqual([
      200,
      { plan: 'premium', until: null, reason: gift.reason, given_by: { id: PERSON, name: 'Ada' }, given_at: AT },
    ]);
    const ended = setUp({
      ...newBillingRecord(USER, 'free'),
      complimentary: { plan: 'premium', until: null, reason: gift.reason, given_by: PERSON, given_at: AT },
    });
    const end = { reason: 'The event is over', given_at: AT };
    const response = await call(ended.handler, { routeKey: `${GIVE}/end`, ...signedIn, body: end });
    expect([response.status, (response.body as PersonPlan).complimentary]).toEqual([200, null]);
    expect([...given.acts, ...ended.acts]).toMatchObject([
      { action: 'user.plan-given', reason: gift.reason, actor: { userId: PERSON, role: 'admin' } },
      { action: 'user.plan-ended', reason: end.reason },
    ]);
  });

  it.each([
    ['the free plan', { plan: 'free' }],
    ['an end in the past', { until: AT }],
    ['no reason', { reason: ' ' }],
    ['no version that was seen', { replaces: undefined }],
  ])('is not given with %s', async (_what, fields) => {
    const { handler, acts } = setUp();
    const { status, body } = await call(handler, { routeKey: GIVE, ...signedIn, body: { ...gift, ...fields } });
    expect([status, (body as { readonly code: string }).code, acts]).toEqual([400, 'validation_failed', []]);
  });
});
