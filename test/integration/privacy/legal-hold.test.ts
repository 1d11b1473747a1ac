import { ulid } from 'ulid';
import { retentionMs } from '../../../lambdas/contract/retention.ts';
import { billingCountsEntity } from '../../../lambdas/data/billing/billing-entities.ts';
import { historyEntity } from '../../../lambdas/data/history/history-repository.ts';
import { profileEntity } from '../../../lambdas/data/people/profile-repository.ts';
import { createRightsRepository } from '../../../lambdas/data/people/rights-repository.ts';
import { createCleanupRunRepository } from '../../../lambdas/data/privacy/cleanup-run-repository.ts';
import { createDataRequestRepository } from '../../../lambdas/data/privacy/data-request-repository.ts';
import { createExpiredSources } from '../../../lambdas/data/privacy/expired-sources.ts';
import { createHeldItems } from '../../../lambdas/data/privacy/held-items.ts';
import { createLegalHoldRepository } from '../../../lambdas/data/privacy/legal-hold-repository.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';
import { OPERATOR } from '../../../lambdas/domain/audit/act.ts';
import { ProviderUnreachable } from '../../../lambdas/domain/billing/provider.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { continueCleanup } from '../../../lambdas/domain/privacy/cleanup.ts';
import {
  newRequest,
  toUserDataRequest,
  WITHDRAW_MS,
  type StoredRequest,
} from '../../../lambdas/domain/privacy/data-request.ts';
import { mailLink } from '../../../lambdas/workers/privacy-erase/mail-link.ts';
import { runDue } from '../../../lambdas/workers/privacy-erase/run-due.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { createTestEraser } from '../../support/privacy/eraser.ts';
import { securityEventItem } from '../../support/privacy/security-event-item.ts';
import { itemsOfPerson, newStoredPerson, type StoredPerson } from '../../support/privacy/stored-person.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');
const DAY = 86_400_000;

let db: TestTable;
let now: number;
beforeAll(async () => {
  db = await startTestTable();
  // An erasure removes its user from these counters.
  await db.table.update(
    billingCountsEntity.key({}),
    { set: billingCountsEntity.stamp },
    { expression: 'attribute_not_exists(#none)', names: { '#none': 'none' } },
  );
});
beforeEach(() => {
  now = NOW;
});
afterAll(() => db.stop());

const open = () => ({
  holds: createLegalHoldRepository(db.table),
  requests: createDataRequestRepository(db.table, silentLogger),
});
const changeOf = ({ id }: StoredPerson) => ({
  userId: id,
  reason: 'Lawsuit 7',
  at: new Date(now).toISOString(),
  by: { actor: OPERATOR, requestId: 'a request' },
});
const hold = (person: StoredPerson) => open().holds.set(changeOf(person));
const release = (person: StoredPerson) => open().holds.release(changeOf(person));
const ask = ({ id }: StoredPerson) => open().requests.askErasure(newRequest(`req_${ulid()}`, id, 'erasure', now));
const requestOf = async ({ id }: StoredPerson): Promise<StoredRequest | undefined> =>
  (await open().requests.listOwn(id))[0];

const storedPerson = async (): Promise<StoredPerson> => {
  const person = newStoredPerson();
  for (const item of itemsOfPerson(person)) if (item['type'] !== 'OPEN_EXPORT') await db.table.put(item);
  return person;
};
const profileOf = ({ id }: StoredPerson) => db.table.get(profileEntity.key({ id }), { consistent: true });

/** Runs the erasures that are due. Returns the mails that were sent. */
const erase = async (person: StoredPerson) => {
  const test = createTestEraser(db.table, person, () => now);
  await runDue(test.deps);
  return test.mails.map(({ mail }) => mail.subject);
};
/** The mail about the current request. */
const mailOf = async (person: StoredPerson) => {
  const { deps, mails } = createTestEraser(db.table, person, () => now);
  const { id = '' } = (await requestOf(person)) ?? {};
  await mailLink(deps, { userId: person.id, requestId: id, requestType: 'erasure' });
  return mails[0]?.mail;
};

