import { randomUUID } from 'node:crypto';
import { codeIn } from '../stack/session.ts';
import type { FlowTools } from './flow-tools.ts';

/** Signs a user up and confirms the address. */
const signUp = async ({
  open,
}: Pick<FlowTools, 'open'>): Promise<{ readonly email: string; readonly token: string }> => {
  const email = `person-${randomUUID()}@example.org`;
  const password = `Pass-${randomUUID()}`;
  await open.session.signUp(email, password);
  await open.session.confirm(email, codeIn(await open.mailTo(email)));
  return { email, token: await open.session.signIn(email, password) };
};

/**
 * Signs a user up, renames them and retrieves their username, after a call that is rejected. Creates a missing profile.
 */
export const signUpAndRetrieveUsername = async ({ open, api, admin }: FlowTools): Promise<void> => {
  const { email, token } = await signUp({ open });
  await api.call('account.update-me', { body: { full_name: 'Test User' } }, token);
  await api.call('account.get-me', {}, admin);
  await api.request('username.request-code', { body: { email: 'no address' } });
  await api.call('username.request-code', { body: { email } });
  const code = codeIn(await open.mailTo(email, /username/));
  await api.call('username.get-username', { body: { email, code } });
};

/** Resets a password, which ends the sign-ins, and changes the address. */
export const replaceCredentials = async ({ open, api }: FlowTools): Promise<void> => {
  const { email } = await signUp({ open });
  await api.call('credentials.request-password-reset', { body: { email } });
  const resetCode = codeIn(await open.mailTo(email, /Reset/));
  const password = `Pass-${randomUUID()}`;
  await api.call('credentials.reset-password', { body: { email, code: resetCode, password } });
  const moved = `moved-${email}`;
  const token = await open.session.signIn(email, password);
  await api.call('credentials.request-email-change', { body: { email: moved } }, token);
  const code = codeIn(await open.mailTo(moved, /new email/));
  await api.call('credentials.change-email', { body: { code } }, token);
  await open.session.signIn(moved, password);
  await open.mailTo(email, /was changed/);
};

/** Creates a user, searches for them, sends a reset, assigns and removes a role, disables and enables them. */
export const manageUsers = async ({ open, api, admin }: FlowTools): Promise<void> => {
  const email = `made-${randomUUID()}@example.org`;
  const { user } = await api.call(
    'people.admin-create-user',
    { body: { email, password: `Pass-${randomUUID()}-A`, fullName: 'Made Up' } },
    admin,
  );
  const tester = { email: `tester-${email}`, password: `Pass-${randomUUID()}-A`, role: 'premium' as const };
  await api.call('people.admin-create-user', { body: tester }, admin);
  const first = await api.call('people.list-people', { query: { limit: 1 } }, admin);
  await api.call('people.list-people', { query: { limit: 1, cursor: first.next_cursor ?? '' } }, admin);
  for (const q of [email.slice(0, 8), 'made', 'up']) {
    const { items } = await api.call('people.list-people', { query: { q } }, admin);
    if (!items.some(({ id }) => id === user.id)) throw new Error(`The search for ${q} does not find the user`);
  }
  await api.call('credentials.send-password-reset', { params: { id: user.id } }, admin);
  await open.mailTo(email, /Reset/);
  await api.call('people.admin-assign-role', { body: { target_user_id: user.id, new_role: 'admin' } }, admin);
  await api.call('people.admin-remove-role', { body: { target_user_id: user.id, role_to_remove: 'admin' } }, admin);
  const body = { reason: 'Requested by the flow' };
  await api.call('people.disable-person', { params: { id: user.id }, body }, admin);
  await api.call('people.enable-person', { params: { id: user.id }, body }, admin);
};

/** Gives a user a plan free of charge, replaces and ends it, and reads both pages of the history. */
export const givePlans = async ({ open, api, admin }: FlowTools): Promise<void> => {
  const guest = await open.person('a complimentary plan');
  const { id, plan } = await api.call('account.get-me', {}, guest);
  const params = { id };
  const gift = { until: null, reason: 'Requested by the flow' } as const;
  const { complimentary: first } = await api.call(
    'person-plans.give-plan',
    { params, body: { ...gift, plan: 'premium', replaces: null } },
    admin,
  );
  const { complimentary: second } = await api.call(
    'person-plans.give-plan',
    { params, body: { ...gift, plan: 'creator', replaces: first?.given_at ?? null } },
    admin,
  );
  const given = await api.call('account.get-me', {}, guest);
  if (given.plan !== 'creator') throw new Error(`The plan is ${given.plan}, not creator`);
  const body = { reason: gift.reason, given_at: second?.given_at ?? '' };
  await api.call('person-plans.end-plan', { params, body }, admin);
  const ended = await api.call('person-plans.get-plan', { params }, admin);
  if (ended.plan !== plan || ended.complimentary !== null) throw new Error('The plan did not end');
  const page = await api.call('person-plans.list-history', { params, query: { limit: 2 } }, admin);
  const rest = { params, query: { limit: 2, cursor: page.next_cursor ?? '' } };
  const { items } = await api.call('person-plans.list-history', rest, admin);
  if (page.items.length + items.length !== 3) throw new Error('The history does not have three entries');
};
