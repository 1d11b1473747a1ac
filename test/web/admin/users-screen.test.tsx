import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PersonView } from '../../../lambdas/contract/people/people.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { Providers } from '../../../web/src/app/providers.tsx';
import { createServices } from '../../../web/src/app/services.ts';
import { TestUserCard } from '../../../web/src/features/people/test-user-card.tsx';
import { createApiStub, type ApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { createFakeCognito } from '../support/fake-cognito.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { renderApp, testConfig, testPerson } from '../support/render-app.tsx';

const LIST = 'GET /api/admin/users';
const CREATE = 'POST /api/functions/admin-create-user';
const ASSIGN = 'POST /api/rpc/admin_assign_role';
const password = 'Temporary-Pass-1';

const person = (fields: Partial<PersonView> = {}): PersonView => ({
  id: '22222222-2222-4222-8222-222222222222',
  email: 'bob@example.org',
  full_name: 'Bob Builder',
  role: 'user',
  plan: 'free',
  disabled: false,
  created_at: '2026-03-04T12:00:00.000Z',
  ...fields,
});
const self = person({ id: testPerson.id, email: testPerson.email, full_name: testPerson.full_name, role: 'admin' });
const page = (items: readonly PersonView[], next_cursor: string | null = null) => ({ body: { items, next_cursor } });
const problem = (code: string, status: number, detail?: string) => ({
  status,
  body: { code, title: code, status, detail, requestId: 'r' },
});

const open = (
  items: readonly PersonView[] = [person(), self],
  { role = 'admin' as Role, address = '/admin/users', api = createApiStub() } = {},
) => {
  api.on(LIST, page(items));
  return renderApp(address, { signedIn: true, me: { role }, api });
};
const calls = (api: ApiStub, route: string) =>
  api.requests.filter(({ method, url }) => `${method} ${url.split('?')[0]}` === route);
const rowOf = async (name: string) =>
  within((await screen.findByRole('heading', { level: 2, name })).closest('li') ?? document.body);
const gate = () => {
  let release = (): void => undefined;
  return { passed: new Promise<void>((resolve) => (release = resolve)), release: () => act(async () => release()) };
};

describe('the list', () => {
  it('shows who has an account, with role, state and date, and no axe violation', async () => {
    open([
      person({ full_name: '', plan: 'premium' }),
      person({ id: '33333333-2222-4222-8222-222222222222', full_name: 'Eve', disabled: true }),
      self,
    ]);
    const unknown = await rowOf('Unknown User');
    expect(unknown.getByText('bob@example.org')).toBeVisible();
    expect(unknown.getByText('active')).toBeVisible();
    expect(unknown.getByText('premium')).toBeVisible();
    expect(unknown.getByText('Joined March 4, 2026')).toBeVisible();
    expect(unknown.getByRole('combobox', { name: 'Role of bob@example.org' })).toHaveDisplayValue('User');
    expect((await rowOf('Eve')).getByText('disabled')).toBeVisible();
    expect((await rowOf('Ada Listener')).getByText('You')).toBeVisible();
    expect(unknown.getByRole('link', { name: 'Audit log of bob@example.org' })).toHaveAttribute(
      'href',
      `/admin/audit?actor=${person().id}`,
    );
    expect(await axeViolations()).toEqual([]);
  });

  it('says that it could not be loaded, tries again, and goes on by the cursor', async () => {
    const api = createApiStub();
    const { user } = open([], { api });
    api.on(LIST, problem('forbidden', 403, 'Not today'));
    expect(await screen.findByText('Not today')).toBeVisible();
    expect(await screen.findByText('Failed to load users. Please try again.')).toBeVisible();
    api.on(LIST, ({ url }) => (url.includes('cursor=next') ? page([self]) : page([person()], 'next')));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Ada Listener')).toBeVisible();
    expect(screen.getByText('Bob Builder')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('says that roles which were to be read again may be old, and tries again', async () => {
    const { user, api } = open();
    const bob = await rowOf('Bob Builder');
    api.on(ASSIGN, problem('version_conflict', 409, 'Somebody was first.')).on(LIST, problem('unavailable', 503));
    await user.selectOptions(bob.getByRole('combobox'), 'moderator');
    const failure = (await screen.findByText('Failed to load user roles. Please try again.')).closest('[role=alert]');
    expect(await axeViolations()).toEqual([]);
    expect((await rowOf('Bob Builder')).getByRole('combobox')).toHaveDisplayValue('User');
    api.on(LIST, page([person({ role: 'admin' }), self]));
    await user.click(within(failure as HTMLElement).getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect((await rowOf('Bob Builder')).getByRole('combobox')).toHaveDisplayValue('Admin'));
    expect(screen.queryByText('Failed to load user roles. Please try again.')).toBeNull();
  });

  it('searches by what is typed, says by what, and keeps it in the address', async () => {
    const { user, path, api } = open();
    const box = await screen.findByRole('searchbox', { name: 'Search users' });
    expect(box).toHaveAccessibleDescription(
      'Finds email addresses, names and last names that begin with what you type.',
    );
    api.on(LIST, ({ url }) => page(url.includes('q=zo') ? [] : [person()]));
    await user.type(box, 'zo{Enter}');
    expect(await screen.findByText('Nobody is found by that.')).toBeVisible();
    expect(path()).toBe('/admin/users?q=zo');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('Bob Builder')).toBeVisible();
    expect([path(), document.activeElement]).toEqual(['/admin/users', box]);
  });

  it('searches for no more of an address than is taken', async () => {
    const { api, unmount } = open(undefined, { address: `/admin/users?q=${'x'.repeat(99)}%20yz` });
    await rowOf('Bob Builder');
    unmount();
    open(undefined, { address: '/admin/users?q=%00zo%07e%20', api });
    await rowOf('Bob Builder');
    expect(calls(api, LIST).map(({ url }) => new URLSearchParams(url.split('?')[1]).get('q'))).toEqual([
      'x'.repeat(99),
      'zo e',
    ]);
  });

  it.each<Role>(['user', 'moderator'])('stays shut for the role %s', async (role) => {
    const { api } = open([], { role });
    expect(await screen.findByText('Access Denied')).toBeVisible();
    expect(calls(api, LIST)).toEqual([]);
  });
});

describe('a role', () => {
  it('shows at once and is told', async () => {
    const { passed, release } = gate();
    const { user, api } = open();
    api.on(ASSIGN, async () => (await passed, { body: person({ role: 'moderator' }) }));
    const select = (await rowOf('Bob Builder')).getByRole('combobox');
    await user.selectOptions(select, 'moderator');
    expect(select).toHaveDisplayValue('Moderator');
    await release();
    expect(await screen.findByText('User role updated to moderator')).toBeVisible();
    expect(calls(api, ASSIGN).map(({ body }) => body)).toEqual([
      { target_user_id: person().id, new_role: 'moderator', was: { role: 'user', disabled: false } },
    ]);
  });

  it.each([
    [
      'the server says why',
      problem('last_admin', 409, 'Make somebody else an administrator first.'),
      'Make somebody else an administrator first.',
    ],
    ['nothing is answered', new Error('offline'), 'Failed to update user role. Please try again.'],
  ])('goes back when refused: %s', async (_how, answer, text) => {
    const { user, api } = open();
    api.on(ASSIGN, () => {
      if (answer instanceof Error) throw answer;
      return answer;
    });
    const select = (await rowOf('Bob Builder')).getByRole('combobox');
    await user.selectOptions(select, 'admin');
    expect(await screen.findByText(text)).toBeVisible();
    expect((await rowOf('Bob Builder')).getByRole('combobox')).toHaveDisplayValue('User');
  });

  it('chosen twice in a row is told in that order, the second as of the first', async () => {
    const { passed, release } = gate();
    const { user, api } = open();
    api.on(
      ASSIGN,
      async ({ body }) => (await passed, { body: person({ role: (body as { new_role: Role }).new_role }) }),
    );
    const select = (await rowOf('Bob Builder')).getByRole('combobox');
    await user.selectOptions(select, 'moderator');
    await user.selectOptions(select, 'admin');
    expect(select).toHaveDisplayValue('Admin');
    expect(calls(api, ASSIGN)).toHaveLength(1);
    await release();
    expect(await screen.findByText('User role updated to admin')).toBeVisible();
    expect(select).toHaveDisplayValue('Admin');
    expect(calls(api, ASSIGN).map(({ body }) => (body as { was: object }).was)).toEqual([
      { role: 'user', disabled: false },
      { role: 'moderator', disabled: false },
    ]);
  });

  it('that the keys pass on their way to another is not given before Enter', async () => {
    const { user, api } = open();
    api.on(ASSIGN, ({ body }) => ({ body: person({ role: (body as { readonly new_role: Role }).new_role }) }));
    const bob = await rowOf('Bob Builder');
    const select = bob.getByRole('combobox');
    expect(select).toHaveAccessibleDescription('Chosen by the keys, a role is given by Enter and left by Escape.');
    // As a closed list does it on most systems.
    const arrowTo = (value: Role) => {
      fireEvent.keyDown(select, { key: 'ArrowDown' });
      fireEvent.change(select, { target: { value } });
    };
    act(() => select.focus());
    arrowTo('moderator');
    arrowTo('admin');
    expect(select).toHaveDisplayValue('Admin');
    expect(await axeViolations()).toEqual([]);
    await user.keyboard('{Escape}');
    expect(select).toHaveDisplayValue('User');
    arrowTo('moderator');
    await user.tab();
    expect(bob.getByRole('button', { name: 'Change role of Bob Builder to Moderator' })).toHaveFocus();
    await user.tab();
    expect(select).toHaveDisplayValue('User');
    expect(calls(api, ASSIGN)).toEqual([]);
    act(() => select.focus());
    arrowTo('moderator');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('User role updated to moderator')).toBeVisible();
    arrowTo('admin');
    await user.click(bob.getByRole('button', { name: 'Change role of Bob Builder to Admin' }));
    expect(await screen.findByText('User role updated to admin')).toBeVisible();
    expect(select).toHaveFocus();
    expect(calls(api, ASSIGN)).toHaveLength(2);
  });

  it('of the reader is asked about first', async () => {
    const { user, api } = open();
    api.on(ASSIGN, { body: { ...self, role: 'user' } });
    await user.selectOptions((await rowOf('Ada Listener')).getByRole('combobox'), 'user');
    const asked = await screen.findByRole('alertdialog', { name: 'Change your own role?' });
    await user.click(within(asked).getByRole('button', { name: 'Cancel' }));
    expect(calls(api, ASSIGN)).toEqual([]);
    expect((await rowOf('Ada Listener')).getByRole('combobox')).toHaveDisplayValue('Admin');
    await user.selectOptions((await rowOf('Ada Listener')).getByRole('combobox'), 'user');
    api.on('GET /api/me', { body: { ...testPerson, role: 'user' } });
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Change my role' }));
    expect(await screen.findByText('Access Denied')).toBeVisible();
  });
});

describe('an account', () => {
  it('is disabled with a reason and enabled again', async () => {
    const { user, api } = open();
    api.on(`POST /api/admin/users/${person().id}/disable`, { body: person({ disabled: true }) });
    api.on(`POST /api/admin/users/${person().id}/enable`, { body: person() });
    await user.click((await rowOf('Bob Builder')).getByRole('button', { name: 'Disable Bob Builder' }));
    const dialog = await screen.findByRole('dialog', { name: 'Disable account' });
    expect(await axeViolations()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Disable' }));
    expect(within(dialog).getByLabelText('Reason')).toHaveFocus();
    expect(within(dialog).getByText('Say why.')).toBeVisible();
    await user.type(within(dialog).getByLabelText('Reason'), 'Sends{enter}spam');
    await user.click(within(dialog).getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('Bob Builder is disabled')).toBeVisible();
    expect((await rowOf('Bob Builder')).getByText('disabled')).toBeVisible();
    await user.click((await rowOf('Bob Builder')).getByRole('button', { name: 'Enable Bob Builder' }));
    await user.type(await screen.findByLabelText('Reason'), 'Sorry');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('Bob Builder is enabled')).toBeVisible();
    expect(api.requests.filter(({ url }) => url.includes('able')).map(({ body }) => body)).toEqual([
      { reason: 'Sends spam', was: { role: 'user', disabled: false } },
      { reason: 'Sorry', was: { role: 'user', disabled: true } },
    ]);
  });

  it('is shown enabled again when it could not be disabled', async () => {
    const { user, api } = open();
    api.on(`POST /api/admin/users/${person().id}/disable`, problem('last_admin', 409, 'Not the last one.'));
    await user.click((await rowOf('Bob Builder')).getByRole('button', { name: 'Disable Bob Builder' }));
    await user.type(await screen.findByLabelText('Reason'), 'Why not');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('Not the last one.')).toBeVisible();
    expect((await rowOf('Bob Builder')).getByText('active')).toBeVisible();
  });
});

describe('a person whom somebody else changed meanwhile', () => {
  const conflict = problem('version_conflict', 409, 'Somebody was first.');

  it('is shown as seen and as they stand, and changed all the same when that is still wanted', async () => {
    const { user, api } = open();
    const bob = await rowOf('Bob Builder');
    api.on(ASSIGN, conflict).on(LIST, page([person({ role: 'admin' }), self]));
    await user.selectOptions(bob.getByRole('combobox'), 'moderator');
    const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else was first' }));
    expect(
      dialog.getByText('Bob Builder was changed after this list was read, so your change was not made.'),
    ).toBeVisible();
    expect(
      within(dialog.getByRole('table', { name: 'What is different' }))
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['FieldYou sawNow', 'RoleUserAdmin']);
    expect(await axeViolations()).toEqual([]);
    api.on(ASSIGN, { body: person({ role: 'moderator' }) });
    await user.click(dialog.getByRole('button', { name: 'Make Moderator all the same' }));
    expect(await screen.findByText('User role updated to moderator')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls(api, ASSIGN).map(({ body }) => body)).toEqual([
      { target_user_id: person().id, new_role: 'moderator', was: { role: 'user', disabled: false } },
      { target_user_id: person().id, new_role: 'moderator', was: { role: 'admin', disabled: false } },
    ]);
  });

  it('stays as they stand otherwise', async () => {
    const { user, api } = open();
    api.on(`POST /api/admin/users/${person().id}/disable`, conflict);
    await user.click((await rowOf('Bob Builder')).getByRole('button', { name: 'Disable Bob Builder' }));
    api.on(LIST, page([person({ role: 'moderator' }), self]));
    await user.type(await screen.findByLabelText('Reason'), 'Why not');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disable' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Somebody else was first' }));
    expect(dialog.getByRole('button', { name: 'Disable all the same' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Leave it so' }));
    const bob = await rowOf('Bob Builder');
    expect(bob.getByRole('combobox')).toHaveDisplayValue('Moderator');
    expect(bob.getByText('active')).toBeVisible();
    expect(api.requests.filter(({ url }) => url.includes('/disable'))).toHaveLength(1);
  });
});

describe('a new user', () => {
  it('needs an address and a strong password, and is in the list half a second later', async () => {
    const { user, api, clock } = open();
    api.on(CREATE, {
      body: {
        success: true,
        error: null,
        message: 'An account was made for eve@example.org.',
        user: person({ email: 'eve@example.org', full_name: 'Eve' }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Create User' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create User' }));
    expect(dialog.getByRole('button', { name: 'Create User' })).toBeDisabled();
    expect(dialog.getByText('Email and password are required')).toBeVisible();
    await user.type(dialog.getByLabelText('Email'), 'Eve@example.org{Enter}');
    await user.type(dialog.getByLabelText('Temporary password'), 'short');
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    expect(
      await dialog.findByText('The password needs at least 12 characters, an upper-case letter, a digit and a symbol.'),
    ).toBeVisible();
    expect(calls(api, CREATE)).toEqual([]);
    expect(await axeViolations()).toEqual([]);
    await user.clear(dialog.getByLabelText('Temporary password'));
    await user.type(dialog.getByLabelText('Temporary password'), password);
    await user.type(dialog.getByLabelText('Full name'), ' Eve ');
    expect(
      within(dialog.getByLabelText('Role'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['User', 'Moderator', 'Admin']);
    await user.selectOptions(dialog.getByLabelText('Role'), 'moderator');
    await user.dblClick(dialog.getByRole('button', { name: 'Create User' }));
    expect(await screen.findByText('An account was made for eve@example.org.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls(api, CREATE).map(({ body }) => body)).toEqual([
      { email: 'Eve@example.org', password, fullName: 'Eve', role: 'moderator' },
    ]);
    const before = calls(api, LIST).length;
    act(() => clock.advance(499));
    expect(calls(api, LIST)).toHaveLength(before);
    act(() => clock.advance(1));
    await waitFor(() => expect(calls(api, LIST)).toHaveLength(before + 1));
  });

  it.each([
    ['email_exists', problem('email_exists', 409), 'A user with this email address already exists'],
    [
      'the server',
      problem('too_many_requests', 429, 'The user pool takes no more accounts or mails at present. Try again later.'),
      'The user pool takes no more accounts or mails at present. Try again later.',
    ],
    [
      'no reason',
      { status: 500, body: { code: 'internal_error', title: '', status: 500, requestId: 'r' } },
      'Failed to create user',
    ],
  ])('is refused in words, and the form stays: %s', async (_why, answer, text) => {
    const { user, api } = open();
    api.on(CREATE, answer);
    await user.click(await screen.findByRole('button', { name: 'Create User' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Email'), 'eve@example.org');
    await user.type(dialog.getByLabelText('Temporary password'), password);
    await user.click(dialog.getByRole('button', { name: 'Create User' }));
    expect(await dialog.findByText(text)).toBeVisible();
    expect(dialog.getByLabelText('Email')).toHaveValue('eve@example.org');
  });
});

describe('the card for test users', () => {
  const show = (stage: string, signedIn = true) => {
    const api = createApiStub()
      .on('GET /api/me', { body: { ...testPerson, role: 'admin' } })
      .on(CREATE, { body: { success: true, error: null, message: 'Made.', user: person() } });
    jest.spyOn(globalThis, 'fetch').mockImplementation(api.fetch);
    const cognito = createFakeCognito();
    if (signedIn) cognito.token = 'access-token';
    const services = createServices(
      { ...testConfig, stage },
      { clock: createManualClock(), loadCognito: async () => cognito, hasStoredSession: () => signedIn },
    );
    render(
      <Providers services={services}>
        <main>
          <h1>Dashboard</h1>
          <TestUserCard />
        </main>
      </Providers>,
    );
    return { api, user: userEvent.setup() };
  };
  const fill = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.type(screen.getByLabelText('Email'), 'eve@example.org');
    await user.type(screen.getByLabelText('Temporary password'), password);
    await user.selectOptions(screen.getByLabelText('Role'), 'premium');
  };

  it('makes one with a plan, called after it', async () => {
    const { api, user } = show('local');
    expect(
      within(screen.getByLabelText('Role'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['User', 'Admin', 'Premium', 'Business']);
    await fill(user);
    expect(screen.getByLabelText('Full name')).toHaveAttribute('placeholder', 'Test premium user');
    await user.click(screen.getByRole('button', { name: 'Create Test User' }));
    await waitFor(() =>
      expect(calls(api, CREATE).map(({ body }) => body)).toEqual([
        { email: 'eve@example.org', password, fullName: 'Test premium user', role: 'premium' },
      ]),
    );
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveValue(''));
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByLabelText('Temporary password')).toHaveValue('');
    expect(screen.getByLabelText('Role')).toHaveDisplayValue('User');
  });

  it('says that nobody is signed in', async () => {
    const { api, user } = show('dev', false);
    expect(await axeViolations()).toEqual([]);
    await fill(user);
    await user.click(screen.getByRole('button', { name: 'Create Test User' }));
    expect(await screen.findByText('No active session')).toBeVisible();
    expect(calls(api, CREATE)).toEqual([]);
  });

  it('is not there in production', () => {
    show('prod');
    expect(screen.queryByText('Create Test User')).toBeNull();
  });
});
