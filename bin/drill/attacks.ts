import type { EventKind } from '../../lambdas/contract/admin/security-kinds.ts';
import type { AlertRuleName } from '../../lambdas/contract/admin/security-rules.ts';
import { endpoints, type EndpointKey } from '../../lambdas/contract/index.ts';

/** What the attacks use: a running site, and the account that they attack. */
export interface Target {
  readonly url: string;
  readonly victim: { readonly email: string; readonly userId: string };
  /** A valid access token of the victim's session, which has no device. */
  readonly token: string;
  /** Signs in to the account and rejects when the password is wrong. */
  readonly signIn: (email: string, password: string) => Promise<unknown>;
}

/** One attack, and what the security center should show of it. */
export interface Attack {
  readonly name: string;
  /** What is done, as a sentence. */
  readonly does: string;
  readonly run: (target: Target) => Promise<void>;
  /** The kind of event that it leaves; null when none is expected, because nothing looks for it. */
  readonly leaves: EventKind | null;
  /** The alert that it raises. */
  readonly raises: AlertRuleName | null;
  /** Whom the alert is about. */
  readonly about: 'victim' | 'visitor';
  /** Seconds that its event can be older than the attack, because it has the time at which a count began. @default 0 */
  readonly earlier?: number;
  /** Seconds after which the alert is missed. */
  readonly within: number;
}

/** Calls that one browser makes in a row. */
const FLOOD = 300;
/** Calls of a visitor: above the limit for one network address. */
const VISITS = 80;
/** Pages that a copying script reads. */
const PAGES = 200;

interface Sent {
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly cookie?: string | undefined;
}

/** Sends one call as a script does, and returns the response. The path has no parameters. */
const send = async (url: string, endpoint: EndpointKey, { body, token, cookie }: Sent): Promise<Response> => {
  const { method, path } = endpoints[endpoint];
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response;
};

/** The cookie that a response sets, as a browser sends it back. */
const cookieOf = (response: Response): string | undefined => response.headers.getSetCookie()[0]?.split(';')[0];

/** Sends calls one after another. */
const repeat = async (times: number, call: (index: number) => Promise<unknown>): Promise<void> => {
  for (let index = 0; index < times; index += 1) await call(index);
};

/** The attacks in their order. A later one must not hide an earlier one. */
export const attacks: readonly Attack[] = [
  {
    name: 'Password guessing',
    does: 'signs in four times with a wrong password',
    run: ({ signIn, victim }) =>
      repeat(4, (index) => signIn(victim.email, `Wrong-password-${index}`).catch(() => undefined)),
    leaves: 'login_failed',
    raises: 'failed_logins',
    about: 'victim',
    within: 6 * 60 + 5,
  },
  {
    name: 'Token theft',
    does: "uses the token of a browser's session without the cookie of that browser",
    async run({ url, token }) {
      const cookie = cookieOf(await send(url, 'sessions.recognize-device', { token }));
      // The browser itself, which is no attack.
      await send(url, 'account.get-me', { token, cookie });
      await send(url, 'account.get-me', { token });
    },
    leaves: 'token_moved',
    raises: 'high_risk',
    about: 'victim',
    within: 10,
  },
  {
    name: 'Search for a way in',
    does: 'calls six endpoints of administrators as a listener',
    run: ({ url, token }) => repeat(6, () => send(url, 'people.list-people', { token })),
    leaves: 'access_denied',
    raises: 'suspicious_patterns',
    about: 'victim',
    within: 10,
  },
  {
    name: 'Enumeration',
    does: `asks for the username of ${VISITS} addresses`,
    run: ({ url }) =>
      repeat(VISITS, (index) => send(url, 'username.request-code', { body: { email: `no-one-${index}@example.org` } })),
    leaves: 'rate_limited',
    raises: 'suspicious_patterns',
    about: 'visitor',
    within: 10,
  },
  {
    name: 'Flood of events',
    does: `reports ${FLOOD} events from one browser`,
    run: ({ url, token }) =>
      repeat(FLOOD, () => send(url, 'security.log-event', { token, body: { p_event_type: 'content_blocked' } })),
    leaves: 'events_limited',
    earlier: 60,
    raises: 'high_risk',
    about: 'victim',
    within: 10,
  },
  {
    name: 'Scraping',
    does: `reads ${PAGES} pages of the catalog as a signed-in listener`,
    run: ({ url, token }) => repeat(PAGES, () => send(url, 'catalog.list-content', { token })),
    leaves: null,
    raises: null,
    about: 'victim',
    within: 10,
  },
];
