import { randomUUID } from 'node:crypto';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import { profileEntity } from '../../../lambdas/data/people/profile-repository.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { startBusyMeter } from '../../support/busyness.ts';
import type { LooseInput } from '../../support/api.ts';
import { openApi, errorCodeOf, type Api } from '../../support/api.ts';
import { contentItem, someContent } from '../../support/content.ts';
import { openLive } from '../../support/browser/live-client.ts';
import { rounds } from '../../support/rounds.ts';
import { startLocalStack, type LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator, type Operator } from '../../support/stack/operator.ts';
import { SOME_PASSWORD, somePerson } from '../../support/rows/people-rows.ts';
import { openSession, type SiteSession } from '../../support/stack/session.ts';
import { openAccounts, type Accounts, type Person } from '../../support/stack/sign-in.ts';

const CLOSED_WITHIN_MS = 2000;
const reason = 'A test asks for it';

let stack: LocalStack;
let accounts: Accounts;
let session: SiteSession;
let operator: Operator;
let api: Api;
let admin: Person;

beforeAll(async () => {
  // A cloud of its own: this file has a single administrator, who must remain one.
  stack = await startLocalStack();
  [accounts, session] = await Promise.all([openAccounts(stack), openSession(stack.url)]);
  operator = openOperator(stack);
  api = openApi(stack.url);
  admin = await accounts.demo('admin');
});
afterAll(async () => {
  api?.close();
  operator?.close();
  session?.close();
  accounts?.close();
  await stack?.stop();
});

const assign = ({ id }: { readonly id: string }, role: 'user' | 'moderator' | 'admin', by = admin) =>
  api.call('people.admin-assign-role', { body: { target_user_id: id, new_role: role } }, by.token);
const disable = ({ id }: { readonly id: string }) =>
  api.call('people.disable-person', { params: { id }, body: { reason } }, admin.token);
const enable = ({ id }: { readonly id: string }) =>
  api.call('people.enable-person', { params: { id }, body: { reason } }, admin.token);
const create = (body: LooseInput['body']) => api.request('people.admin-create-user', { body }, admin.token);
const auditOf = async (targetId: string) =>
  (await operator.items()).filter(({ type, target_id: id }) => type === 'AUDIT' && id === targetId);

it('denies every call that starts after a demotion or a deactivation was confirmed, in many rounds', async () => {
  const count = rounds('demotions and deactivations', { quick: 16, full: 100 });
  let victim = await accounts.newcomer();
  const third = somePerson();
  await operator.put(...third.items);
  const expected = ['account_disabled', 'done', 'forbidden'];
  // Deactivation also ends the session: a call that read the user just before, and the session after, names that.
  const possible = [...expected, 'session_ended'];
  const outcomes: Record<string, number> = {};
  let allowedAfter = 0;
  let allowed = 0;
  for (let round = 0; round < count; round += 1) {
    await assign(victim, 'admin');
    let confirmedAt = Infinity;
    let over = false;
    /** Repeats calls that only an administrator may make: reads or changes. */
    const repeat = async (changing: boolean): Promise<void> => {
      while (!over) {
        const begun = performance.now();
        const response = changing
          ? await api.request(
              'people.admin-assign-role',
              { body: { target_user_id: third.person.id, new_role: round % 2 === 0 ? 'moderator' : 'user' } },
              victim.token,
            )
          : await api.request('catalog.list-creators', {}, victim.token);
        const name = response.status < 400 ? 'done' : errorCodeOf(response);
        outcomes[name] = (outcomes[name] ?? 0) + 1;
        if (response.status < 400) {
          allowed += 1;
          if (begun > confirmedAt) allowedAfter += 1;
        }
      }
    };
    const callers = [repeat(true), repeat(false)];
    const before = allowed;
    const endedBefore = outcomes['session_ended'];
    // An outcome that no one expects, e.g. a session that ended before the change, ends the test at once.
    const isPossible = () =>
      outcomes['session_ended'] === endedBefore && Object.keys(outcomes).every((name) => possible.includes(name));
    while (allowed === before && isPossible()) await new Promise((resolve) => setImmediate(resolve));
    await (round % 2 === 0 ? assign(victim, 'user') : disable(victim));
    confirmedAt = performance.now();
    const since = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    while (Object.values(outcomes).reduce((sum, count) => sum + count, 0) < since + 4)
      await new Promise((resolve) => setImmediate(resolve));
    over = true;
    await Promise.all(callers);
    expect(Object.keys(outcomes).filter((name) => !possible.includes(name))).toEqual([]);
    if (round % 2 === 1) {
      await enable(victim);
      await assign(victim, 'user');
      // Disabling ended the session. Only so many ended ones of a user are remembered before sign-ins must wait.
      victim = await (round % 60 === 59 ? accounts.newcomer() : accounts.again(victim));
    }
  }
  console.log(`${count} rounds: ${JSON.stringify(outcomes)}, ${allowedAfter} allowed after the change`);
  expect(allowedAfter).toBe(0);
  expect(allowed).toBeGreaterThanOrEqual(count);
  expect(expected.filter((name) => !(name in outcomes))).toEqual([]);
});

