import { randomUUID } from 'node:crypto';
import { sessionsEntity } from '../../../lambdas/data/sessions/sessions-entity.ts';
import { createReauthentication } from '../../../web/src/lib/auth/reauthentication.ts';
import { createUserAuth } from '../../../web/src/lib/auth/user-auth.ts';
import { errorCodeOf } from '../../support/api.ts';
import { forgedTokens } from '../../support/attacks/forged-tokens.ts';
import { codeIn } from '../../support/stack/session.ts';
import { claimsOf } from '../../support/stack/sign-in.ts';
import { openSessionSite, type SessionSite } from './support/session-site.ts';

let site: SessionSite;
let stack: SessionSite['stack'];
let session: SessionSite['session'];
let operator: SessionSite['operator'];
let api: SessionSite['api'];

beforeAll(async () => {
  site = await openSessionSite();
  ({ stack, session, operator, api } = site);
});
afterAll(() => site?.close());

const sessionOf = (token: string): string => String(claimsOf(token)['origin_jti']);
const meOf = (token: string): Promise<string> => site.meOf(token);
/** The active sessions of a user, from the table. */
const activeOf = async (token: string): Promise<string[]> => {
  const { pk } = sessionsEntity.key({ user_id: String(claimsOf(token)['sub']) });
  const stored = (await operator.items()).find((item) => item['pk'] === pk);
  const sessions = (stored?.['sessions'] ?? {}) as Record<string, { readonly ended?: boolean }>;
  return Object.entries(sessions).flatMap(([id, { ended }]) => (ended ? [] : [id]));
};

/** A user with as many sessions as allowed, whose device confirms by the browser's own code. */
const setUp = async () => {
  const [email, password] = [`person-${randomUUID()}@example.org`, `Pass-${randomUUID()}`];
  await session.signUp(email, password);
  await session.confirm(email, codeIn(await stack.mailTo(email)));
  const others = [await session.signIn(email, password), await session.signIn(email, password)];
  for (const token of others) expect(await meOf(token)).toBe('allowed');
  const flow = createUserAuth(session.config);
  /** The tokens of this device, the newest last. */
  const tokens: string[] = [];
  const recorded = async (name: string, word: string) => {
    const step = await flow.withPassword(name, word);
    if (step.kind === 'done') tokens.push(step.tokens.AccessToken);
    return step;
  };
  let reachable = true;
  const device = createReauthentication(session.config, {
    // Signing in without a password: the device keeps the tokens in the same way, and passkeys need a browser.
    flow: { ...flow, withPassword: recorded, withPasskey: (name) => recorded(name, password) },
    currentToken: async () => undefined,
    renewSession: async (token, previous) => {
      if (!reachable) throw new Error('No network');
      const response = await api.request('sessions.renew-session', { body: { previous } }, token);
      if (response.status !== 204) expect(errorCodeOf(response)).toBe('session_not_found');
    },
  });
  await device.signInWithPasskey(email);
  const current = () => tokens.at(-1) ?? '';
  expect(await meOf(current())).toBe('allowed');
  const setReachable = (value: boolean) => (reachable = value);
  return { email, password, others, tokens, device, current, setReachable };
};

it('keeps three sessions of a user who has three and confirms, with the current one moved', async () => {
  const { password, others, tokens, device, current } = await setUp();
  expect((await activeOf(current())).sort()).toEqual([...others, current()].map(sessionOf).sort());
  for (let round = 0; round < 3; round += 1) {
    const before = current();
    await expect(device.confirmWithPassword(password)).resolves.toBe('done');
    expect(current()).not.toBe(before);
    expect(sessionOf(current())).not.toBe(sessionOf(before));
    expect([await meOf(current()), await meOf(before)]).toEqual(['allowed', 'session_ended']);
    expect((await activeOf(current())).sort()).toEqual([...others, current()].map(sessionOf).sort());
  }
  for (const token of others) expect(await meOf(token)).toBe('allowed');
  expect(tokens).toHaveLength(4);
  const { items } = await api.call('sessions.list-sessions', {}, current());
  expect(items.filter((one) => one.current).map(({ id }) => id)).toEqual([sessionOf(current())]);
});

it('without the move, a further sign-in is denied: the number of sessions is what the move saves', async () => {
  const { email, password } = await setUp();
  expect(await meOf(await session.signIn(email, password))).toBe('session_limit');
});

it('keeps three sessions when the server was not reachable at first', async () => {
  const { password, others, tokens, device, current, setReachable } = await setUp();
  setReachable(false);
  await expect(device.confirmWithPassword(password)).rejects.toMatchObject({ name: 'SessionNotRenewed' });
  setReachable(true);
  // The tokens of the failed try never began a session: only that of the sign-in before moves.
  await expect(device.confirmWithPassword(password)).resolves.toBe('done');
  expect(tokens).toHaveLength(3);
  expect([await meOf(current()), await meOf(tokens[0] ?? '')]).toEqual(['allowed', 'session_ended']);
  expect((await activeOf(current())).sort()).toEqual([...others, current()].map(sessionOf).sort());
});

it('is asked for by a dangerous act when the sign-in is an hour old, and allows it', async () => {
  const { password, device, current } = await setUp();
  const change = (token: string) =>
    api.request('credentials.request-email-change', { body: { email: `new-${randomUUID()}@example.org` } }, token);
  const id = String(claimsOf(current())['sub']);
  const { stale } = await forgedTokens(stack.dataFolder, { id, token: current(), idToken: current() });
  const denied = await change(stale);
  expect([denied.status, errorCodeOf(denied)]).toEqual([401, 'insufficient_authentication']);
  expect(denied.headers['www-authenticate']).toMatch(/acr_values="aal1", max_age="900"$/);
  await device.confirmWithPassword(password);
  expect((await change(current())).status).toBe(202);
});
