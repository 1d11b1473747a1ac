import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useAuth } from '../../../web/src/core/auth/auth-context.tsx';
import { useToast } from '../../../web/src/core/toast/toast-context.tsx';
import { createApiStub } from '../support/api-stub.ts';
import { createFakeCognito, poolError } from '../support/fake-cognito.ts';
import { renderApp, testPerson } from '../support/render-app.tsx';

describe('guards', () => {
  it('show the loading state while the session resolves', async () => {
    const cognito = createFakeCognito();
    cognito.token = 'token';
    let answer = (_: string) => undefined as void;
    cognito.accessToken = () => new Promise((resolve) => (answer = resolve));
    renderApp('/streaming', { cognito });
    expect(await screen.findByText('Loading...')).toBeInTheDocument();
    await waitFor(() => expect(answer).toBeDefined());
    act(() => answer('token'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Discover Amazing Content' })).toBeInTheDocument();
  });

  it('redirect a visitor to /auth with a replaced history entry, and back after sign-in', async () => {
    const { user, path, router } = renderApp('/streaming?type=music');
    await screen.findByRole('tab', { name: 'Sign In' });
    expect(path()).toBe('/auth');
    expect(router.state.historyAction).toBe('REPLACE');
    await user.type(screen.getByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Discover Amazing Content' })).toBeInTheDocument();
    expect(path()).toBe('/streaming?type=music');
  });

  it('deny the admin area to a listener', async () => {
    renderApp('/admin/content', { signedIn: true, me: { role: 'user' } });
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
    expect(screen.getByText("You don't have permission to access this area.")).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
  });

  it('open the admin area to an administrator, and close it when the role changes', async () => {
    const api = createApiStub().on('GET /api/admin/content', { body: { items: [], next_cursor: null } });
    const { services } = renderApp('/admin/content', { signedIn: true, api, me: { role: 'admin' } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Content Management' })).toBeInTheDocument();
    api.on('GET /api/me', { body: { ...testPerson, role: 'user' } });
    await act(() => services.queries.invalidateQueries({ queryKey: ['account.get-me'] }));
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  });

  it('close the admin area when a call is denied, even if the change was not reported', async () => {
    const api = createApiStub().on('GET /api/admin/content', {
      status: 403,
      body: { code: 'forbidden', title: 'No', status: 403, requestId: 'r' },
    });
    let role = 'admin';
    renderApp('/admin/content', { signedIn: true, api, me: { role: 'admin' } });
    api.on('GET /api/me', () => ({ body: { ...testPerson, role } }));
    await screen.findByRole('heading', { level: 1, name: 'Content Management' });
    await waitFor(() => expect(api.requests.filter(({ url }) => url === '/api/me').length).toBeGreaterThan(1));
    expect(screen.queryByText('Access Denied')).toBeNull();
    role = 'user';
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
  });

  it('show an error when the role cannot be loaded, and try again', async () => {
    const api = createApiStub().on('GET /api/admin/content', { body: { items: [], next_cursor: null } });
    const { user } = renderApp('/admin/content', { signedIn: true, api, me: { role: 'admin' } });
    api.on('GET /api/me', {
      status: 403,
      body: { code: 'account_disabled', title: 'This account is disabled', status: 403, requestId: 'r' },
    });
    expect(await screen.findByText('This account is disabled')).toBeInTheDocument();
    api.on('GET /api/me', { body: { ...testPerson, role: 'admin' } });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Content Management' })).toBeInTheDocument();
  });

  it('offer sign-out to a user whose account is disabled', async () => {
    const api = createApiStub();
    const { user, path } = renderApp('/admin/content', { signedIn: true, api });
    api.on('GET /api/me', {
      status: 403,
      body: { code: 'account_disabled', title: 'This account is disabled', status: 403, requestId: 'r' },
    });
    expect(await screen.findByText('This account is disabled')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeInTheDocument();
    expect(path()).toBe('/auth');
  });

  it('report that the session cannot be checked, and try again', async () => {
    const cognito = createFakeCognito();
    cognito.token = 'token';
    cognito.failures.accessToken = poolError('NetworkError', 'A network error has occurred.');
    const { user } = renderApp('/streaming', { cognito });
    await screen.findByRole('heading', { name: "Your session couldn't be checked" });
    cognito.failures = {};
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Discover Amazing Content' })).toBeInTheDocument();
  });

  it('leave a guarded screen at sign-out', async () => {
    const { user, path, cognito } = renderApp('/streaming', { signedIn: true });
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    await screen.findByRole('tab', { name: 'Sign In' });
    expect(path()).toBe('/auth');
    expect(cognito.calls).toContainEqual(['signOut']);
  });
});

describe('hooks outside of their providers', () => {
  it.each([
    ['useAuth must be used within an AuthProvider', useAuth],
    ['useToast must be used within a ToastProvider', useToast],
  ])('%s', (message, useHook) => {
    const Lost = () => {
      useHook();
      return null;
    };
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => render(<Lost />)).toThrow(message);
  });
});