it('closes the channels of a demoted or disabled user within 2 s, and denies cookies and sign-in', async () => {
  const { user } = JSON.parse(
    (await create({ email: 'leaver@example.org', password: SOME_PASSWORD, role: 'user' })).text,
  ) as { user: { id: string } };
  const victim = await accounts.newcomer();
  const connect = async () => openLive(stack.url, (await api.call('live.create-ticket', {}, victim.token)).ticket);
  for (const act of [() => assign(victim, 'moderator'), () => assign(victim, 'user'), () => disable(victim)]) {
    const client = await connect();
    await client.request({ action: 'ping' });
    await act();
    const confirmedAt = Date.now();
    const meter = startBusyMeter();
    const { at } = await client.waitUntilClosed();
    expect((at - confirmedAt) / meter.stop()).toBeLessThanOrEqual(CLOSED_WITHIN_MS);
  }
  const media = await api.request('playback.get-media-url', { body: { contentId: someContent().id } }, victim.token);
  expect([media.status, errorCodeOf(media), media.headers['set-cookie']]).toEqual([403, 'account_disabled', undefined]);
  await disable(user);
  await expect(session.signIn('leaver@example.org', SOME_PASSWORD)).rejects.toThrow('User is disabled.');
  expect(await auditOf(user.id)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        action: 'user.disabled',
        actor_id: admin.id,
        reason,
        before: { disabled: false },
        after: { disabled: true },
      }),
    ]),
  );
});

it('keeps the last administrator, and returns 404 for unknown users', async () => {
  const code = async (key: Parameters<Api['request']>[0], input: LooseInput) =>
    errorCodeOf(await api.request(key, input, admin.token));
  expect(await code('people.admin-assign-role', { body: { target_user_id: admin.id, new_role: 'user' } })).toBe(
    'last_admin',
  );
  expect(await code('people.admin-remove-role', { body: { target_user_id: admin.id, role_to_remove: 'admin' } })).toBe(
    'last_admin',
  );
  expect(await code('people.disable-person', { params: { id: admin.id }, body: { reason } })).toBe('last_admin');
  const unknown = randomUUID();
  expect(await code('people.admin-assign-role', { body: { target_user_id: unknown, new_role: 'user' } })).toBe(
    'user_not_found',
  );
  expect(await code('people.disable-person', { params: { id: unknown }, body: { reason } })).toBe('user_not_found');
  expect(await code('people.enable-person', { params: { id: unknown }, body: { reason } })).toBe('user_not_found');
});

it('rejects a change based on outdated rights, and lets a repeated one succeed', async () => {
  const victim = await accounts.newcomer();
  const was = { role: 'user', disabled: false } as const;
  const errorOf = async (key: Parameters<Api['request']>[0], input: LooseInput) =>
    errorCodeOf(await api.request(key, input, admin.token));
  const body = { target_user_id: victim.id, new_role: 'moderator', was } as const;
  await api.call('people.admin-assign-role', { body }, admin.token);
  expect(await api.call('people.admin-assign-role', { body }, admin.token)).toMatchObject({
    role: 'moderator',
    disabled: false,
  });
  expect(await errorOf('people.admin-assign-role', { body: { ...body, new_role: 'admin' } })).toBe('version_conflict');
  expect(await errorOf('people.disable-person', { params: { id: victim.id }, body: { reason, was } })).toBe(
    'version_conflict',
  );
  const disabling = {
    params: { id: victim.id },
    body: { reason, was: { role: 'moderator', disabled: false } },
  } as const;
  await api.call('people.disable-person', disabling, admin.token);
  expect(await api.call('people.disable-person', disabling, admin.token)).toMatchObject({
    role: 'moderator',
    disabled: true,
  });
  // Disabling also applies in the user pool.
  expect(
    await errorOf('people.enable-person', {
      params: { id: victim.id },
      body: { reason, was: { role: 'user', disabled: true } },
    }),
  ).toBe('version_conflict');
  expect((await api.request('account.get-me', {}, victim.token)).status).toBe(403);
  expect((await auditOf(victim.id)).map(({ action }) => action).sort()).toEqual([
    'user.disabled',
    'user.role-assigned',
  ]);
});

