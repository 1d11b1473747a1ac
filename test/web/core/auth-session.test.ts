import { createAuthSession } from '../../../web/src/core/auth/auth-session.ts';
import { createFakeCognito, poolError } from '../support/fake-cognito.ts';

/** An access token of a user. */
const tokenOf = (user: string): string => `x.${Buffer.from(JSON.stringify({ sub: user })).toString('base64url')}.y`;

const setUp = ({ stored = true, hasInput = (): boolean => false } = {}) => {
  const cognito = createFakeCognito();
  const loadCognito = jest.fn(async () => cognito);
  let has = stored;
  const session = createAuthSession({
    loadCognito,
    hasStoredSession: () => has || cognito.token !== undefined,
    hasInput,
  });
  return { cognito, loadCognito, session, forget: () => void (has = false) };
};

describe('the session of a device', () => {
  it('does not load the user pool for a visitor', async () => {
    const { session, loadCognito } = setUp({ stored: false });
    await session.resolve();
    expect(session.get()).toBe('signed-out');
    await expect(session.accessToken({ forceRefresh: false })).resolves.toBeUndefined();
    expect(loadCognito).not.toHaveBeenCalled();
  });

  it('is loading until the stored session is verified', async () => {
    const { session, cognito } = setUp();
    cognito.token = 'token';
    expect(session.get()).toBe('loading');
    await session.resolve();
    expect(session.get()).toBe('signed-in');
  });

  it('is unavailable, but not signed out, when the user pool cannot be reached', async () => {
    const { session, cognito } = setUp();
    cognito.failures.accessToken = poolError('NetworkError', 'A network error has occurred.');
    await session.resolve();
    expect(session.get()).toBe('unavailable');
    await expect(session.accessToken({ forceRefresh: false })).rejects.toMatchObject({ code: 'network_error' });
  });

  it('loads the client again after a failed download', async () => {
    const { session, loadCognito, cognito } = setUp();
    cognito.token = 'token';
    loadCognito.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    await session.resolve();
    expect(session.get()).toBe('unavailable');
    await session.resolve();
    expect(session.get()).toBe('signed-in');
  });

  it('ends when the user pool ends it, when the server rejects it, and at sign-out', async () => {
    const { session, cognito, forget } = setUp();
    cognito.token = 'token';
    await session.resolve();
    cognito.loseSession();
    expect(session.get()).toBe('signed-out');
    await session.signIn('a@example.com', 'secret');
    session.drop();
    expect(session.get()).toBe('signed-out');
    await session.signIn('a@example.com', 'secret');
    cognito.failures.signOut = poolError('NetworkError', 'A network error has occurred.');
    forget();
    await expect(session.signOut()).rejects.toThrow();
    expect(session.get()).toBe('signed-out');
  });

  it('is lost, not signed out, while the page has unsaved input, until the user signs in again or leaves', async () => {
    let hasInput = true;
    const { session, cognito, forget } = setUp({ hasInput: () => hasInput });
    forget();
    const ends: readonly (() => unknown)[] = [
      () => cognito.loseSession(),
      () => session.drop(),
      () => {
        // Another tab signed out.
        cognito.token = undefined;
        return session.resolve();
      },
    ];
    for (const end of ends) {
      cognito.token = tokenOf('ada');
      await session.resolve();
      await end();
      expect(session.get()).toBe('lost');
      await session.signIn('ada@example.com', 'secret');
      expect(session.get()).toBe('signed-in');
    }
    session.drop();
    session.abandon();
    expect(session.get()).toBe('signed-out');
    hasInput = false;
    await session.signIn('ada@example.com', 'secret');
    session.drop();
    expect(session.get()).toBe('signed-out');
  });

  it('resumes when another tab signs the same user in again, and not with the input of another user', async () => {
    const { session, cognito } = setUp({ hasInput: () => true });
    const seen: string[] = [];
    cognito.token = tokenOf('ada');
    await session.resolve();
    session.subscribe(() => void seen.push(session.get()));
    for (const user of ['ada', 'bob']) {
      cognito.loseSession();
      cognito.token = tokenOf(user);
      await session.resolve();
    }
    expect(seen).toEqual(['lost', 'signed-in', 'lost', 'signed-out', 'signed-in']);
  });
});
