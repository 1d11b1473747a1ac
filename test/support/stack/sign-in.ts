import { randomUUID } from 'node:crypto';
import { demoAccounts, demoPassword } from '../../../bin/demo.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';
import type { LocalStack } from './local-stack.ts';
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
  demo(account: keyof typeof demoAccounts): Promise<Person>;
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

/** Signs users in at a running stack as browsers do, by SRP but without a browser. */
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
  return {
    demo: (account) => signIn(demoAccounts[account].email, demoPassword),
    async newcomer() {
      const email = `person-${randomUUID()}@example.org`;
      const password = `Pass-${randomUUID()}`;
      await session.signUp(email, password);
      await session.confirm(email, codeIn(await stack.mailTo(email)));
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
