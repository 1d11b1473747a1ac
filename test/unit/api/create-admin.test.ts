import {
  createAdmin,
  createUserDirectory,
  ensureAccount,
  type AccountTools,
  type NewAccount,
} from '../../../bin/accounts.ts';
import type { Rights } from '../../../lambdas/domain/accounts/actor.ts';

const setUp = () => {
  const people = new Map<string, string>();
  const rights = new Map<string, Rights>();
  const profiles: object[] = [];
  const created: NewAccount[] = [];
  const admins = () => [...rights.values()].filter(({ role }) => role === 'admin').length;
  const tools: AccountTools = {
    users: {
      find: async (email) => people.get(email),
      async create(account) {
        created.push(account);
        people.set(account.email, `id-${account.email}`);
        return `id-${account.email}`;
      },
    },
    profiles: { createIfMissing: async (profile) => (profiles.push(profile), true) },
    rights: {
      read: async (id) => rights.get(id),
      async createIfMissing(id) {
        if (!rights.has(id)) rights.set(id, { user_id: id, role: 'user', disabled: false });
      },
      async grantAdmin(id) {
        rights.set(id, { user_id: id, role: 'admin', disabled: false });
      },
      countAdmins: async () => admins(),
    },
    now: () => '2026-01-01T00:00:00.000Z',
  };
  return { tools, people, rights, profiles, created, admins };
};
const ann: NewAccount = { email: 'Ann@Example.org', fullName: '' };
const bob: NewAccount = { email: 'bob@example.org', fullName: 'Bob' };

it('creates the first administrator with account, profile and rights, and can be repeated', async () => {
  const { tools, created, profiles, admins } = setUp();
  expect(await createAdmin(tools, ann, { another: false })).toEqual({ userId: 'id-ann@example.org', created: true });
  expect(profiles).toEqual([
    { id: 'id-ann@example.org', email: 'ann@example.org', full_name: '', created_at: '2026-01-01T00:00:00.000Z' },
  ]);
  expect(await createAdmin(tools, ann, { another: false })).toMatchObject({ created: false });
  expect([created.length, admins()]).toEqual([1, 1]);
});

it('creates a second administrator only when asked to', async () => {
  const { tools, created, admins } = setUp();
  await createAdmin(tools, ann, { another: false });
  await expect(createAdmin(tools, bob, { another: false })).rejects.toMatchObject({ code: 'already_exists' });
  expect(created).toHaveLength(1);
  await createAdmin(tools, bob, { another: true });
  expect(admins()).toBe(2);
});

it('creates a demo account with user rights', async () => {
  const { tools, rights, admins } = setUp();
  await ensureAccount(tools, { ...bob, password: 'Soundstage-demo-1' });
  expect([rights.get('id-bob@example.org')?.role, admins()]).toEqual(['user', 0]);
});

describe('the user directory', () => {
  const calls: [string, Record<string, unknown>][] = [];
  const answering = (answers: Record<string, object>) =>
    createUserDirectory(
      {
        send: (async (command: { constructor: { name: string }; input: Record<string, unknown> }) => {
          calls.push([command.constructor.name, command.input]);
          return answers[command.constructor.name] ?? {};
        }) as never,
      },
      'pool',
    );
  beforeEach(() => calls.splice(0));
  const user = (UserStatus: string, verified: string, sub: string) => ({
    UserStatus,
    Attributes: [
      { Name: 'sub', Value: sub },
      { Name: 'email_verified', Value: verified },
    ],
  });

  it('finds only a verified address, and escapes it in the filter', async () => {
    const found = answering({
      ListUsersCommand: {
        Users: [user('UNCONFIRMED', 'false', 'a'), user('CONFIRMED', 'false', 'b'), user('CONFIRMED', 'true', 'c')],
      },
    });
    expect(await found.find('x"y@example.org')).toBe('c');
    expect(calls[0]?.[1]['Filter']).toBe(String.raw`email = "x\"y@example.org"`);
  });

  it('searches further pages when others signed up with the address', async () => {
    const page = (PaginationToken: string | undefined, ...Users: object[]) => ({
      Users,
      ...(PaginationToken === undefined ? {} : { PaginationToken }),
    });
    const pages = [page('two', user('UNCONFIRMED', 'false', 'a')), page(undefined, user('CONFIRMED', 'true', 'c'))];
    const tokens: unknown[] = [];
    const found = createUserDirectory(
      {
        send: (async ({ input }: { input: Record<string, unknown> }) => (
          tokens.push(input['PaginationToken']),
          pages.shift()
        )) as never,
      },
      'pool',
    );
    expect(await found.find('x@example.org')).toBe('c');
    expect(tokens).toEqual([undefined, 'two']);
  });

  it('emails a temporary password, or sets a permanent one without an email', async () => {
    const created = answering({ AdminCreateUserCommand: { User: user('FORCE_CHANGE_PASSWORD', 'true', 'new') } });
    expect(await created.create(ann)).toBe('new');
    expect(calls.map(([name]) => name)).toEqual(['AdminCreateUserCommand']);
    expect(calls[0]?.[1]).toMatchObject({ DesiredDeliveryMediums: ['EMAIL'] });
    calls.splice(0);
    await created.create({ ...bob, password: 'Soundstage-demo-1' });
    expect(calls.map(([name]) => name)).toEqual(['AdminCreateUserCommand', 'AdminSetUserPasswordCommand']);
    expect(calls[0]?.[1]).toMatchObject({ MessageAction: 'SUPPRESS' });
    expect(calls[1]?.[1]).toMatchObject({ Permanent: true, Username: calls[0]?.[1]['Username'] });
  });
});
