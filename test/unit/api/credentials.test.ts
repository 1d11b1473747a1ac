import { randomUUID } from 'node:crypto';
import type { CredentialsDeps } from '../../../lambdas/api/credentials/deps.ts';
import { credentialsRoutes } from '../../../lambdas/api/credentials/routes.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { newAccountRights } from '../../../lambdas/domain/accounts/actor.ts';
import {
  CODE_VALID_MS,
  codeHash,
  type CodeRequest,
  type CodeRequestRef,
} from '../../../lambdas/domain/accounts/code-request.ts';
import type { PoolAccount } from '../../../lambdas/domain/accounts/pool-account.ts';
import type { Profile } from '../../../lambdas/domain/accounts/profile.ts';
import { addressHash, type RateRule } from '../../../lambdas/domain/limits/rate-limit.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const EMAIL = 'ann@example.org';
const CODE = '12345678';
const PASSWORD = 'Long-enough-pass-1';
const signedIn = { headers: { authorization: 'Bearer a.b.c' }, claims: accessClaims() };

/** Table and user pool in memory. `steps` lists every effect in order; `failing` names effects that fail. */
const setUp = (accounts: readonly PoolAccount[] = [], role: Role = 'user') => {
  const steps: string[] = [];
  const failing = new Set<string>();
  const requests = new Map<string, CodeRequest>();
  const pool = new Map(accounts.map((account) => [account.userId, account]));
  const profiles = new Map<string, Profile>();
  const disabled = new Set<string>();
  let now = NOW;
  const step = (text: string): void => {
    if (failing.has(text.split(' ')[0] ?? '')) throw new Error(`${text} failed`);
    steps.push(text);
  };
  const keyOf = ({ purpose, subject }: CodeRequestRef) => `${purpose} ${subject}`;
  const byEmail = (email: string) => [...pool.values()].find((one) => one.email.toLowerCase() === email.toLowerCase());
  const deps: CredentialsDeps = {
    requests: {
      async create(request, act) {
        step(`store ${request.purpose}${act ? ` as ${act.action} of ${act.targetId}` : ''}`);
        requests.set(keyOf(request), request);
      },
      async countTry(ref, at) {
        const request = requests.get(keyOf(ref));
        if (!request || request.valid_until <= at || request.tries >= 5) return undefined;
        const tried = { ...request, tries: request.tries + 1 };
        requests.set(keyOf(ref), tried);
        return tried;
      },
      use: async (request) => requests.delete(keyOf(request)),
    },
    profiles: {
      get: async (id) => profiles.get(id),
      async createIfMissing(profile) {
        step('profile');
        if (profiles.has(profile.id)) return false;
        profiles.set(profile.id, profile);
        return true;
      },
      async changeEmail(id, email) {
        step(`profile-email ${email}`);
        const profile = profiles.get(id);
        if (profile) profiles.set(id, { ...profile, email });
        return profiles.get(id);
      },
    },
    rights: {
      createIfMissing: async () => step('rights'),
      read: async (id) => ({ ...newAccountRights(id), disabled: disabled.has(id) }),
    },
    sessions: { endAll: async () => step('end-sessions') },
    findAccount: async (email) => byEmail(email),
    pool: {
      find: async (userId) => pool.get(userId),
      async create(email) {
        if (byEmail(email)) return undefined;
        const account = { userId: randomUUID(), username: randomUUID(), email, enabled: true };
        pool.set(account.userId, account);
        step('create');
        return account;
      },
      setPassword: async (_account, password) => step(`password ${password}`),
      async setEmail(account, email) {
        const owner = byEmail(email);
        if (owner && owner.userId !== account.userId) return false;
        step(`email ${email}`);
        pool.set(account.userId, { ...account, email });
        return true;
      },
      signOut: async () => step('sign-out'),
    },
    counters: {
      async take({ name }: RateRule, subject: string) {
        step(`count ${name} ${subject.slice(0, 8)}`);
        return failing.has(name) ? 60_000 : undefined;
      },
    },
    events: { publish: async (type, detail) => step(`publish ${type} ${JSON.stringify(detail)}`) },
    newId: () => 'one',
    now: () => now,
  };
  const handler = httpFunction(credentialsRoutes(deps), {
    rights: { read: async (id) => ({ ...newAccountRights(id), plan: 'free', role }) },
    logger: silentLogger,
  });
  return {
    steps,
    failing,
    requests,
    pool,
    profiles,
    disabled,
    shift: (ms: number) => (now += ms),
    post: (path: string, body: object, caller: object = {}) =>
      call(handler, { routeKey: `POST ${path}`, body, ...caller }),
    /** Gives the stored request a code, as the worker does. */
    mail(ref: CodeRequestRef, userId?: string): void {
      const request = requests.get(keyOf(ref));
      if (request)
        requests.set(keyOf(ref), {
          ...request,
          code_hash: codeHash(request.request_id, CODE),
          ...(userId === undefined ? {} : { user_id: userId }),
        });
    },
  };
};

