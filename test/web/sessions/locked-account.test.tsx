import { act, screen, waitFor, within } from '@testing-library/react';
import { errorTable } from '../../../lambdas/contract/errors.ts';
import { createApiStub } from '../support/api-stub.ts';
import { renderApp, testPerson } from '../support/render-app.tsx';

const denied = {
  status: 403,
  body: { ...errorTable.account_locked, code: 'account_locked', requestId: 'r' },
};

it('says on the sign-in screen that the account is locked, until a sign-in works again', async () => {
  const api = createApiStub();
  const { path, services, user } = renderApp('/plans', { signedIn: true, api });
  const locked = 'Your account is locked for up to an hour';
  await screen.findByRole('button', { name: 'Profile' });
  api.on('GET /api/me', denied);
  await act(() => services.queries.invalidateQueries({ queryKey: ['account.get-me'] }));
  await waitFor(() => expect(path()).toBe('/auth'));
  const form = await screen.findByRole('form', { name: 'Sign In' });
  await within(form).findByText(locked, { exact: false });
  screen.getByText('Account locked');
  // A further sign-in works at the user pool, and its first call is denied.
  await user.type(within(form).getByLabelText('Email'), 'ada@example.com');
  await user.type(within(form).getByLabelText('Password'), 'secret{Enter}');
  await waitFor(() => expect(path()).toBe('/auth'));
  await within(await screen.findByRole('form', { name: 'Sign In' })).findByText(locked, { exact: false });
  await waitFor(() => expect(services.session.get()).toBe('signed-out'));
  api.on('GET /api/me', { body: testPerson });
  const again = await screen.findByRole('form', { name: 'Sign In' });
  await user.type(within(again).getByLabelText('Email'), 'ada@example.com');
  await user.type(within(again).getByLabelText('Password'), 'secret{Enter}');
  await waitFor(() => expect(path()).toBe('/plans'));
  expect(services.signals.locked.get()).toBe(false);
});
