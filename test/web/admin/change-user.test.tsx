import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { axeViolations } from '../support/axe.ts';
import { testPerson } from '../support/render-app.tsx';
import { ASSIGN, LIST, calls, openUsers, page, person, problem, rowOf, self } from './users-fixture.ts';

/** A promise that the test resolves. */
const gate = () => {
  let release = (): void => undefined;
  return { passed: new Promise<void>((resolve) => (release = resolve)), release: () => act(async () => release()) };
};

/** Answers the question that comes before someone gets more rights. */
const confirm = async (user: ReturnType<typeof openUsers>['user'], action: string): Promise<void> =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: action }));

describe('changing a role', () => {
  it('asks before it gives someone more rights', async () => {
    const { user, api } = openUsers();
    api.on(ASSIGN, { body: person({ role: 'admin' }) });
    const select = (await rowOf('Bob Builder')).getByRole('combobox');
    await user.selectOptions(select, 'admin');
    const question = await screen.findByRole('alertdialog', { name: 'Make Bob Builder an administrator?' });
    expect(question).toHaveAccessibleDescription('Administrators can manage all items, users, and settings.');
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(select).toHaveDisplayValue('User');
    expect(calls(api, ASSIGN)).toEqual([]);
    await user.selectOptions(select, 'admin');
    await confirm(user, 'Make Admin');
    expect(await screen.findByText('User role updated to admin')).toBeVisible();
  });

  it('takes rights away without a question', async () => {
    const { user, api } = openUsers([person({ role: 'admin' }), self]);
    api.on(ASSIGN, { body: person() });
    await user.selectOptions((await rowOf('Bob Builder')).getByRole('combobox'), 'user');
    expect(await screen.findByText('User role updated to user')).toBeVisible();
  });

  it('shows the new role immediately and reports it', async () => {
    const { passed, release } = gate();
    const { user, api } = openUsers();
    api.on(ASSIGN, async () => (await passed, { body: person({ role: 'moderator' }) }));
    const select = (await rowOf('Bob Builder')).getByRole('combobox');
    await user.selectOptions(select, 'moderator');
    await confirm(user, 'Make Moderator');
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
      problem('last_admin', 409, 'Make someone else an administrator first.'),
      'Make someone else an administrator first.',
    ],
    ['there is no response', new Error('offline'), 'Failed to update user role. Please try again.'],
  ])('restores the role if the request fails: %s', async (_how, answer, text) => {
    const { user, api } = openUsers();
    api.on(ASSIGN, () => {
      if (answer instanceof Error) throw answer;
      return answer;
    });
    const select = (await rowOf('Bob Builder')).getByRole('combobox');
    await user.selectOptions(select, 'admin');
    await confirm(user, 'Make Admin');
    expect(await screen.findByText(text)).toBeVisible();
    expect((await rowOf('Bob Builder')).getByRole('combobox')).toHaveDisplayValue('User');
  });

  it('sends two quick changes in order, the second based on the first', async () => {
    const { passed, release } = gate();
    const { user, api } = openUsers();
    api.on(
      ASSIGN,
      async ({ body }) => (await passed, { body: person({ role: (body as { new_role: Role }).new_role }) }),
    );
    const select = (await rowOf('Bob Builder')).getByRole('combobox');
    await user.selectOptions(select, 'moderator');
    await confirm(user, 'Make Moderator');
    await user.selectOptions(select, 'admin');
    await confirm(user, 'Make Admin');
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

  it('applies a role that is chosen with the keyboard only on confirmation', async () => {
    const { user, api } = openUsers();
    api.on(ASSIGN, ({ body }) => ({ body: person({ role: (body as { readonly new_role: Role }).new_role }) }));
    const bob = await rowOf('Bob Builder');
    const select = bob.getByRole('combobox');
    expect(select).toHaveAccessibleDescription(
      'When you choose a role with the keyboard, press Enter to apply it or Escape to cancel.',
    );
    // Most systems change a closed list like this.
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
    await confirm(user, 'Make Moderator');
    expect(await screen.findByText('User role updated to moderator')).toBeVisible();
    arrowTo('admin');
    await user.click(bob.getByRole('button', { name: 'Change role of Bob Builder to Admin' }));
    await confirm(user, 'Make Admin');
    expect(await screen.findByText('User role updated to admin')).toBeVisible();
    expect(select).toHaveFocus();
    expect(calls(api, ASSIGN)).toHaveLength(2);
  });

  it('asks before users change their own role', async () => {
    const { user, api } = openUsers();
    api.on(ASSIGN, { body: { ...self, role: 'user' } });
    await user.selectOptions((await rowOf('Ada Listener')).getByRole('combobox'), 'user');
    const question = await screen.findByRole('alertdialog', { name: 'Change your own role?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(calls(api, ASSIGN)).toEqual([]);
    expect((await rowOf('Ada Listener')).getByRole('combobox')).toHaveDisplayValue('Admin');
    await user.selectOptions((await rowOf('Ada Listener')).getByRole('combobox'), 'user');
    api.on('GET /api/me', { body: { ...testPerson, role: 'user' } });
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Change my role' }));
    expect(await screen.findByText('Access Denied')).toBeVisible();
  });
});

describe('disabling an account', () => {
  it('requires a reason, and can be undone', async () => {
    const { user, api } = openUsers();
    api.on(`POST /api/admin/users/${person().id}/disable`, { body: person({ disabled: true }) });
    api.on(`POST /api/admin/users/${person().id}/enable`, { body: person() });
    await user.click((await rowOf('Bob Builder')).getByRole('button', { name: 'Disable Bob Builder' }));
    const dialog = await screen.findByRole('dialog', { name: 'Disable account' });
    expect(await axeViolations()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Disable' }));
    expect(within(dialog).getByLabelText('Reason')).toHaveFocus();
    expect(within(dialog).getByText('Enter a reason.')).toBeVisible();
    await user.type(within(dialog).getByLabelText('Reason'), 'Sends{enter}spam');
    await user.click(within(dialog).getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('Bob Builder was disabled')).toBeVisible();
    expect((await rowOf('Bob Builder')).getByText('disabled')).toBeVisible();
    await user.click((await rowOf('Bob Builder')).getByRole('button', { name: 'Enable Bob Builder' }));
    await user.type(await screen.findByLabelText('Reason'), 'Sorry');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText('Bob Builder was enabled')).toBeVisible();
    expect(api.requests.filter(({ url }) => url.includes('able')).map(({ body }) => body)).toEqual([
      { reason: 'Sends spam', was: { role: 'user', disabled: false } },
      { reason: 'Sorry', was: { role: 'user', disabled: true } },
    ]);
  });

  it('shows the account as enabled again if the request fails', async () => {
    const { user, api } = openUsers();
    api.on(`POST /api/admin/users/${person().id}/disable`, problem('last_admin', 409, 'Not the last one.'));
    await user.click((await rowOf('Bob Builder')).getByRole('button', { name: 'Disable Bob Builder' }));
    await user.type(await screen.findByLabelText('Reason'), 'Why not');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText('Not the last one.')).toBeVisible();
    expect((await rowOf('Bob Builder')).getByText('active')).toBeVisible();
  });
});

describe('a user whom someone else changed in the meantime', () => {
  const conflict = problem('version_conflict', 409, 'Someone was first.');

  it('is compared with the shown version, and changed anyway on request', async () => {
    const { user, api } = openUsers();
    const bob = await rowOf('Bob Builder');
    api.on(ASSIGN, conflict).on(LIST, page([person({ role: 'admin' }), self]));
    await user.selectOptions(bob.getByRole('combobox'), 'moderator');
    await confirm(user, 'Make Moderator');
    const dialog = within(await screen.findByRole('dialog', { name: 'Someone else changed this account' }));
    expect(
      dialog.getByText("Bob Builder was changed after you loaded this list, so your change wasn't saved."),
    ).toBeVisible();
    expect(
      within(dialog.getByRole('table', { name: 'Differences' }))
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['FieldYou sawNow', 'RoleUserAdmin']);
    expect(await axeViolations()).toEqual([]);
    api.on(ASSIGN, { body: person({ role: 'moderator' }) });
    await user.click(dialog.getByRole('button', { name: 'Change to Moderator anyway' }));
    expect(await screen.findByText('User role updated to moderator')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls(api, ASSIGN).map(({ body }) => body)).toEqual([
      { target_user_id: person().id, new_role: 'moderator', was: { role: 'user', disabled: false } },
      { target_user_id: person().id, new_role: 'moderator', was: { role: 'admin', disabled: false } },
    ]);
  });

  it('is kept as is on request', async () => {
    const { user, api } = openUsers();
    api.on(`POST /api/admin/users/${person().id}/disable`, conflict);
    await user.click((await rowOf('Bob Builder')).getByRole('button', { name: 'Disable Bob Builder' }));
    api.on(LIST, page([person({ role: 'moderator' }), self]));
    await user.type(await screen.findByLabelText('Reason'), 'Why not');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disable' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Someone else changed this account' }));
    expect(dialog.getByRole('button', { name: 'Disable anyway' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Keep as is' }));
    const bob = await rowOf('Bob Builder');
    expect(bob.getByRole('combobox')).toHaveDisplayValue('Moderator');
    expect(bob.getByText('active')).toBeVisible();
    expect(api.requests.filter(({ url }) => url.includes('/disable'))).toHaveLength(1);
  });
});
