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
