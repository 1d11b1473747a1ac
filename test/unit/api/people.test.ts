import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { PeopleDeps } from '../../../lambdas/api/people/deps.ts';
import { peopleRoutes } from '../../../lambdas/api/people/routes.ts';
import type { PersonView } from '../../../lambdas/contract/people/people.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';
import { SOME_PASSWORD } from '../../support/rows/people-rows.ts';
import { createRandom, newSeed } from '../../support/random.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const signedIn = { headers: { authorization: 'Bearer a.b.c' }, claims: accessClaims() };
const rights = {
  read: async (user_id: string) => ({ user_id, role: 'admin' as const, plan: 'free' as const, disabled: false }),
};

/** A user pool and a table in memory. `failing` names steps that fail once; `done` lists the steps in order. */
const setUp = ({ testUsers = true } = {}) => {
  const pool = new Map<
    string,
    { userId: string; username: string; isNew: boolean; password: string; enabled: boolean }
  >();
  const table = new Map<string, PersonView>();
  const done: string[] = [];
  const failing = new Set<string>();
  const delays = { before: async (): Promise<void> => undefined };
  const step = (name: string): void => {
    if (failing.delete(name)) throw new Error(`${name} failed`);
    done.push(name);
  };
  const accountOf = (id: string) => [...pool.values()].find(({ userId }) => userId === id);
  const deps: PeopleDeps = {
    testUsers,
    logger: silentLogger,
    now: () => NOW,
    directory: {
      find: async (email) => pool.get(email),
      async create({ email, password }) {
        if (pool.has(email)) return undefined;
        const userId = randomUUID();
        pool.set(email, { userId, username: `name-${userId}`, isNew: true, password, enabled: true });
        step('pool.create');
        return userId;
      },
      async renew(username, password) {
        step('pool.renew');
        const account = [...pool.values()].find((one) => one.username === username);
        if (account) account.password = password;
      },
      disable: async (id) => {
        await delays.before();
        step('pool.disable');
        Object.assign(accountOf(id) ?? {}, { enabled: false });
      },
      enable: async (id) => {
        await delays.before();
        step('pool.enable');
        Object.assign(accountOf(id) ?? {}, { enabled: true });
      },
    },
    profiles: {
      createIfMissing: async (profile) => (
        table.set(profile.id, { ...profile, role: 'user', plan: 'free', disabled: false }),
        true
      ),
    },
    rights: { createIfMissing: async () => undefined },
    people: {
      list: async () => ({ items: [...table.values()], next_cursor: null }),
      search: async (q) => ({
        items: [...table.values()].filter(({ email }) => email.startsWith(q)),
        next_cursor: null,
      }),
      find: async ({ q = '' }) => deps.people.search(q, { cursor: undefined, limit: 24 }),
      get: async (id) => (await delays.before(), table.get(id)),
      async create(profile, granted) {
        step('table.create');
        if (table.has(profile.id)) return false;
        table.set(profile.id, { ...profile, ...granted, disabled: false });
        return true;
      },
      async changeRights(id, change) {
        await delays.before();
        step('table.change');
        const person = table.get(id);
        if (!person) throw new Error('Unknown person');
        const changed = { ...person, ...change(person) };
        table.set(id, changed);
        return changed;
      },
    },
  };
  const handler = httpFunction(peopleRoutes(deps), { rights, logger: silentLogger });
  const create = (body: object) =>
    call(handler, { routeKey: 'POST /api/functions/admin-create-user', body, ...signedIn });
  return { pool, table, done, failing, delays, handler, create };
};

const ann = { email: 'Ann@Example.org', password: SOME_PASSWORD, fullName: ' Ann ', role: 'moderator' };

it('creates an account with profile and rights, and returns the person', async () => {
  const { create, table, done } = setUp();
  const { status, body } = await create(ann);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    error: null,
    message: 'Account created for ann@example.org.',
    user: {
      id: expect.any(String),
      email: 'ann@example.org',
      full_name: 'Ann',
      role: 'moderator',
      plan: 'free',
      disabled: false,
      created_at: NOW,
    },
  });
  expect([...table.values()]).toEqual([(body as { user: object }).user]);
  expect(done).toEqual(['pool.create', 'table.create']);
});

it('completes an earlier failed attempt with the newer password', async () => {
  for (const fault of ['pool.create', 'table.create']) {
    const { create, pool, table, failing } = setUp();
    failing.add(fault);
    expect((await create(ann)).status).toBe(500);
    expect([pool.size, table.size]).toEqual([1, 0]);
    expect((await create({ ...ann, password: `${SOME_PASSWORD}2` })).status).toBe(200);
    expect([...pool.values()]).toMatchObject([{ password: `${SOME_PASSWORD}2` }]);
    expect([...table.values()]).toMatchObject([{ email: 'ann@example.org', role: 'moderator' }]);
  }
});

