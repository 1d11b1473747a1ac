import { screen, waitFor, within } from '@testing-library/react';
import type { Role } from '../../../lambdas/contract/shared.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { ASSIGN, LIST, calls, openUsers, page, person, problem, rowOf, self } from './users-fixture.ts';

describe('the list of users', () => {
  it('shows users with role, state, and date, without axe violations', async () => {
    openUsers([
      person({ full_name: '', plan: 'premium' }),
      person({ id: '33333333-2222-4222-8222-222222222222', full_name: 'Eve', disabled: true }),
      self,
    ]);
    const unknown = await rowOf('Unknown User');
    expect(unknown.getByText('bob@example.org')).toBeVisible();
    expect(unknown.getByText('active')).toBeVisible();
    expect(unknown.getByText('Premium')).toBeVisible();
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

  it('reports a failed request, retries it, and loads more users', async () => {
    const api = createApiStub();
    const { user } = openUsers([], { api });
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

  it('reports that roles failed to reload, and retries', async () => {
    const { user, api } = openUsers();
    const bob = await rowOf('Bob Builder');
    api.on(ASSIGN, problem('version_conflict', 409, 'Someone was first.')).on(LIST, problem('unavailable', 503));
    await user.selectOptions(bob.getByRole('combobox'), 'moderator');
    await user.click(await screen.findByRole('button', { name: 'Make Moderator' }));
    const failure = (await screen.findByText('Failed to load user roles. Please try again.')).closest('[role=alert]');
    expect(await axeViolations()).toEqual([]);
    expect((await rowOf('Bob Builder')).getByRole('combobox')).toHaveDisplayValue('User');
    api.on(LIST, page([person({ role: 'admin' }), self]));
    await user.click(within(failure as HTMLElement).getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect((await rowOf('Bob Builder')).getByRole('combobox')).toHaveDisplayValue('Admin'));
    expect(screen.queryByText('Failed to load user roles. Please try again.')).toBeNull();
  });

  it('searches users, describes the search, and stores it in the URL', async () => {
    const { user, path, api } = openUsers();
    const box = await screen.findByRole('searchbox', { name: 'Search users' });
    expect(box).toHaveAccessibleDescription('Matches the beginning of an email address, full name, or last name.');
    api.on(LIST, ({ url }) => page(url.includes('q=zo') ? [] : [person()]));
    await user.type(box, 'zo{Enter}');
    expect(await screen.findByText('No users match your search')).toBeVisible();
    expect(path()).toBe('/admin/users?q=zo');
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('Bob Builder')).toBeVisible();
    expect([path(), document.activeElement]).toEqual(['/admin/users', box]);
  });

  it('filters by role and plan, together with the search, and stores both in the URL', async () => {
    const { user, path, api } = openUsers(undefined, { address: '/admin/users?q=bob' });
    await rowOf('Bob Builder');
    api.on(LIST, ({ url }) => page(url.includes('role=') ? [person({ role: 'moderator', full_name: 'Mo' })] : []));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Moderator');
    await rowOf('Mo');
    expect(path()).toBe('/admin/users?q=bob&role=moderator');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Plan' }), 'Premium');
    await waitFor(() => expect(path()).toBe('/admin/users?q=bob&role=moderator&plan=premium'));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(path()).toBe('/admin/users?role=moderator&plan=premium'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'All roles');
    expect(await screen.findByText('No users match these filters')).toBeVisible();
    expect(calls(api, LIST).map(({ url }) => url.split('?')[1] ?? '')).toEqual([
      'q=bob',
      'q=bob&role=moderator',
      'q=bob&role=moderator&plan=premium',
      'role=moderator&plan=premium',
      'plan=premium',
    ]);
    expect(await axeViolations()).toEqual([]);
  });

  it('shows no empty page of a rare filter, and ignores unknown values in the URL', async () => {
    const api = createApiStub();
    const { unmount } = openUsers([], { api, address: '/admin/users?role=admin' });
    api.on(LIST, ({ url }) =>
      url.includes('cursor=two') ? page([self]) : page([], url.includes('cursor') ? 'two' : 'one'),
    );
    await rowOf('Ada Listener');
    expect(calls(api, LIST)).toHaveLength(3);
    unmount();
    openUsers(undefined, { api, address: '/admin/users?role=root&plan=gold' });
    await rowOf('Bob Builder');
    expect(calls(api, LIST).at(-1)?.url).toBe('/api/admin/users');
  });

  it('sends a password reset after a confirmation, to users who can receive one', async () => {
    const disabled = person({ id: '33333333-2222-4222-8222-222222222222', full_name: 'Eve', disabled: true });
    const { user, api } = openUsers([person(), disabled]);
    const route = `POST /api/admin/users/${person().id}/password-reset`;
    api.on(route, { status: 202 });
    const bob = await rowOf('Bob Builder');
    expect((await rowOf('Eve')).queryByRole('button', { name: /password reset/ })).toBeNull();
    await user.click(bob.getByRole('button', { name: 'Send password reset to Bob Builder' }));
    expect(await screen.findByRole('alertdialog', { name: 'Send a password reset to Bob Builder?' })).toBeVisible();
    expect(calls(api, route)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Send password reset' }));
    expect(await screen.findByText('The password reset was sent to Bob Builder')).toBeVisible();
    expect(calls(api, route)).toHaveLength(1);
    api.on(route, problem('too_many_requests', 429, 'Wait a little.'));
    await user.click(bob.getByRole('button', { name: 'Send password reset to Bob Builder' }));
    await user.click(await screen.findByRole('button', { name: 'Send password reset' }));
    expect(await screen.findByText('Wait a little.')).toBeVisible();
  });

  it('cleans and cuts the search text in the URL', async () => {
    const { api, unmount } = openUsers(undefined, { address: `/admin/users?q=${'x'.repeat(99)}%20yz` });
    await rowOf('Bob Builder');
    unmount();
    openUsers(undefined, { address: '/admin/users?q=%00zo%07e%20', api });
    await rowOf('Bob Builder');
    expect(calls(api, LIST).map(({ url }) => new URLSearchParams(url.split('?')[1]).get('q'))).toEqual([
      'x'.repeat(99),
      'zo e',
    ]);
  });

  it.each<Role>(['user', 'moderator'])('denies access for the role %s', async (role) => {
    const { api } = openUsers([], { role });
    expect(await screen.findByText('Access Denied')).toBeVisible();
    expect(calls(api, LIST)).toEqual([]);
  });
});
