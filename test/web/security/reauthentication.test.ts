/** @jest-environment jest-fixed-jsdom */
import { webcrypto } from 'node:crypto';
import type { CognitoClient } from '../../../web/src/lib/auth/cognito.ts';
import { createServices } from '../../../web/src/app/services.ts';
import { createApiClient } from '../../../web/src/lib/api/api-client.ts';
import { ApiError } from '../../../web/src/lib/api/api-error.ts';
import { createReauthentication, type RenewSession } from '../../../web/src/lib/auth/reauthentication.ts';
import type { UserAuth, UserAuthStep } from '../../../web/src/lib/auth/user-auth.ts';
import type { AuthenticationResult } from '../../../web/src/lib/auth/user-pool-calls.ts';
import { createApiStub } from '../support/api-stub.ts';
import { testConfig } from '../support/render-app.tsx';

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const RS256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const { subtle } = webcrypto;
let keys: webcrypto.CryptoKeyPair;

const signed = async (claims: object): Promise<string> => {
  const text = `${encode({ alg: 'RS256', kid: 'key-1' })}.${encode(claims)}`;
  const signature = await subtle.sign(RS256.name, keys.privateKey, new TextEncoder().encode(text));
  return `${text}.${Buffer.from(signature).toString('base64url')}`;
};
const seconds = () => Math.floor(Date.now() / 1000);
/** The tokens of a sign-in, as the user pool issues them. */
const tokensOf = async (session: string, sub = 'user-1'): Promise<AuthenticationResult> => {
  const common = { sub, origin_jti: session, iat: seconds(), exp: seconds() + 600 };
  return {
    AccessToken: await signed({ ...common, username: 'ada', token_use: 'access' }),
    IdToken: await signed({ ...common, token_use: 'id' }),
    RefreshToken: `refresh-${session}`,
  };
};
const sessionIn = (token: string | undefined): unknown =>
  (JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as { origin_jti: unknown }).origin_jti;

/** A signed-in user, and a user pool that issues `next` at each sign-in. */
const setUp = async (renewed: RenewSession) => {
  const revoked: string[] = [];
  const next: AuthenticationResult[] = [];
  const done = async (): Promise<UserAuthStep> => ({ kind: 'done', tokens: next.shift() ?? (await tokensOf('none')) });
  const flow: UserAuth = {
    withPassword: done,
    withPasskey: done,
    revoke: async (token) => void revoked.push(token),
  };
  const storageKey = `CognitoIdentityServiceProvider.${testConfig.userPoolClientId}.ada.accessToken`;
  const stored = () => localStorage.getItem(storageKey) ?? undefined;
  const calls: [unknown, unknown][] = [];
  const again = createReauthentication(testConfig, {
    flow,
    currentToken: async () => stored(),
    renewSession: async (token, previous) => {
      calls.push([sessionIn(token), sessionIn(previous)]);
      await renewed(token, previous);
    },
  });
  next.push(await tokensOf('first'));
  await again.signInWithPasskey('ada');
  return { again, next, calls, revoked, stored };
};

beforeAll(async () => {
  // jsdom has none; browsers offer it on secure origins.
  Object.defineProperty(crypto, 'subtle', { configurable: true, value: subtle });
  keys = await subtle.generateKey({ ...RS256, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }, true, [
    'sign',
    'verify',
  ]);
});
beforeEach(async () => {
  localStorage.clear();
  const jwk = { ...(await subtle.exportKey('jwk', keys.publicKey)), kid: 'key-1' };
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify({ keys: [jwk] })));
});