it('completes a half-created account with the newer password, and rejects a complete one', async () => {
  const email = `half-${randomUUID()}@example.org`;
  const { user } = JSON.parse((await create({ email, password: SOME_PASSWORD, role: 'moderator' })).text) as {
    user: { id: string };
  };
  expect(errorCodeOf(await create({ email: email.toUpperCase(), password: SOME_PASSWORD }))).toBe('email_exists');
  await operator.remove(profileEntity.key(user));
  await operator.remove(rightsEntity.key({ user_id: user.id }));
  const again = await create({ email, password: `${SOME_PASSWORD}-new`, role: 'moderator', fullName: 'Half Made' });
  expect(JSON.parse(again.text)).toMatchObject({
    success: true,
    error: null,
    user: { id: user.id, email, full_name: 'Half Made', role: 'moderator', disabled: false },
  });
  await expect(session.signIn(email, SOME_PASSWORD)).rejects.toThrow('Incorrect username or password.');
  // The correct password still has to be replaced first.
  await expect(session.signIn(email, `${SOME_PASSWORD}-new`)).rejects.toThrow('is not signed in');
  expect((await stack.mailTo(email)).body).toContain(`${SOME_PASSWORD}-new`);
  expect(stack.output()).not.toContain(SOME_PASSWORD);
});

it('assigns test users a plan outside production', async () => {
  const { text } = await create({
    email: `test-${randomUUID()}@example.org`,
    password: SOME_PASSWORD,
    role: 'business',
  });
  expect(JSON.parse(text)).toMatchObject({ user: { role: 'user', plan: 'business' } });
});

it('lets a moderator see and decide pending items, and nothing else', async () => {
  const moderator = await accounts.newcomer();
  await assign(moderator, 'moderator');
  const [pending, published] = [
    someContent({ status: 'pending', published_at: null, thumbnail_url: null, poster_url: null }),
    someContent(),
  ];
  await operator.put(contentItem(pending), contentItem(published));
  const read = async (id: string) => {
    const [view, steps] = [
      await api.request('catalog.get-content', { params: { id } }, moderator.token),
      await api.request('conversion.list-steps', { params: { id } }, moderator.token),
    ];
    return [
      view.status === 200 ? (JSON.parse(view.text) as ContentView).metadata : errorCodeOf(view),
      errorCodeOf(steps),
    ];
  };
  // Moderators see what they need to review a pending item, but not where its file is; this one has no steps because
  // nothing was uploaded. Published items they see as listeners do.
  const [reviewed, listed] = [await read(pending.id), await read(published.id)];
  expect([reviewed[1], listed[1]]).toEqual(['content_not_found', 'content_not_found']);
  expect(reviewed[0]).toMatchObject({ batchUpload: false });
  expect(listed[0]).not.toHaveProperty('batchUpload');
  for (const metadata of [reviewed[0], listed[0]]) expect(metadata).not.toHaveProperty('s3Key');
  for (const query of [{}, { status: 'published' }, { status: 'draft' }, { content_type: 'video' }]) {
    expect(errorCodeOf(await api.request('content.list-all-content', { query }, moderator.token))).toBe('forbidden');
    expect(
      errorCodeOf(
        await api.request('search.search-all-content', { query: { q: 'meadow', ...query } }, moderator.token),
      ),
    ).toBe('forbidden');
  }
  const { items } = await api.call('content.list-all-content', { query: { status: 'pending' } }, moderator.token);
  expect(items.map(({ id, status }) => [id, status])).toContainEqual([pending.id, 'pending']);
  const edit = (id: string, body: object) =>
    api.request('content.update-content', { params: { id }, body: { revision: 1, ...body } }, moderator.token);
  expect(errorCodeOf(await edit(pending.id, { status: 'draft', title: 'Mine now' }))).toBe('forbidden');
  expect(errorCodeOf(await edit(pending.id, { is_premium: true }))).toBe('forbidden');
  expect(errorCodeOf(await edit(published.id, { status: 'draft' }))).toBe('forbidden');
  expect(JSON.parse((await edit(pending.id, { status: 'draft' })).text)).toMatchObject({
    status: 'draft',
    title: pending.title,
  });
  // It is a draft now, which moderators cannot see.
  expect(errorCodeOf(await edit(pending.id, { status: 'draft' }))).toBe('content_not_found');
  expect(await read(pending.id)).toEqual(['content_not_found', 'content_not_found']);
  expect(await auditOf(pending.id)).toMatchObject([
    { actor_id: moderator.id, actor_role: 'moderator', before: { status: 'pending' }, after: { status: 'draft' } },
  ]);
  expect(errorCodeOf(await api.request('people.list-people', {}, moderator.token))).toBe('forbidden');
});