describe('an erasure during a legal hold', () => {
  it('waits until the hold is released, and then for a day in which it can be withdrawn', async () => {
    const person = await storedPerson();
    await hold(person);
    await ask(person);
    expect(toUserDataRequest((await requestOf(person)) as StoredRequest)).toMatchObject({
      status: 'pending',
      expires_at: null,
      held_since: new Date(NOW).toISOString(),
    });
    expect(await mailOf(person)).toMatchObject({
      subject: 'Your Soundstage account will be deleted later',
      intro: expect.stringMatching(
        /We have had to keep your data since 2026-11-23.* A subscription ends on 2026-11-24 at 12:00 UTC, unless/,
      ),
    });
    now += 400 * DAY;
    expect(await erase(person)).toEqual([]);
    expect(await profileOf(person)).toBeDefined();
    const waiting = await release(person);
    expect(waiting).toEqual([expect.objectContaining({ starts_at: new Date(now + WITHDRAW_MS).toISOString() })]);
    expect((await mailOf(person))?.intro).toContain(new Date(now + WITHDRAW_MS).toISOString().slice(0, 10));
    expect(await erase(person)).toEqual([]);
    now += WITHDRAW_MS;
    expect(await erase(person)).toEqual(['Your Soundstage account was deleted']);
    expect(await profileOf(person)).toBeUndefined();
  });

  it('ends payments when it would have begun, or later if Stripe fails, and keeps the customer', async () => {
    const person = await storedPerson();
    await hold(person);
    await ask(person);
    const { deps, stripe } = createTestEraser(db.table, person, () => now);
    const opened = { id: 'checkout-1', user_id: person.id, customer_id: person.customerId, plan: 'premium' } as const;
    stripe.checkouts.set('checkout-1', { opened: { ...opened, trial_days: undefined, until: '' }, status: 'open' });
    const charges = () => [
      stripe.checkouts.get('checkout-1')?.status,
      ...(stripe.subscriptions.get(person.customerId) ?? []).map(({ status }) => status),
    ];
    now += WITHDRAW_MS - 1;
    await runDue(deps);
    expect(charges()).toEqual(['open', 'active']);
    now += 1;
    const cancel = () => Promise.reject(new ProviderUnreachable('Stripe did not answer'));
    await expect(runDue({ ...deps, stripe: { within: () => ({ ...stripe.provider, cancel }) } })).rejects.toThrow();
    expect(await requestOf(person)).toMatchObject({ failure: { error: 'ServiceUnavailable' } });
    await runDue(deps);
    expect(charges()).toEqual(['expired', 'canceled']);
    expect(stripe.deleted.has(person.customerId)).toBe(false);
    const request = await requestOf(person);
    expect([request?.status, request?.failure]).toEqual(['pending', undefined]);
    expect(await open().requests.listDue(new Date(now).toISOString(), 1000)).not.toContainEqual(
      expect.objectContaining({ userId: person.id }),
    );
  });

  it('waits when it was asked for before, and its user can still export and withdraw', async () => {
    const person = await storedPerson();
    await ask(person);
    await hold(person);
    now += 30 * DAY;
    expect(await erase(person)).toEqual([]);
    const { requests } = open();
    const asked = newRequest(`req_${ulid()}`, person.id, 'export', now);
    expect(await requests.askExport(asked)).toMatchObject({ id: asked.id, status: 'pending' });
    const erasure = (await requests.listOwn(person.id)).find(({ request_type: type }) => type === 'erasure');
    const failure = { at: new Date(now).toISOString(), error: 'ServiceUnavailable' };
    expect(erasure && (await requests.withdraw({ ...erasure, failure }))).toBe(true);
    const withdrawn = await requests.get(person.id, erasure?.id ?? '');
    expect([withdrawn?.status, withdrawn?.failure]).toEqual(['rejected', undefined]);
    expect(await createRightsRepository(db.table).read(person.id)).toMatchObject({ disabled: false });
    expect(await release(person)).toEqual([]);
  });

  it('waits when the hold is set while the erasure begins, and no hold can be set later', async () => {
    const person = await storedPerson();
    await ask(person);
    now += WITHDRAW_MS;
    const { deps } = createTestEraser(db.table, person, () => now);
    const find = async (id: string) => {
      await open().holds.set({ ...changeOf(person), userId: id });
      return { email: person.email };
    };
    // As of a worker that read the request before the hold was set.
    const request = (await requestOf(person)) as StoredRequest;
    await runDue({
      ...deps,
      account: { ...deps.account, find },
      requests: {
        ...deps.requests,
        get: async () => request,
        listDue: async () => [{ userId: person.id, id: request.id }],
      },
    }).catch(() => undefined);
    expect(await requestOf(person)).toMatchObject({ status: 'pending', held_since: expect.any(String) });
    expect(await profileOf(person)).toBeDefined();
    await release(person);
    now += WITHDRAW_MS;
    const killed = createTestEraser(db.table, person, () => now);
    await expect(
      runDue({ ...killed.deps, account: { ...killed.deps.account, close: () => Promise.reject(new Error('killed')) } }),
    ).rejects.toThrow();
    await expect(hold(person)).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('neither begins nor waits for ever when it is asked for while a hold is set or released', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await storedPerson();
      now = NOW;
      await Promise.all([ask(person), hold(person)]);
      now += WITHDRAW_MS;
      expect(await erase(person)).toEqual([]);
      expect(await requestOf(person)).toMatchObject({ status: 'pending', held_since: expect.any(String) });
      const other = await storedPerson();
      await hold(other);
      await Promise.all([ask(other), release(other)]);
      expect((await requestOf(other))?.held_since).toBeUndefined();
      expect(await open().requests.listDue(new Date(now + WITHDRAW_MS).toISOString(), 1000)).toContainEqual(
        expect.objectContaining({ userId: other.id }),
      );
    }
  });

  it('is not asked for by inactivity', async () => {
    const person = await storedPerson();
    await hold(person);
    const check = db.table.write.check(profileEntity.key({ id: person.id }), { expression: 'attribute_exists(pk)' });
    const request = newRequest(`req_${ulid()}`, person.id, 'erasure', now);
    await expect(open().requests.askErasure(request, check)).rejects.toMatchObject({ code: 'invalid_state' });
    expect(await requestOf(person)).toBeUndefined();
  });
});

