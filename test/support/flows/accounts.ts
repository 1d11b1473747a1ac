import { randomUUID } from 'node:crypto';
import { DAY_MS, type FlowTools } from './flow-tools.ts';

/**
 * Signs a user up, confirms and renames them, and retrieves their username. Sweeps an account that was never confirmed,
 * and creates a missing profile.
 */
export const signUpAndRetrieveUsername = async ({ open, api, clock, admin }: FlowTools): Promise<void> => {
  const { session } = open;
  const email = `person-${randomUUID()}@example.org`;
  const password = `Pass-${randomUUID()}`;
  await session.signUp(email, password);
  await session.confirm(email, /\b\d{6}\b/.exec((await open.mailTo(email)).body)?.[0] ?? '');
  const token = await session.signIn(email, password);
  await api.call('account.update-me', { body: { full_name: 'Test User' } }, token);
  await api.call('account.get-me', {}, admin);
  await api.call('username.request-code', { body: { email } });
  const mail = await open.mailTo(email, /username/);
  await api.call('username.get-username', { body: { email, code: /\b\d{8}\b/.exec(mail.body)?.[0] ?? '' } });
  clock.shift(-8 * DAY_MS);
  await session.signUp(`late-${randomUUID()}@example.org`, password).finally(() => clock.shift(8 * DAY_MS));
  await open.run('account-sweeper');
};

/** Creates a user, searches for them, assigns and removes a role, disables and enables them. */
export const manageUsers = async ({ api, admin }: FlowTools): Promise<void> => {
  const email = `made-${randomUUID()}@example.org`;
  const { user } = await api.call(
    'people.admin-create-user',
    { body: { email, password: `Pass-${randomUUID()}-A`, fullName: 'Made Up' } },
    admin,
  );
  const first = await api.call('people.list-people', { query: { limit: 1 } }, admin);
  await api.call('people.list-people', { query: { limit: 1, cursor: first.next_cursor ?? '' } }, admin);
  for (const q of [email.slice(0, 8), 'made', 'up']) {
    const { items } = await api.call('people.list-people', { query: { q } }, admin);
    if (!items.some(({ id }) => id === user.id)) throw new Error(`The search for ${q} does not find the user`);
  }
  await api.call('people.admin-assign-role', { body: { target_user_id: user.id, new_role: 'admin' } }, admin);
  await api.call('people.admin-remove-role', { body: { target_user_id: user.id, role_to_remove: 'admin' } }, admin);
  const body = { reason: 'Requested by the flow' };
  await api.call('people.disable-person', { params: { id: user.id }, body }, admin);
  await api.call('people.enable-person', { params: { id: user.id }, body }, admin);
};