const account = (fields: Partial<PoolAccount> = {}): PoolAccount => ({
  userId: PERSON,
  username: 'generated',
  email: EMAIL,
  enabled: true,
  ...fields,
});
const hash = addressHash(EMAIL);

describe('sending a password reset to a user', () => {
  const id = '99999999-2222-4333-8444-555555555555';
  const send = ({ post }: ReturnType<typeof setUp>) =>
    post('/api/admin/users/{id}/password-reset', {}, { ...signedIn, body: undefined, params: { id } });
  const withUser = (email = EMAIL) => {
    const world = setUp([], 'admin');
    world.profiles.set(id, { id, email, full_name: 'Ann', created_at: '2026-01-01T00:00:00.000Z' });
    return world;
  };

  it('stores the request with its audit entry, within the limit of emails to the address', async () => {
    const world = withUser();
    expect((await send(world)).status).toBe(202);
    expect(world.steps).toEqual([
      `count MAILS_TO_ADDRESS ${hash.slice(0, 8)}`,
      `store reset as user.password-reset-requested of ${id}`,
      `publish CodeRequested.v1 ${JSON.stringify({ purpose: 'reset', subject: hash, requestId: 'one' })}`,
    ]);
    world.steps.length = 0;
    world.failing.add('MAILS_TO_ADDRESS');
    expect((await send(world)).problem.code).toBe('too_many_requests');
    expect(world.steps).toHaveLength(1);
  });

  it('says why a user gets no email', async () => {
    expect((await send(setUp([], 'admin'))).problem.code).toBe('user_not_found');
    expect((await send(withUser(''))).problem).toMatchObject({ code: 'invalid_state' });
    const world = withUser();
    world.disabled.add(id);
    expect((await send(world)).problem).toMatchObject({ code: 'invalid_state' });
    expect(world.steps).toEqual([]);
  });
});

describe('requesting a code', () => {
  it.each([
    ['/api/sign-up', 'sign-up'],
    ['/api/password-reset', 'reset'],
  ])('%s takes the same steps with and without an account, and its event has no address', async (path, purpose) => {
    const worlds = [setUp(), setUp([account()]), setUp([account({ enabled: false })])];
    const answers = [];
    for (const { post } of worlds) answers.push(await post(path, { email: ` ${EMAIL.toUpperCase()} ` }));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [202, undefined]));
    const [first, ...others] = worlds.map(({ steps }) => steps);
    expect(first).toEqual([
      `count MAILS_TO_ADDRESS ${hash.slice(0, 8)}`,
      `store ${purpose}`,
      `publish CodeRequested.v1 ${JSON.stringify({ purpose, subject: hash, requestId: 'one' })}`,
    ]);
    for (const steps of others) expect(steps).toEqual(first);
  });

  it('stores nothing when the address has got its emails', async () => {
    const { post, failing, steps, requests } = setUp();
    failing.add('MAILS_TO_ADDRESS');
    const { status, headers } = await post('/api/sign-up', { email: EMAIL });
    expect([status, headers['retry-after'], requests.size, steps.length]).toEqual([429, '60', 0, 1]);
  });
});

