import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { repeatErasures } from '../../../bin/data-requests/for-user.ts';
import { entities } from '../../../lambdas/data/entities.ts';
import { createCountsRepository } from '../../../lambdas/data/admin/counts-repository.ts';
import { billingCountsEntity } from '../../../lambdas/data/billing/billing-entities.ts';
import { createPlanCountsRepository } from '../../../lambdas/data/billing/plan-counts-repository.ts';
import { profileEntity } from '../../../lambdas/data/people/profile-repository.ts';
import { adminsKey, createRightsRepository, rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { createConsentCountsRepository } from '../../../lambdas/data/privacy/consent-counts-repository.ts';
import { consentCountsEntity, consentCountsKey } from '../../../lambdas/data/privacy/consent-entities.ts';
import { createDataRequestRepository } from '../../../lambdas/data/privacy/data-request-repository.ts';
import { createInactiveAccountRepository } from '../../../lambdas/data/privacy/inactive-account-repository.ts';
import { ERASED_PERSON } from '../../../lambdas/data/privacy/person-references.ts';
import { createSessionRegistry } from '../../../lambdas/data/sessions/session-registry.ts';
import type { StoredItem, StoredKind } from '../../../lambdas/data/table/entity.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { ownSessions } from '../../../lambdas/domain/sessions/session.ts';
import { newRequest, WITHDRAW_MS, type StoredRequest } from '../../../lambdas/domain/privacy/data-request.ts';
import { warnInactive } from '../../../lambdas/workers/cleanup/warn-inactive.ts';
import { runDue } from '../../../lambdas/workers/privacy-erase/run-due.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { createTestEraser, Killed } from '../../support/privacy/eraser.ts';
import { itemsNaming, itemsOfPerson, newStoredPerson, type StoredPerson } from '../../support/privacy/stored-person.ts';
import { createRandom, newSeed } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

const NOW = Date.parse('2026-11-23T12:00:00.000Z');

let db: TestTable;
let now: number;
beforeEach(async () => {
  db = await startTestTable();
  now = NOW;
});
afterEach(() => db.stop());

const dump = async (): Promise<readonly StoredItem[]> => {
  const found: StoredItem[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await db.documents.send(new ScanCommand({ TableName: db.name, ExclusiveStartKey }));
    found.push(...((page.Items ?? []) as StoredItem[]));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
};

const store = async (items: readonly StoredItem[]): Promise<void> => {
  for (const item of items) await db.table.put(item);
};

const identifiersOf = ({ id, email, name, customerId }: StoredPerson): readonly string[] => [
  id,
  email,
  name,
  customerId,
];

const textOf = (item: StoredItem): string =>
  JSON.stringify(item, (_name, value: unknown) => (value instanceof Set ? [...value] : value));

/** Types of the items that contain one of a person's identifiers. */
const typesNaming = async (person: StoredPerson): Promise<readonly string[]> => {
  const hits = (await dump()).filter((item) => identifiersOf(person).some((text) => textOf(item).includes(text)));
  return [...new Set(hits.map(({ type }) => String(type)))].sort();
};

const byKey = (one: StoredItem, other: StoredItem): number => String(one['pk']).localeCompare(String(other['pk']));

const KEPT = ['DATA_REQUEST', 'RIGHTS', 'SECURITY_EVENT'];

/** A stored person who asked for erasure, a day later. */
const askedPerson = async (person = newStoredPerson(), id = `req_${ulid()}`): Promise<StoredPerson> => {
  await store([...itemsOfPerson(person), ...itemsNaming(person)]);
  await db.table.update(
    billingCountsEntity.key({}),
    { set: billingCountsEntity.stamp, add: { stripe_premium: 2 } },
    any,
  );
  await db.table.update(consentCountsKey, { set: consentCountsEntity.stamp, add: consented }, any);
  await createDataRequestRepository(db.table, silentLogger).askErasure(newRequest(id, person.id, 'erasure', now));
  now += WITHDRAW_MS;
  return person;
};
const any = { expression: 'attribute_not_exists(#none)', names: { '#none': 'none' } };

/** Counters of consent before an erasure. */
const consented = { decided: 4, analytics: 3, behavioral: 2, functional: 2, marketing: 1 };

const requestOf = async ({ id }: StoredPerson): Promise<StoredRequest | undefined> =>
  (await createDataRequestRepository(db.table, silentLogger).listOwn(id))[0];

describe('an erasure', () => {
  it('leaves nothing of a user in any store but the exceptions of the receipt', async () => {
    const person = await askedPerson();
    const before = await typesNaming(person);
    const bystander = newStoredPerson();
    await store(itemsOfPerson(bystander));
    const others = await typesNaming(bystander);
    const { deps, pool, files, stripe, mails, closed } = createTestEraser(db.table, person, () => now);
    await runDue(deps);
    expect(before.length).toBeGreaterThan(30);
    expect(await typesNaming(person)).toEqual(KEPT);
    // The loads of the site, stored by consent alone, are not kept.
    const kept = (await dump()).filter(({ user_id: id, event_type: event }) => id === person.id && event !== undefined);
    expect(kept.map(({ event_type: event }) => event)).toEqual(['input_validated']);
    expect(await typesNaming(bystander)).toEqual(others);
    expect([[...pool.keys()], closed.has(person.id)]).toEqual([[], true]);
    expect([...files]).toEqual(['exports/another/two.zip']);
    expect(stripe.deleted.has(person.customerId)).toBe(true);
    expect(stripe.subscriptions.get(person.customerId)?.map(({ status }) => status)).toEqual(['canceled']);
    const request = await requestOf(person);
    expect(request).toMatchObject({ status: 'completed', completed_at: new Date(now).toISOString() });
    expect([request?.erase, mails.map(({ to }) => to)]).toEqual([undefined, [person.email]]);
    const stores = new Set(request?.receipt?.lines.map(({ store: name }) => name));
    expect([...stores].sort()).toEqual(['account', 'files', 'payments', 'search', 'table']);
  });

  it('during a checkout ends it before the customer is removed, so that it cannot be paid meanwhile', async () => {
    const person = await askedPerson();
    const { deps, stripe } = createTestEraser(db.table, person, () => now);
    const opened = { id: 'checkout-1', user_id: person.id, customer_id: person.customerId, plan: 'premium' } as const;
    stripe.checkouts.set('checkout-1', { opened: { ...opened, trial_days: undefined, until: '' }, status: 'open' });
    const order: string[] = [];
    const provider = new Proxy(stripe.provider, {
      get: (target, name) => (order.push(String(name)), Reflect.get(target, name) as unknown),
    });
    await runDue({ ...deps, stripe: { within: () => provider } });
    expect(stripe.checkouts.get('checkout-1')?.status).toBe('expired');
    expect(order).toEqual(['expireCheckout', 'readCustomer', 'cancel', 'deleteCustomer']);
  });

  it('during an upload and its conversion leaves both to the organization, whose next write is not lost', async () => {
    const person = await askedPerson();
    const uploads = async () => (await dump()).filter(({ type }) => type === 'UPLOAD').sort(byKey);
    const before = await uploads();
    expect(before.map((item) => item['state']).sort()).toEqual(['claimed', 'open']);
    const { deps } = createTestEraser(db.table, person, () => now);
    await runDue(deps);
    const changed = { user_id: ERASED_PERSON, rev: expect.any(Number) };
    expect(await uploads()).toEqual(before.map((item) => ({ ...item, ...changed })));
    // A worker that read the upload before reads it again, instead of bringing the name back.
    const revisions = (items: readonly StoredItem[]) => items.map((item) => item['rev']);
    expect(revisions(await uploads())).toEqual(revisions(before).map((rev) => Number(rev) + 1));
  });

  it('lists each exception with its reason and its end', async () => {
    const person = await askedPerson();
    const { deps, mails } = createTestEraser(db.table, person, () => now);
    await runDue(deps);
    const { exceptions = [] } = (await requestOf(person))?.receipt ?? {};
    for (const { reason, until } of exceptions) {
      expect(reason.length).toBeGreaterThan(20);
      expect(until === null || Date.parse(until) > now).toBe(true);
    }
    const text = JSON.stringify(mails[0]?.mail);
    for (const { what } of exceptions) expect(text).toContain(what);
    expect(text).toMatch(/audit log.*until 2027/);
  });

  it('replaces the id of staff in what belongs to others', async () => {
    const person = await askedPerson();
    const { deps } = createTestEraser(db.table, person, () => now);
    await runDue(deps);
    const replaced = (await dump()).filter((item) => textOf(item).includes(ERASED_PERSON));
    expect(replaced).toHaveLength(itemsNaming(person).length - 1);
    for (const item of replaced) {
      const kind = Object.values<StoredKind>(entities).find(({ type }) => type === item['type']);
      expect(kind?.onErase).toBe('pseudonymize');
    }
    const line = (await requestOf(person))?.receipt?.lines.find(({ action }) => action === 'pseudonymized');
    expect(line?.count).toBe(replaced.length);
  });

  it('counts the user no longer, and denies tokens that are still valid', async () => {
    const person = await askedPerson();
    const counts = createCountsRepository(db.table);
    await db.table.update({ pk: 'COUNTS', sk: 'TOTAL' }, { set: { type: 'COUNTS', v: 1 }, add: { users: 5 } }, any);
    await db.table.update({ pk: 'COUNTS', sk: '2026-11' }, { set: { type: 'COUNTS', v: 1 }, add: { users: 5 } }, any);
    const { deps } = createTestEraser(db.table, person, () => now);
    await runDue(deps);
    expect((await counts.read([])).total.users).toBe(4);
    expect(await createPlanCountsRepository(db.table).read()).toMatchObject({ stripe_premium: 1 });
    expect(await createConsentCountsRepository(db.table).read()).toMatchObject({
      ...consented,
      decided: 3,
      analytics: 2,
      functional: 1,
    });
    expect(await createRightsRepository(db.table).read(person.id)).toMatchObject({ disabled: true, erasing: true });
  });

  it('ends all sessions when it is asked for, and withdrawing it brings none back', async () => {
    const person = await askedPerson();
    const sessions = createSessionRegistry(db.table, { limit: 3 });
    const request = await requestOf(person);
    expect(request && (await createDataRequestRepository(db.table, silentLogger).withdraw(request))).toBe(true);
    const stored = await sessions.read(person.id);
    expect(ownSessions(stored)).toEqual([expect.objectContaining({ ended: true })]);
    for (const id of [...Object.keys(stored ?? {}), 'a token that was never registered']) {
      const signIn = { id, authenticatedAt: NOW / 1000, assurance: 'aal1' } as const;
      expect(await sessions.admit(person.id, signIn, { label: 'Firefox' }, now)).toBe('ended');
    }
  });

  it('does not begin before a day has passed, nor after it was withdrawn', async () => {
    const person = await askedPerson();
    const requests = createDataRequestRepository(db.table, silentLogger);
    now -= 1;
    const { deps, pool } = createTestEraser(db.table, person, () => now);
    await runDue(deps);
    expect((await requestOf(person))?.status).toBe('pending');
    const request = await requestOf(person);
    expect(request && (await requests.withdraw(request))).toBe(true);
    now += WITHDRAW_MS;
    await runDue(deps);
    expect(pool.size).toBe(1);
    expect(await requestOf(person)).toMatchObject({ status: 'rejected' });
    expect(await createRightsRepository(db.table).read(person.id)).toMatchObject({ disabled: false });
  });

  it('cannot be withdrawn once it has begun', async () => {
    const person = await askedPerson();
    const pending = await requestOf(person);
    const { deps, kill } = createTestEraser(db.table, person, () => now);
    await expect(
      runDue({ ...deps, account: { ...deps.account, close: () => Promise.reject(new Killed('at once')) } }),
    ).rejects.toThrow();
    kill.disarm();
    const requests = createDataRequestRepository(db.table, silentLogger);
    expect(pending && (await requests.withdraw(pending))).toBe(false);
  });

  it('is repeated after a restore, without another mail and also for a disabled account', async () => {
    const [person, disabled] = [newStoredPerson(), newStoredPerson()];
    await store([person, disabled].flatMap((one) => itemsOfPerson(one)));
    await db.table.update(rightsEntity.key({ user_id: disabled.id }), { set: { disabled: true } });
    await db.table.update(billingCountsEntity.key({}), { set: billingCountsEntity.stamp }, any);
    const backup = await dump();
    const requests = createDataRequestRepository(db.table, silentLogger);
    await requests.askErasure(newRequest(`req_${ulid()}`, person.id, 'erasure', now));
    now += WITHDRAW_MS;
    const { deps, mails } = createTestEraser(db.table, person, () => now);
    await runDue(deps);
    const erased = await requests.listErased();
    expect(erased).toContain(person.id);
    for (const { pk, sk } of await dump()) await db.table.delete({ pk, sk });
    await store(backup);
    expect((await typesNaming(person)).length).toBeGreaterThan(20);
    const tools = { requests, newId: () => `req_${ulid()}`, now: () => now };
    expect(await repeatErasures(tools, [...erased, disabled.id])).toEqual([]);
    await runDue(deps);
    for (const one of [person, disabled]) {
      expect(await typesNaming(one)).toEqual(['AUDIT', ...KEPT]);
      expect(await requestOf(one)).toMatchObject({ cause: 'restore', status: 'completed' });
    }
    expect(mails).toHaveLength(1);
  });

  it('ends in the same state after a kill at any point', async () => {
    const person = newStoredPerson();
    const id = `req_${ulid()}`;
    await askedPerson(person, id);
    const start = await dump();
    const run = async (killAt: readonly { readonly call: number; readonly after: boolean }[]) => {
      for (const { pk, sk } of await dump()) await db.table.delete({ pk, sk });
      await store(start);
      const test = createTestEraser(db.table, person, () => now);
      for (const { call, after } of killAt) {
        test.kill.arm(call, after);
        await runDue(test.deps).catch(() => undefined);
      }
      test.kill.disarm();
      await runDue(test.deps);
      const items = (await dump()).map(textOf).sort();
      const state = [items, [...test.pool], [...test.files], [...test.stripe.deleted], [...test.closed]];
      return { state, calls: test.kill.calls(), mails: test.mails.length };
    };
    const undisturbed = await run([]);
    expect(undisturbed.mails).toBe(1);
    const seed = newSeed();
    const random = createRandom(seed);
    const kinds = rounds('kills of an erasure', { quick: 12, full: 200 });
    for (let round = 0; round < kinds; round += 1) {
      const kills = Array.from({ length: 1 + (round % 3) }, () => ({
        call: 1 + Math.floor(random() * undisturbed.calls),
        after: random() < 0.5,
      }));
      const { state } = await run(kills);
      expect({ seed, kills, state }).toEqual({ seed, kills, state: undisturbed.state });
    }
  });
});

describe('an account that no one used for two years', () => {
  const ago = (days: number): string => new Date(NOW - days * 86_400_000).toISOString();
  const unused = { created_at: ago(900), active_at: ago(731), first_warned_at: ago(31), last_warned_at: ago(8) };

  /** A run of the cleanup's part that ends accounts. `meanwhile` happens after the accounts were read. */
  const clean = (meanwhile: (id: string) => Promise<unknown> = async () => undefined) => {
    const accounts = createInactiveAccountRepository(db.table);
    return warnInactive(
      {
        accounts: {
          ...accounts,
          async page(position) {
            const page = await accounts.page(position);
            for (const { id } of page.accounts) await meanwhile(id);
            return page;
          },
        },
        requests: createDataRequestRepository(db.table, silentLogger),
        mailer: { send: async () => undefined },
        siteUrl: async () => 'https://soundstage.example',
        heldUsers: async () => new Set(),
        newId: () => `req_${ulid()}`,
        logger: silentLogger,
        now: () => now,
      },
      { position: null, until: Infinity, save: async () => undefined },
    );
  };
  const storeUnused = async (fields: object = unused): Promise<StoredPerson> => {
    const person = newStoredPerson();
    const { id, email, name } = person;
    await store(itemsOfPerson(person));
    await db.table.update(billingCountsEntity.key({}), { set: billingCountsEntity.stamp }, any);
    await db.table.put(profileEntity.toItem({ id, email, full_name: name, ...unused, ...fields }));
    return person;
  };

  it('is erased at once and learns why, once in however many runs', async () => {
    const person = await storeUnused();
    await clean();
    await clean();
    expect(await requestOf(person)).toMatchObject({ cause: 'inactivity', status: 'pending' });
    const { deps, mails, pool } = createTestEraser(db.table, person, () => now);
    await runDue(deps);
    await clean();
    expect(await createDataRequestRepository(db.table, silentLogger).listOwn(person.id)).toHaveLength(1);
    expect(await requestOf(person)).toMatchObject({ cause: 'inactivity', status: 'completed' });
    expect(await typesNaming(person)).toEqual(KEPT);
    expect(pool.size).toBe(0);
    expect(mails.map(({ mail }) => mail.intro)).toEqual([expect.stringContaining('No one used your account')]);
  });

  it('is kept while it is disabled, was used meanwhile, or its last warning is less than 7 days old', async () => {
    const [disabled, used, warned] = [
      await storeUnused(),
      await storeUnused(),
      await storeUnused({ last_warned_at: ago(6) }),
    ];
    await db.table.update(rightsEntity.key({ user_id: disabled.id }), { set: { disabled: true } });
    await clean(async (id) => {
      const here = { set: { active_at: new Date(now).toISOString() } };
      if (id === used.id) await db.table.update(profileEntity.key({ id }), here);
    });
    for (const person of [disabled, used, warned]) expect(await requestOf(person)).toBeUndefined();
    expect(await createRightsRepository(db.table).read(used.id)).toMatchObject({ disabled: false });
  });

  it('is kept when it is the one of the last administrator', async () => {
    const [first, second] = [await storeUnused(), await storeUnused()];
    const rights = createRightsRepository(db.table);
    for (const { id } of [first, second]) await rights.grantAdmin(id, { another: true });
    await clean();
    expect([await requestOf(first), await requestOf(second)].filter(Boolean)).toHaveLength(1);
    expect(await rights.countAdmins()).toBe(1);
  });
});

describe('the last administrator', () => {
  it('cannot be erased, and another one is counted out and in again', async () => {
    const [first, second] = [newStoredPerson(), newStoredPerson()];
    const requests = createDataRequestRepository(db.table, silentLogger);
    const rights = createRightsRepository(db.table);
    for (const { id } of [first, second]) await rights.grantAdmin(id, { another: true });
    const request = newRequest(`req_${ulid()}`, first.id, 'erasure', now);
    await requests.askErasure(request);
    expect(await rights.countAdmins()).toBe(1);
    const last = newRequest(`req_${ulid()}`, second.id, 'erasure', now);
    await expect(requests.askErasure(last)).rejects.toMatchObject({ code: 'last_admin' });
    expect(await requests.withdraw(request)).toBe(true);
    expect(await rights.countAdmins()).toBe(2);
    expect(await db.table.get(adminsKey)).toMatchObject({ count: 2 });
  });

  it('is not lost when both ask at once', async () => {
    const people = [newStoredPerson(), newStoredPerson()];
    const requests = createDataRequestRepository(db.table, silentLogger);
    const rights = createRightsRepository(db.table);
    for (const { id } of people) await rights.grantAdmin(id, { another: true });
    const results = await Promise.allSettled(
      people.map(({ id }) => requests.askErasure(newRequest(`req_${ulid()}`, id, 'erasure', now))),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(await rights.countAdmins()).toBe(1);
  });
});
