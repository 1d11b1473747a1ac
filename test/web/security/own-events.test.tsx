import { screen, waitFor, within } from '@testing-library/react';
import type { SecurityEventView } from '../../../lambdas/contract/admin/security-events.ts';
import { createApiStub } from '../support/api-stub.ts';
import { axeViolations } from '../support/axe.ts';
import { renderApp } from '../support/render-app.tsx';
import { securityEvent } from './security-fixture.ts';

const EVENTS = '/api/security-events';
const page = (items: readonly SecurityEventView[], next_cursor: string | null = null) => ({
  body: { items, next_cursor },
});

const openProfile = async () => {
  const api = createApiStub();
  const app = renderApp('/streaming', { signedIn: true, api });
  await app.user.click(await screen.findByRole('button', { name: 'Profile' }));
  return { ...app, api, title: await screen.findByText('Security events') };
};

describe("the user's own security events", () => {
  it('load when they are opened, in plain words, and older ones on demand', async () => {
    const { api, user, title } = await openProfile();
    expect(api.requests.filter(({ url }) => url.startsWith(EVENTS))).toEqual([]);
    api.on(`GET ${EVENTS}`, ({ url }) =>
      url.includes('cursor=next')
        ? page([securityEvent(1, 'role_change')])
        : page(
            [
              securityEvent(3, 'login_failed', { ip_address: '203.0.113.0' }),
              securityEvent(2, 'content_blocked', { source: 'browser' }),
            ],
            'next',
          ),
    );
    await user.click(title);
    const list = await screen.findByRole('list', { name: 'Security events' });
    const [failed, blocked] = within(list).getAllByRole('listitem');
    expect(failed).toHaveTextContent('Sign-in not completed');
    expect(failed).toHaveTextContent('Denied or not completed');
    expect(failed).toHaveTextContent('Network 203.0.113.0');
    expect(blocked).toHaveTextContent('Reported by your browser');
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show older events' }));
    expect(await within(list).findByText('Role changed')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older events' })).toBeNull());
  });

  it('can be loaded again after a failure', async () => {
    const { api, user, title } = await openProfile();
    api.on(`GET ${EVENTS}`, {
      status: 400,
      body: { code: 'invalid_cursor', title: 'No', status: 400, requestId: 'r' },
    });
    await user.click(title);
    expect(await screen.findByText(/^Your security events can't be loaded/)).toBeVisible();
    api.on(`GET ${EVENTS}`, page([]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing was recorded yet.')).toBeVisible();
  });
});