describe('confirming', () => {
  it('moves the session to the new tokens before other tabs see them, and ends the older sign-in', async () => {
    const seen: unknown[] = [];
    const { again, next, calls, revoked, stored } = await setUp(async () => void seen.push(sessionIn(stored())));
    expect([calls, revoked]).toEqual([[], []]);
    next.push(await tokensOf('second'));
    await expect(again.confirmWithPassword('right')).resolves.toBe('done');
    expect(calls).toEqual([['second', 'first']]);
    expect(seen).toEqual(['first']);
    expect(sessionIn(stored())).toBe('second');
    expect(revoked).toEqual(['refresh-first']);
  });

  it('keeps the new sign-in without an answer, says so, and moves both sessions at the next try', async () => {
    let reachable = false;
    const { again, next, calls, stored } = await setUp(async () => {
      if (!reachable) throw new Error('No network');
    });
    next.push(await tokensOf('second'), await tokensOf('third'), await tokensOf('fourth'));
    await expect(again.confirmWithPasskey()).rejects.toMatchObject({
      name: 'SessionNotRenewed',
      message: expect.stringContaining('Check your connection and confirm again.'),
    });
    expect(sessionIn(stored())).toBe('second');
    reachable = true;
    await again.confirmWithPassword('right');
    expect(calls).toEqual([
      ['second', 'first'],
      ['third', 'first'],
      ['third', 'second'],
    ]);
    await again.confirmWithPassword('right');
    expect(calls.slice(3)).toEqual([['fourth', 'third']]);
  });

  it('as someone else changes nothing', async () => {
    const { again, next, calls, stored } = await setUp(async () => undefined);
    next.push(await tokensOf('second', 'user-2'));
    await expect(again.confirmWithPassword('right')).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    expect([calls, sessionIn(stored())]).toEqual([[], 'first']);
  });

  it('does not sign in again a device that was signed out meanwhile', async () => {
    const { again, next, calls, stored } = await setUp(async () => undefined);
    next.push(await tokensOf('second'));
    const confirmation = again.confirmWithPassword('right');
    localStorage.clear();
    await expect(confirmation).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    expect([calls, stored()]).toEqual([[], undefined]);
  });
});

describe('the call that moves a session', () => {
  const open = async () => {
    const stub = createApiStub();
    jest.spyOn(globalThis, 'fetch').mockImplementation(stub.fetch);
    const given = Promise.withResolvers<RenewSession>();
    const services = createServices(testConfig, {
      loadCognito: async (_, renewSession) => {
        given.resolve(renewSession);
        return {
          accessToken: async () => 'stored',
          onSessionLost: () => () => undefined,
        } as Partial<CognitoClient> as CognitoClient;
      },
      hasStoredSession: () => true,
    });
    await services.session.resolve();
    return { stub, renew: await given.promise, services };
  };
  const failure = (status: number, code: string) => ({ status, body: { code, title: 'x', status, requestId: 'r1' } });

  it('is authenticated by the new token, not by the stored one', async () => {
    const { stub, renew } = await open();
    stub.on('POST /api/current-session/renew', { status: 204 });
    await renew('new', 'old');
    const [{ headers, body } = { headers: new Headers(), body: {} }] = stub.requests;
    expect([headers.get('authorization'), body]).toEqual(['Bearer new', { previous: 'old' }]);
  });

  it('has nothing to move when the session is over, and fails for every other reason', async () => {
    const { stub, renew, services } = await open();
    stub.on('POST /api/current-session/renew', failure(404, 'session_not_found'));
    await expect(renew('new', 'old')).resolves.toBeUndefined();
    stub.on('POST /api/current-session/renew', failure(500, 'internal_error'));
    await expect(renew('new', 'old')).rejects.toBeInstanceOf(ApiError);
    expect(services.session.get()).toBe('signed-in');
  });
});

describe('a call that was underway when the session moved', () => {
  const ended = { status: 401, body: { code: 'session_ended', title: 'Signed out', status: 401, requestId: 'r1' } };
  const page = { items: [], next_cursor: null };
  const open = (stored: () => string) => {
    const stub = createApiStub();
    const onSessionLost = jest.fn();
    const api = createApiClient({ accessToken: async () => stored(), onSessionLost, fetch: stub.fetch });
    stub.on('GET /api/watch-history', ({ headers }) =>
      headers.get('authorization') === 'Bearer new' ? { body: page } : ended,
    );
    return { onSessionLost, call: () => api.call('history.list-history', {}) };
  };
  afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

  it('waits until the new tokens are stored, and is repeated with them', async () => {
    let token = 'old';
    const request = jest.fn(async (_name: string, _options: object, run: () => void) => {
      // The tab that confirms holds the lock until it has stored the tokens.
      token = 'new';
      run();
    });
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
    const { call, onSessionLost } = open(() => token);
    await expect(call()).resolves.toEqual(page);
    expect(onSessionLost).not.toHaveBeenCalled();
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('ends the session of this device when there are no others', async () => {
    const { call, onSessionLost } = open(() => 'old');
    await expect(call()).rejects.toMatchObject({ code: 'session_ended' });
    expect(onSessionLost).toHaveBeenCalledWith('session_ended');
  });
});