describe('confirming a sign-up', () => {
  const signUp = async (world: ReturnType<typeof setUp>) => {
    await world.post('/api/sign-up', { email: EMAIL });
    world.mail({ purpose: 'sign-up', subject: hash });
    world.steps.length = 0;
  };
  const body = { email: EMAIL, code: CODE, password: PASSWORD, full_name: ' Ann ' };

  it('creates the account, and lets the password work last', async () => {
    const world = setUp();
    await signUp(world);
    expect((await world.post('/api/sign-up/confirm', body)).status).toBe(204);
    expect(world.steps).toEqual(['create', 'rights', 'profile', `password ${PASSWORD}`]);
    expect([...world.profiles.values()]).toEqual([
      { id: expect.any(String), email: EMAIL, full_name: 'Ann', created_at: '2026-03-01T12:00:00.000Z' },
    ]);
    expect((await world.post('/api/sign-up/confirm', body)).problem.code).toBe('code_rejected');
  });

  it('keeps the password nowhere but in the user pool', async () => {
    const world = setUp();
    await signUp(world);
    await world.post('/api/sign-up/confirm', body);
    const stored = JSON.stringify([
      [...world.requests.values()],
      [...world.profiles.values()],
      [...world.pool.values()],
    ]);
    expect(stored).not.toContain(PASSWORD);
  });

  it('does not use the code up for a weak password, and rejects wrong and late codes', async () => {
    const world = setUp();
    await signUp(world);
    const weak = await world.post('/api/sign-up/confirm', { ...body, password: 'weak' });
    expect(weak.problem).toMatchObject({ code: 'validation_failed', issues: [{ path: 'password' }] });
    expect((await world.post('/api/sign-up/confirm', { ...body, code: '00000000' })).problem.code).toBe(
      'code_rejected',
    );
    world.shift(CODE_VALID_MS);
    expect((await world.post('/api/sign-up/confirm', body)).problem.code).toBe('code_rejected');
    expect(world.steps).toEqual([]);
  });

  it('accepts five guesses', async () => {
    const world = setUp();
    await signUp(world);
    for (let guess = 0; guess < 5; guess += 1)
      await world.post('/api/sign-up/confirm', { ...body, code: String(guess).padStart(8, '0') });
    expect((await world.post('/api/sign-up/confirm', body)).problem.code).toBe('code_rejected');
  });

  it('says that the address has an account only to someone who got a code', async () => {
    const world = setUp();
    await signUp(world);
    world.pool.set(PERSON, account());
    expect((await world.post('/api/sign-up/confirm', body)).problem.code).toBe('email_exists');
    expect(world.steps).toEqual([]);
  });

  it('leaves an account that a password reset completes when a step fails', async () => {
    const world = setUp();
    await signUp(world);
    world.failing.add('password');
    expect((await world.post('/api/sign-up/confirm', body)).status).toBe(500);
    world.failing.clear();
    const [created] = [...world.pool.values()];
    await world.post('/api/password-reset', { email: EMAIL });
    world.mail({ purpose: 'reset', subject: hash }, created?.userId);
    world.steps.length = 0;
    const { email, code, password } = body;
    expect((await world.post('/api/password-reset/confirm', { email, code, password })).status).toBe(204);
    expect(world.steps).toEqual(['rights', 'profile', `password ${PASSWORD}`, 'sign-out', 'end-sessions']);
  });
});

