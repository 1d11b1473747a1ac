import { act, screen, waitFor } from '@testing-library/react';
import type { Me } from '../../../lambdas/contract/people/account.ts';
import { BEHAVIOR_KEY } from '../../../web/src/features/sessions/behavior/storage-key.ts';
import { somePattern } from '../../support/behavior.ts';
import { createApiStub } from '../support/api-stub.ts';
import { renderApp, testPerson } from '../support/render-app.tsx';

const open = (me: Partial<Me>) => {
  const api = createApiStub();
  const app = renderApp('/plans', { signedIn: true, api, me });
  const calls = (route: string) => api.requests.filter(({ method, url }) => `${method} ${url}` === route);
  const pass = (ms: number) => act(async () => app.clock.advance(ms));
  return { ...app, calls, pass };
};

describe('what the user does', () => {
  const send = 'POST /api/behavioral-patterns';
  const view = 'POST /api/current-session/page-view';
  const MINUTE = 60_000;

  beforeAll(() => {
    const idle = { requestIdleCallback: (task: () => void) => (task(), 1), cancelIdleCallback: () => undefined };
    Object.assign(globalThis, idle);
  });
  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'requestIdleCallback');
    Reflect.deleteProperty(globalThis, 'cancelIdleCallback');
  });

  it('is counted with behavioral consent, and dropped when the user withdraws', async () => {
    const { api, user, calls, services, pass } = open({ consent: ['behavioral'] });
    api.on(view, { status: 204 });
    api.on(send, { status: 201, body: somePattern(testPerson.id) });
    await screen.findByRole('button', { name: 'Profile' });
    await pass(3_000);
    await waitFor(() => expect(calls(view)).toHaveLength(1));
    await waitFor(async () => {
      await pass(MINUTE);
      expect(calls(send)).toHaveLength(1);
    });
    expect(calls(send)[0]?.body).toMatchObject({
      pattern_type: 'streaming',
      pattern_data: { counts: { page_views: 1, plays: 0 } },
      page: expect.stringMatching(/^[0-9a-f]{32}$/),
      seq: 1,
    });
    await user.click(document.body);
    api.on('GET /api/me', { body: { ...testPerson, consent: [] } });
    await act(() => services.queries.invalidateQueries({ queryKey: ['account.get-me'] }));
    await waitFor(() => expect(localStorage.getItem(BEHAVIOR_KEY)).toBeNull());
    await user.click(document.body);
    await pass(5 * MINUTE);
    expect(calls(send)).toHaveLength(1);
    expect(localStorage.getItem(BEHAVIOR_KEY)).toBeNull();
  });

  it('is not counted without consent, and what was not sent is dropped', async () => {
    localStorage.setItem(BEHAVIOR_KEY, '{}');
    const { user, calls, pass } = open({ consent: ['analytics', 'functional', 'marketing'] });
    await screen.findByRole('button', { name: 'Profile' });
    await pass(3_000);
    await waitFor(() => expect(localStorage.getItem(BEHAVIOR_KEY)).toBeNull());
    await user.click(document.body);
    await pass(5 * MINUTE);
    expect(calls(send)).toEqual([]);
  });
});
