import { act, screen, waitFor, within } from '@testing-library/react';
import type { Me } from '../../../lambdas/contract/people/account.ts';
import { errorTable, type ErrorCode } from '../../../lambdas/contract/errors.ts';
import type { Session, SignInActivity } from '../../../lambdas/contract/people/sessions.ts';
import { axeViolations } from '../support/axe.ts';
import { createApiStub } from '../support/api-stub.ts';
import { renderApp } from '../support/render-app.tsx';

const id = (letter: string): string => `${letter.repeat(8)}-0000-4000-8000-000000000000`;
const someSession = (letter: string, change: Partial<Session> = {}): Session => ({
  id: id(letter),
  device: 'Firefox on Linux',
  place: null,
  begun_at: '2026-03-01T12:00:00.000Z',
  seen_at: '2026-03-01T13:00:00.000Z',
  expires_at: '2026-03-02T13:00:00.000Z',
  current: false,
  new_device: false,
  ...change,
});
const problem = (code: ErrorCode) => ({
  status: errorTable[code].status,
  body: { code, title: errorTable[code].title, status: errorTable[code].status, requestId: 'r' },
});

/** An access token of a session. */
const tokenOf = (letter: string): string =>
  `x.${Buffer.from(JSON.stringify({ origin_jti: id(letter) })).toString('base64url')}.y`;
const open = (address = '/plans', me: Partial<Me> = {}) => {
  const api = createApiStub();
  const app = renderApp(address, { signedIn: true, api, me });
  const calls = (route: string) => api.requests.filter(({ method, url }) => `${method} ${url}` === route);
  const pass = (ms: number) => act(async () => app.clock.advance(ms));
  return { ...app, calls, pass };
};