describe('resetting a password', () => {
  it.each<[string, readonly PoolAccount[], string | undefined, number]>([
    ['of the account that got the code', [account()], PERSON, 204],
    ['of an account that was disabled since', [account({ enabled: false })], PERSON, 400],
    ['of another account that has the address now', [account()], randomUUID(), 400],
    ['of an account that was deleted since', [], PERSON, 400],
    ['without an account', [], undefined, 400],
  ])('%s', async (_what, accounts, userId, status) => {
    const world = setUp(accounts);
    await world.post('/api/password-reset', { email: EMAIL });
    world.mail({ purpose: 'reset', subject: hash }, userId);
    world.steps.length = 0;
    const answer = await world.post('/api/password-reset/confirm', { email: EMAIL, code: CODE, password: PASSWORD });
    expect(answer.status).toBe(status);
    if (status !== 204) expect([answer.problem.code, world.steps]).toEqual(['code_rejected', []]);
  });

  it('does not accept the code of a sign-up', async () => {
    const world = setUp([account()]);
    await world.post('/api/sign-up', { email: EMAIL });
    world.mail({ purpose: 'sign-up', subject: hash }, PERSON);
    const answer = await world.post('/api/password-reset/confirm', { email: EMAIL, code: CODE, password: PASSWORD });
    expect(answer.problem.code).toBe('code_rejected');
  });
});

describe('changing the address', () => {
  const NEW = 'new@example.org';
  const profile: Profile = { id: PERSON, email: EMAIL, full_name: 'Ann', created_at: '2026-01-01T00:00:00.000Z' };
  const requested = async (accounts: readonly PoolAccount[] = [account()], email = NEW) => {
    const world = setUp(accounts);
    world.profiles.set(PERSON, profile);
    const { status } = await world.post('/api/me/email', { email }, signedIn);
    expect(status).toBe(202);
    world.mail({ purpose: 'address', subject: PERSON });
    return world;
  };
  const confirm = (world: ReturnType<typeof setUp>) => world.post('/api/me/email/confirm', { code: CODE }, signedIn);

  it('changes pool and profile, and notifies the previous address', async () => {
    const world = await requested();
    world.steps.length = 0;
    const { status, body } = await confirm(world);
    expect([status, body]).toEqual([200, { ...profile, email: NEW, role: 'user', plan: 'free', consent: null }]);
    expect(world.steps).toEqual([
      `count MAILS_TO_ADDRESS ${hash.slice(0, 8)}`,
      `email ${NEW}`,
      `profile-email ${NEW}`,
      'store address-changed',
      expect.stringContaining('"purpose":"address-changed"'),
    ]);
    expect(world.requests.get(`address-changed ${PERSON}`)).toMatchObject({ email: EMAIL });
    expect((await confirm(world)).problem.code).toBe('code_rejected');
  });

  it('counts the emails of the user and of the address', async () => {
    const world = await requested();
    expect(world.steps.slice(0, 2)).toEqual([
      `count MAILS_TO_ACCOUNT ${PERSON.slice(0, 8)}`,
      `count MAILS_TO_ADDRESS ${addressHash(NEW).slice(0, 8)}`,
    ]);
  });

  it('keeps the code when the previous address has got its emails', async () => {
    const world = await requested();
    world.failing.add('MAILS_TO_ADDRESS');
    expect((await confirm(world)).status).toBe(429);
    world.failing.clear();
    expect((await confirm(world)).status).toBe(200);
  });

  it('repairs a profile that a failure left behind, without another notification', async () => {
    const world = await requested([account({ email: NEW })]);
    expect((await confirm(world)).body).toMatchObject({ email: NEW });
    expect(world.steps.filter((step) => step.includes('address-changed'))).toEqual([]);
  });

  it('changes nothing when another account took the address', async () => {
    const world = await requested([account(), account({ userId: randomUUID(), email: NEW })]);
    expect((await confirm(world)).problem.code).toBe('email_exists');
    expect(world.profiles.get(PERSON)).toEqual(profile);
  });

  it('rejects the token of an account that the pool no longer has', async () => {
    const world = await requested();
    world.pool.clear();
    expect((await confirm(world)).problem.code).toBe('token_invalid');
  });
});
