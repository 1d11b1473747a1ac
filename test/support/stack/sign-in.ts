import { randomUUID } from 'node:crypto';
import { demoAccounts, demoPassword } from '../../../bin/demo.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';
import { currentNotice } from '../../../lambdas/domain/privacy/notice.ts';
import { openApi } from '../api.ts';
import type { LocalStack } from './local-stack.ts';
import type { Credentials, DemoAccount } from '../browser/page.ts';
import { openOperator } from './operator.ts';
import { codeIn, openSession } from './session.ts';

/** A signed-in user. */
export interface Person {
  /** Cognito's `sub`. */
  readonly id: string;
  /** Access token. */
  readonly token: string;
  readonly idToken: string;
}

/** Users of a running stack. */
export interface Accounts {
  /** A user with the rights of a demo account. At a shared stack, it is not the demo account but one of this file. */
  demo(account: DemoAccount): Promise<Person>;
  /** How that user signs in. */
  credentials(account: DemoAccount): Promise<Credentials>;
  /** A new user who signed up and confirmed the mailed code, and has neither signed in nor decided about privacy. */
  register(): Promise<Credentials>;
  /** A new user who signed up, confirmed the mailed code and signed in. */
  newcomer(): Promise<Person>;
  /** Signs a user in again, for calls that ask for a fresh sign-in late in a long test. */
  again(person: Pick<Person, 'id'>): Promise<Person>;
  close(): void;
}

/** The claims of a token, unverified. */
export const claimsOf = (token: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;

/** The path that begins a session without an effect of its own. */
const BEGIN = endpoints['sessions.get-current'].path;

/**
 * Signs users in at a running stack as browsers do, by SRP but without a browser. At a shared stack, each test file has
 * users of its own.
 */
export const openAccounts = async (stack: LocalStack): Promise<Accounts> => {
  const session = await openSession(stack.url);
  const known = new Map<string, readonly [username: string, password: string]>();
  const signIn = async (username: string, password: string): Promise<Person> => {
    const { access, id } = await session.signInForTokens(username, password);
    // A session begins with the first call. A test may make it late, and may expect its first call to change nothing.
    await fetch(`${stack.url}${BEGIN}`, { headers: { authorization: `Bearer ${access}` } });
    const person: Person = { id: String(claimsOf(access)['sub']), token: access, idToken: id };
    known.set(person.id, [username, password]);
    return person;
  };
  const register = async (): Promise<Credentials> => {
    // Calls of other test files count too.
    if (stack.isShared) await resetVisitorCalls();
    const created = { email: `person-${randomUUID()}@example.org`, password: `Pass-${randomUUID()}` };
    await session.signUp(created.email, created.password);
    await session.confirm(created.email, codeIn(await stack.mailTo(created.email)));
    return created;
  };
  const resetVisitorCalls = async (): Promise<void> => {
    const operator = openOperator(stack);
    await operator.resetVisitorCalls().finally(operator.close);
  };
  /** A new user with the rights of a demo account, who has decided about privacy: nothing beyond what is essential. */
  const registerAs = async (account: DemoAccount): Promise<Credentials> => {
    const [operator, api] = [openOperator(stack), openApi(stack.url)];
    try {
      const created = await register();
      const { id, token } = await signIn(created.email, created.password);
      if (account === 'admin') await operator.setRights(id, { role: 'admin' });
      const nothing = { p_analytics: false, p_behavioral: false, p_marketing: false, p_functional: false };
      const body = { p_essential: true, ...nothing, notice_hash: currentNotice.hash } as const;
      await api.call('privacy.record-privacy-consent', { body }, token);
      return created;
    } finally {
      operator.close();
      api.close();
    }
  };
  const own = new Map<DemoAccount, Promise<Credentials>>();
  const credentials = async (account: DemoAccount): Promise<Credentials> => {
    if (!stack.isShared) return { email: demoAccounts[account].email, password: demoPassword };
    const created = own.get(account) ?? registerAs(account);
    own.set(account, created);
    return created;
  };
  return {
    credentials,
    register,
    async demo(account) {
      const { email, password } = await credentials(account);
      return signIn(email, password);
    },
    async newcomer() {
      const { email, password } = await register();
      return signIn(email, password);
    },
    async again({ id }) {
      const credentials = known.get(id);
      if (!credentials) throw new Error(`No one signed in as ${id}`);
      return signIn(...credentials);
    },
    close: session.close,
  };
};