describe('a sign-in beyond the limit', () => {
  const openBeyond = () => {
    const app = open();
    let sessions = [someSession('a', { device: 'Chrome on Windows' }), someSession('b'), someSession('c')];
    const body = {
      id: id('f'),
      email: '',
      full_name: '',
      role: 'user',
      plan: 'free',
      created_at: sessions[0]?.begun_at,
    };
    app.api.on('GET /api/me', () => (sessions.length < 3 ? { body } : problem('session_limit')));
    app.api.on('GET /api/sessions', () => ({ body: { items: sessions, limit: 3 } }));
    app.api.on(`DELETE /api/sessions/${id('a')}`, () => {
      sessions = sessions.slice(1);
      return { status: 204 };
    });
    return app;
  };

  it('shows which sessions there are and lets the user end one', async () => {
    const { user, calls } = openBeyond();
    const dialog = await screen.findByRole('dialog', { name: 'Too Many Sessions' });
    await within(dialog).findByText('You have 3 active sessions (max 3). Please log out unused devices.');
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(3);
    expect(await axeViolations()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'End Session on Chrome on Windows' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls(`DELETE /api/sessions/${id('a')}`)).toHaveLength(1);
    await screen.findByRole('button', { name: 'Profile' });
  });

  it('signs out when the user ends none', async () => {
    const { user, path } = openBeyond();
    const dialog = await screen.findByRole('dialog', { name: 'Too Many Sessions' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel and Sign Out' }));
    await waitFor(() => expect(path()).toBe('/auth'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the end of a session', () => {
  it.each([
    ['session_ended', 'Signed out', 'This session was ended on another device. Sign in to continue.'],
    ['session_expired', 'Session Expired', 'Your session has expired. Please log in again.'],
  ] as const)('%s leads to the sign-in screen and says why', async (code, title, text) => {
    const { api, path, services, cognito } = open();
    await screen.findByRole('button', { name: 'Profile' });
    api.on('GET /api/me', problem(code));
    await act(() => services.queries.invalidateQueries({ queryKey: ['account.get-me'] }));
    await waitFor(() => expect(path()).toBe('/auth'));
    await screen.findByText(title);
    screen.getByText(text);
    // A fresh token would not help.
    expect(cognito.calls.map(([method]) => method)).not.toContain('refresh');
  });

  it('ends it on the server when the user signs out', async () => {
    const { user, api, calls, cognito } = open('/streaming');
    cognito.token = tokenOf('a');
    api.on('GET /api/content', { body: { items: [], next_cursor: null } });
    api.on('GET /api/watch-history', { body: { items: [], next_cursor: null } });
    api.on(`DELETE /api/sessions/${id('a')}`, { status: 204 });
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(calls(`DELETE /api/sessions/${id('a')}`)).toHaveLength(1));
    await waitFor(() => expect(cognito.calls.map(([method]) => method)).toContain('signOut'));
  });
});

describe('24 hours without activity', () => {
  const HOURS_24 = 24 * 60 * 60_000;
  const FIVE_MINUTES = 5 * 60_000;

  /** A server whose session ends 24 hours after the last report. */
  const openIdle = async () => {
    const app = open();
    let until = app.clock.now() + HOURS_24;
    const rest = () => ({ body: { expires_in: Math.max(0, Math.floor((until - app.clock.now()) / 1000)) } });
    app.api.on('GET /api/current-session', () => (until > app.clock.now() ? rest() : problem('session_expired')));
    app.api.on('POST /api/current-session/activity', () => {
      until = app.clock.now() + HOURS_24;
      return rest();
    });
    await screen.findByRole('button', { name: 'Profile' });
    await app.pass(2_000);
    await waitFor(() => expect(app.calls('GET /api/current-session')).toHaveLength(1));
    await app.pass(HOURS_24 - FIVE_MINUTES - 2_000);
    return app;
  };

  it('warns with a countdown, and extends the session', async () => {
    const { user, pass, calls } = await openIdle();
    const dialog = await screen.findByRole('dialog', { name: 'Session Expiring Soon' });
    within(dialog).getByText(
      "If you don't extend your session, you'll be logged out automatically for security reasons.",
    );
    expect(within(dialog).getByRole('timer').textContent).toBe('5:00');
    expect(await axeViolations()).toEqual([]);
    await pass(1_000);
    expect(within(dialog).getByRole('timer').textContent).toBe('4:59');
    await user.click(within(dialog).getByRole('button', { name: 'Extend Session' }));
    await screen.findByText('Session Extended');
    screen.getByText('Your session has been extended for another 24 hours.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls('POST /api/current-session/activity').map(({ body }) => body)).toEqual([{ by: 'extended' }]);
  });

  it('shows the notification of the specification', async () => {
    await openIdle();
    await screen.findByText('Your session will expire in 5 minutes. Please save your work.');
  });

  it('signs out at the end', async () => {
    const { pass, path } = await openIdle();
    await screen.findByRole('dialog', { name: 'Session Expiring Soon' });
    await pass(FIVE_MINUTES);
    await waitFor(() => expect(path()).toBe('/auth'));
    await screen.findByText('Your session has expired. Please log in again.');
  });

  it('signs out at once when the user chooses to', async () => {
    const { user, path, cognito } = await openIdle();
    await user.click(await screen.findByRole('button', { name: 'Logout Now' }));
    await waitFor(() => expect(path()).toBe('/auth'));
    expect(cognito.calls.map(([method]) => method)).toContain('signOut');
  });
});

describe('a new device', () => {
  it('is reported on it', async () => {
    const { api, pass } = open();
    api.on('PUT /api/current-session/device', { body: { changed: true } });
    await screen.findByRole('button', { name: 'Profile' });
    await pass(3_000);
    await screen.findByText('Device Change Detected');
    screen.getByText("We detected a change in your device. If this wasn't you, please secure your account.");
  });

  const openAsked = async (own: Partial<Session> = {}) => {
    const app = open();
    app.api.on('GET /api/sessions', {
      body: {
        items: [someSession('a', { current: true, ...own }), someSession('b', { new_device: true })],
        limit: 3,
      },
    });
    await screen.findByRole('button', { name: 'Profile' });
    await app.pass(2_000);
    return app;
  };

  it('is confirmed on a known one', async () => {
    const { user, api, calls } = await openAsked();
    const dialog = await screen.findByRole('dialog', { name: 'Device Change Detected' });
    expect(await axeViolations()).toEqual([]);
    api.on(`POST /api/sessions/${id('b')}/confirm-device`, { status: 204 });
    api.on('GET /api/sessions', { body: { items: [someSession('a', { current: true }), someSession('b')], limit: 3 } });
    await user.click(within(dialog).getByRole('button', { name: 'It Was Me' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls(`POST /api/sessions/${id('b')}/confirm-device`)).toHaveLength(1);
  });

  it.each<[string, number, RegExp]>([
    ['', 202, /with the code that we sent you/],
    [', also when no code could be sent', 503, /Request a code for it/],
  ])('is locked out on a known one, which then asks for a new password%s', async (_when, status, text) => {
    const { user, api, calls, path } = await openAsked();
    api.on('DELETE /api/sessions', { status: 204 });
    const sends = 'POST /api/password-reset';
    api.on(sends, status < 400 ? { status } : problem('unavailable'));
    await user.click(await screen.findByRole('button', { name: 'Secure My Account' }));
    await waitFor(() => expect(path()).toBe('/auth'));
    expect(calls('DELETE /api/sessions')).toHaveLength(1);
    await screen.findByText('Your Other Sessions Were Ended');
    screen.getByText(text);
    const form = await screen.findByRole('form', { name: 'Choose a new password' });
    within(form).getByLabelText('New password');
    // The address is known.
    expect(within(form).queryByLabelText('Email')).toBeNull();
    expect(calls(sends).map(({ body }) => body)).toEqual([{ email: 'ada@example.com' }]);
  });

  it('cannot confirm another one', async () => {
    const { calls } = await openAsked({ new_device: true });
    await waitFor(() => expect(calls('GET /api/sessions')).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the place of a session', () => {
  const both = ['analytics', 'functional'] as const;
  /** A browser in Vienna. Returns how often it was asked where it is, and with which options. */
  const browserIn = (coords: { readonly latitude: number; readonly longitude: number } | null) => {
    const getCurrentPosition = jest.fn<void, Parameters<Geolocation['getCurrentPosition']>>((found, failed) =>
      coords ? found({ coords } as GeolocationPosition) : failed?.({ code: 1 } as GeolocationPositionError),
    );
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
    return getCurrentPosition;
  };
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'geolocation');
  });
  const openAllowing = async (consent: Me['consent'], own: Partial<Session> = {}) => {
    const app = open('/plans', { consent });
    app.api.on('GET /api/sessions', { body: { items: [someSession('a', { current: true, ...own })], limit: 3 } });
    app.api.on('PUT /api/current-session/device', { body: { changed: false } });
    app.api.on('PUT /api/current-session/place', { status: 204 });
    // The consent dialog covers the page until the user has decided.
    await screen.findByRole('button', { name: 'Profile', hidden: true });
    await app.pass(3_000);
    await waitFor(() => expect(app.calls('GET /api/sessions')).toHaveLength(1));
    await waitFor(() => expect(app.calls('PUT /api/current-session/device')).toHaveLength(1));
    return app;
  };

  it('is asked for within five seconds and sent rounded, with consent to both purposes', async () => {
    const asked = browserIn({ latitude: 48.2082, longitude: 16.3738 });
    const { calls } = await openAllowing([...both]);
    await waitFor(() => expect(calls('PUT /api/current-session/place')).toHaveLength(1));
    expect(calls('PUT /api/current-session/place')[0]?.body).toEqual({ latitude: 48.2, longitude: 16.4 });
    expect(asked).toHaveBeenCalledTimes(1);
    expect(asked.mock.calls[0]?.[2]).toMatchObject({ timeout: 5_000 });
  });

  it.each<[string, Me['consent'], Partial<Session>]>([
    ['before a decision', null, {}],
    ['without consent', [], {}],
    ['with consent to one purpose only', ['analytics', 'behavioral', 'marketing'], {}],
    ['when it is known', [...both], { place: { latitude: 1, longitude: 2 } }],
  ])('is not asked for %s', async (_when, consent, own) => {
    const asked = browserIn({ latitude: 48.2082, longitude: 16.3738 });
    const { calls } = await openAllowing(consent, own);
    expect(asked).not.toHaveBeenCalled();
    expect(calls('PUT /api/current-session/place')).toEqual([]);
  });

  it('is not sent when the browser denies it', async () => {
    const asked = browserIn(null);
    const { calls } = await openAllowing([...both]);
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    expect(calls('PUT /api/current-session/place')).toEqual([]);
  });

  it('is shown in the list', async () => {
    const { user } = await openAllowing([], { place: { latitude: -33.9, longitude: 18.4 } });
    await user.click(screen.getByRole('button', { name: 'Profile' }));
    await screen.findByText('Near 33.9° S, 18.4° E');
  });
});

describe('a load of the site', () => {
  const view = 'POST /api/current-session/page-view';

  it.each<[string, Me['consent'], object[]]>([
    ['once with behavioral consent', ['behavioral'], [{ page: 'plans' }]],
    ['not without consent', ['analytics', 'functional', 'marketing'], []],
    ['not before a decision', null, []],
  ])('is recorded %s', async (_when, consent, bodies) => {
    const { api, calls, services, pass } = open('/plans', { consent });
    api.on(view, { status: 204 });
    await screen.findByRole('button', { name: 'Profile', hidden: true });
    await pass(3_000);
    await waitFor(() => expect(calls('PUT /api/current-session/device')).toHaveLength(1));
    await act(() => services.queries.invalidateQueries({ queryKey: ['account.get-me'] }));
    expect(calls(view).map(({ body }) => body)).toEqual(bodies);
  });
});

describe('sign-in activity in the profile', () => {
  const event = (letter: string, change: Partial<SignInActivity> = {}): SignInActivity => ({
    id: letter,
    created_at: '2026-03-01T12:00:00.000Z',
    event_type: 'sign_in',
    success: true,
    device: 'Firefox on Linux',
    place: null,
    ip_address: null,
    current: false,
    ...change,
  });
  const openActivity = async (answer: Parameters<ReturnType<typeof createApiStub>['on']>[1]) => {
    const app = open();
    app.api.on('GET /api/sessions', { body: { items: [someSession('a', { current: true })], limit: 3 } });
    app.api.on('GET /api/sign-in-activity', answer);
    await app.user.click(await screen.findByRole('button', { name: 'Profile' }));
    const section = within(await screen.findByRole('region', { name: 'Sessions' }));
    expect(app.calls('GET /api/sign-in-activity')).toEqual([]);
    await app.user.click(section.getByText('Sign-in activity'));
    return { ...app, section };
  };

  it('shows each event with time, device, place, network and outcome, page by page', async () => {
    const place = { latitude: -33.9, longitude: 18.4 };
    const first = event('b', { current: true, place, ip_address: '203.0.113.0' });
    const second = event('a', { event_type: 'concurrent_limit', success: false, device: null });
    const { user, section } = await openActivity(({ url }) => ({
      body: url.includes('cursor=next')
        ? { items: [second], next_cursor: null }
        : { items: [first], next_cursor: 'next' },
    }));
    await user.click(await section.findByRole('button', { name: 'Show more' }));
    await section.findByText('Denied');
    const texts = section.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(texts.slice(1)).toEqual([
      expect.stringMatching(/^Signed inThis device.*Firefox on LinuxNear 33.9° S, 18.4° ENetwork 203.0.113.0$/),
      expect.stringMatching(/^Sign-in without room for a sessionDenied.*Unknown device$/),
    ]);
    expect(await axeViolations()).toEqual([]);
  });

  it('says when nothing was recorded', async () => {
    const { section } = await openActivity({ body: { items: [], next_cursor: null } });
    await section.findByText('Nothing was recorded yet.');
  });

  it('says when it cannot be loaded, and tries again', async () => {
    const { api, user, section } = await openActivity(problem('validation_failed'));
    const retry = await section.findByRole('button', { name: 'Try again' });
    api.on('GET /api/sign-in-activity', { body: { items: [event('a')], next_cursor: null } });
    await user.click(retry);
    await section.findByText('Signed in');
  });
});

describe('the sessions in the profile', () => {
  it('are listed, and ended one by one or all at once', async () => {
    const { user, api, calls } = open();
    let items = [
      someSession('a', { current: true }),
      someSession('b', { device: 'Safari on iPhone' }),
      someSession('c'),
    ];
    api.on('GET /api/sessions', () => ({ body: { items, limit: 3 } }));
    api.on(`DELETE /api/sessions/${id('b')}`, () => {
      items = items.filter((one) => one.id !== id('b'));
      return { status: 204 };
    });
    api.on('DELETE /api/sessions', () => {
      items = items.slice(0, 1);
      return { status: 204 };
    });
    await user.click(await screen.findByRole('button', { name: 'Profile' }));
    const section = await screen.findByRole('region', { name: 'Sessions' });
    await within(section).findByText('This device');
    expect(await axeViolations()).toEqual([]);
    await user.click(within(section).getByRole('button', { name: 'End Session on Safari on iPhone' }));
    await waitFor(() => expect(within(section).getAllByRole('listitem')).toHaveLength(2));
    await user.click(within(section).getByRole('button', { name: 'End All Other Sessions' }));
    await waitFor(() => expect(within(section).getAllByRole('listitem')).toHaveLength(1));
    expect(calls('DELETE /api/sessions')).toHaveLength(1);
    // This session ends by signing out.
    expect(within(section).queryByRole('button')).toBeNull();
  });

  it('says when a session could not be ended', async () => {
    const { user, api } = open();
    api.on('GET /api/sessions', { body: { items: [someSession('a', { current: true }), someSession('b')], limit: 3 } });
    api.on(`DELETE /api/sessions/${id('b')}`, problem('session_not_found'));
    await user.click(await screen.findByRole('button', { name: 'Profile' }));
    await user.click(await screen.findByRole('button', { name: 'End Session on Firefox on Linux' }));
    await screen.findByText("Couldn't end the session. Please try again.");
  });
});