it('rejects an address that has an account, and creates its missing profile', async () => {
  const { create, pool, table } = setUp();
  pool.set('ann@example.org', { userId: PERSON, username: 'name', isNew: false, password: 'kept', enabled: true });
  const { status, problem } = await create(ann);
  expect([status, problem.code, problem.title]).toEqual([
    409,
    'email_exists',
    'A user with this email address already exists',
  ]);
  expect([...table.values()]).toMatchObject([{ id: PERSON, email: 'ann@example.org', role: 'user' }]);
  expect(pool.get('ann@example.org')?.password).toBe('kept');
});

it('rejects a weak password with an explanation and creates nothing', async () => {
  const { create, done } = setUp();
  expect((await create({ ...ann, password: 'short' })).problem).toMatchObject({
    code: 'validation_failed',
    detail: 'The password needs at least 12 characters, an uppercase letter, a digit and a symbol.',
  });
  expect((await create({ ...ann, password: 'lower-case-only-1' })).problem.detail).toBe(
    'The password needs an uppercase letter.',
  );
  expect(done).toEqual([]);
});

it('gives a plan to a test user only where test users are allowed', async () => {
  const { create, table } = setUp();
  expect((await create({ ...ann, role: 'premium' })).status).toBe(200);
  expect([...table.values()]).toMatchObject([{ role: 'user', plan: 'premium' }]);
  expect((await setUp({ testUsers: false }).create({ ...ann, role: 'business' })).problem.code).toBe('invalid_state');
});

describe('disabling', () => {
  const change = (handler: Parameters<typeof call>[0], what: string, id: string) =>
    call(handler, {
      routeKey: `POST /api/admin/users/{id}/${what}`,
      params: { id },
      body: { reason: 'Spam' },
      ...signedIn,
    });

  it('disables the table first and enables it last, so that a partial failure leaves the person disabled', async () => {
    const { handler, create, table, pool, done, failing } = setUp();
    await create(ann);
    const [id = ''] = table.keys();
    done.length = 0;
    failing.add('pool.disable');
    expect((await change(handler, 'disable', id)).status).toBe(500);
    expect(table.get(id)?.disabled).toBe(true);
    expect((await change(handler, 'disable', id)).status).toBe(200);
    expect([...pool.values()]).toMatchObject([{ enabled: false }]);
    failing.add('table.change');
    expect((await change(handler, 'enable', id)).status).toBe(500);
    expect(table.get(id)?.disabled).toBe(true);
    expect((await change(handler, 'enable', id)).status).toBe(200);
    expect(table.get(id)?.disabled).toBe(false);
    expect(done).toEqual([
      'table.change',
      'table.change',
      'pool.disable',
      'pool.enable',
      'pool.enable',
      'table.change',
      'pool.enable',
    ]);
  });

  it('leaves pool and table consistent when enabling runs concurrently', async () => {
    const seed = newSeed();
    const random = createRandom(seed);
    const ends = { enabled: 0, disabled: 0 };
    for (let round = 0; round < 300; round += 1) {
      const { handler, create, table, pool, delays } = setUp();
      await create(ann);
      const [id = ''] = table.keys();
      if (round % 2 === 0) await change(handler, 'disable', id);
      delays.before = async () => {
        for (let turns = Math.floor(random() * 6); turns > 0; turns -= 1) await setImmediate();
      };
      const answers = await Promise.all(['disable', 'enable'].map((what) => change(handler, what, id)));
      expect([seed, round, ...answers.map(({ status }) => status)]).toEqual([seed, round, 200, 200]);
      const isDisabled = table.get(id)?.disabled === true;
      expect([seed, round, [...pool.values()].map(({ enabled }) => enabled)]).toEqual([seed, round, [!isDisabled]]);
      ends[isDisabled ? 'disabled' : 'enabled'] += 1;
    }
    console.log(`seed ${seed}: ended`, ends);
    expect(Math.min(...Object.values(ends))).toBeGreaterThan(0);
  });

  it('requires a reason', async () => {
    const { handler } = setUp();
    const { problem } = await call(handler, {
      routeKey: 'POST /api/admin/users/{id}/disable',
      params: { id: PERSON },
      body: { reason: '  ' },
      ...signedIn,
    });
    expect(problem.issues).toMatchObject([{ path: 'reason' }]);
  });
});

it('removes a role only from a person who has it', async () => {
  const { handler, create, table } = setUp();
  await create(ann);
  const [id = ''] = table.keys();
  const remove = (role: string) =>
    call(handler, {
      routeKey: 'POST /api/rpc/admin_remove_role',
      body: { target_user_id: id, role_to_remove: role },
      ...signedIn,
    });
  expect((await remove('admin')).problem).toMatchObject({
    code: 'invalid_state',
    detail: "This user's role is moderator, not admin.",
  });
  expect((await remove('moderator')).body).toMatchObject({ role: 'user' });
  expect((await remove('moderator')).body).toMatchObject({ role: 'user' });
});
