import { randomUUID } from 'node:crypto';
import { demoAccounts, demoPassword } from '../../../bin/demo.ts';
import type { LocalStack } from './local-stack.ts';
import { openSession } from './session.ts';

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
  close(): void;
}

/** The claims of a token, unverified. */
export const claimsOf = (token: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;

/** Signs users in at a running stack as browsers do, by SRP but without a browser. */
export const openAccounts = async (stack: LocalStack): Promise<Accounts> => {
  const session = await openSession(stack.url);
  const signIn = async (username: string, password: string): Promise<Person> => {
    const { access, id } = await session.signInForTokens(username, password);
    return { id: String(claimsOf(access)['sub']), token: access, idToken: id };
  };
  return {
    demo: (account) => signIn(demoAccounts[account].email, demoPassword),
    async newcomer() {
      const email = `person-${randomUUID()}@example.org`;
      const password = `Pass-${randomUUID()}`;
      await session.signUp(email, password);
      const { body } = await stack.mailTo(email);
      await session.confirm(email, /\b\d{6}\b/.exec(body)?.[0] ?? '');
      return signIn(email, password);
    },
    close: session.close,
  };
};