describe('the data of a user under a legal hold', () => {
  const expired = (person: StoredPerson): readonly StoredItem[] => {
    const at = new Date(NOW - retentionMs('usage_data') - 800 * DAY).toISOString();
    const id = ulid();
    return [
      historyEntity.toItem({
        user_id: person.id,
        content_id: `cnt_${id}`,
        watched_at: at,
        title: 'Long ago',
        artist: '',
        content_type: 'music',
        thumbnail_url: null,
        creator_id: `crt_${id}`,
        creator_name: '',
      }),
      securityEventItem(person.id, new Date(NOW - retentionMs('security_events') - DAY).toISOString()),
    ];
  };
  const existing = async (items: readonly StoredItem[]) =>
    (await Promise.all(items.map(({ pk, sk }) => db.table.get({ pk, sk }, { consistent: true })))).flatMap(
      (item) => item ?? [],
    );
  const clean = async () => {
    const runs = createCleanupRunRepository(db.table, { logger: silentLogger });
    const run = await runs.start({ started_by: 'schedule', dry_run: false }, now);
    await continueCleanup({ runs, sources: createExpiredSources(db.table), now: () => now }, run, now + 1);
  };

  it('does not expire, neither by the cleanup nor by the table, until the hold is released', async () => {
    const [person, other] = [await storedPerson(), await storedPerson()];
    const [items, others] = [expired(person), expired(other)];
    for (const item of [...items, ...others]) await db.table.put(item);
    const held = createHeldItems(db.table);
    await hold(person);
    await held.follow(person.id, now);
    await held.follow(other.id, now);
    expect((await existing(items)).map((item) => item['expires_at'])).toEqual([undefined, undefined]);
    expect(await existing(others)).toEqual(others);
    await clean();
    expect(await existing(items)).toHaveLength(2);
    expect(await existing(others)).toEqual([]);
    await release(person);
    await held.follow(person.id, now);
    // An item whose period is long over expires now, because DynamoDB would ignore an older time.
    expect((await existing(items)).map((item) => item['expires_at'])).toEqual([NOW / 1000, NOW / 1000]);
    await clean();
    expect(await existing(items)).toEqual([]);
  });
});

it('lists holds with their reason, and records who set and released them', async () => {
  const person = await storedPerson();
  await hold(person);
  const { holds } = open();
  expect(await holds.list()).toContainEqual({
    user_id: person.id,
    reason: 'Lawsuit 7',
    set_at: new Date(NOW).toISOString(),
    set_by: OPERATOR.userId,
  });
  await expect(hold(person)).rejects.toMatchObject({ code: 'already_exists' });
  await release(person);
  await expect(release(person)).rejects.toMatchObject({ code: 'not_found' });
  expect(await holds.get(person.id)).toBeUndefined();
  const entries = await db.table.queryAll({ partition: 'AUDIT#2026-11', limit: 100 });
  const own = entries.filter((item) => item['target_id'] === person.id);
  expect(own.map(({ action, reason }) => [action, reason]).sort()).toEqual([
    ['user.hold-released', 'Lawsuit 7'],
    ['user.hold-set', 'Lawsuit 7'],
  ]);
});
