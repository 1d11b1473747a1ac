import { screen, within } from '@testing-library/react';
import { createApiStub, noFactors } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp, testPerson } from '../support/render-app.tsx';

const factor = {
  id: 'totp',
  factor_type: 'totp',
  status: 'verified',
  name: '',
  created_at: '2026-03-04T05:06:07.000Z',
};
const admin = { ...testPerson, role: 'admin' as const };

describe('an administrator without the factor that the stage requires', () => {
  it('reads why, sets one up, continues, and can always sign out', async () => {
    const api = createApiStub().on('GET /api/factors', { body: noFactors });
    const { user } = renderApp('/admin/users', { signedIn: true, me: { ...admin, factor_required: true }, api });
    expect(await screen.findByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible();
    expect(screen.getByText(/^Your organization requires a second factor/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Sign Out' })).toBeEnabled();
    const section = within(screen.getByRole('region', { name: 'Security' }));
    const start = await section.findByRole('button', { name: 'Set up an authenticator app' });
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(api.requests.some(({ url }) => url.startsWith('/api/admin/'))).toBe(false);
    expect(await axeViolations()).toEqual([]);
    // Wherever the factor was set up, the list is read again; here after a failure.
    api.on('POST /api/factors/totp', { status: 409, body: { code: 'invalid_state', status: 409, title: 'Not now' } });
    api.on('GET /api/factors', { body: { ...noFactors, items: [factor], recovery_codes: 10 } });
    await user.click(start);
    const next = await screen.findByRole('button', { name: 'Continue' });
    expect(screen.getByText(/^Your account has a second factor now/)).toBeVisible();
    api.on('GET /api/me', { body: admin }).on('GET /api/admin/users', { body: { items: [], next_cursor: null } });
    await user.click(next);
    expect(await screen.findByRole('heading', { level: 1, name: 'User Management' })).toBeVisible();
  });
});
