import { randomInt, randomUUID } from 'node:crypto';
import type { Api } from '../api.ts';
import { createAuthenticator } from '../webauthn/authenticator.ts';
import { createAuthenticatorApp } from './authenticator-app.ts';
import { waitFor, type LocalStack } from './local-stack.ts';
import { codeIn, smsCode, type SiteSession } from './session.ts';
import { claimsOf } from './sign-in.ts';
import type { UserPool } from './user-pool.ts';

/** A phone number that no other test uses. */
export const newNumber = (): string => `+1555${String(randomInt(10_000_000)).padStart(7, '0')}`;

/** A user who has just signed in with the password. */
interface FactorPerson {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** What tests of factors do with a running site. */
export const createFactorTools = ({
  stack,
  api,
  session,
  pool,
}: {
  readonly stack: LocalStack;
  readonly api: Api;
  readonly session: SiteSession;
  readonly pool: UserPool;
}) => {
  /** The newest code that a number received, after `earlier` others. */
  const codeAt = (number: string, earlier = 0): Promise<string> =>
    waitFor(`an SMS to ${number}`, async () => {
      const response = await fetch(`${stack.url}/_local/mail?to=${encodeURIComponent(number)}`);
      const received = (await response.json()) as readonly { readonly body: string }[];
      const [newest] = received;
      return newest && received.length > earlier ? smsCode(newest) : undefined;
    });
  const challenge = (token: string, id = 'phone') =>
    api.request('factors.challenge-factor', { params: { id }, body: {} }, token);

  return {
    codeAt,
    challenge,

    async newPerson(): Promise<FactorPerson> {
      const email = `factor-${randomUUID()}@example.org`;
      const password = `Pass-${randomUUID()}`;
      await session.signUp(email, password);
      await session.confirm(email, codeIn(await stack.mailTo(email)));
      const token = await session.signIn(email, password);
      return { id: String(claimsOf(token)['sub']), email, password, token };
    },

    list: (token: string) => api.call('factors.list-factors', {}, token),

    async setUpApp({ token }: Pick<FactorPerson, 'token'>) {
      const { secret, uri } = await api.call('factors.start-totp', {}, token);
      expect(uri).toContain(`secret=${secret}`);
      const app = createAuthenticatorApp(secret);
      const body = { code: await app.nextCode() };
      const { recovery_codes: codes } = await api.call('factors.verify-totp', { body }, token);
      return { app, codes };
    },

    async answerCode({ email, password }: FactorPerson, code: string): Promise<string> {
      const asked = await pool.signIn(email, password);
      expect(asked.ChallengeName).toBe('SOFTWARE_TOKEN_MFA');
      const { AuthenticationResult } = await pool.respond('SOFTWARE_TOKEN_MFA', asked.Session, {
        USERNAME: email,
        SOFTWARE_TOKEN_MFA_CODE: code,
      });
      return AuthenticationResult?.AccessToken ?? '';
    },

    /** Registers a passkey, and returns its authenticator and the recovery codes that came with it. */
    async addPasskey(token: string, name: string) {
      const authenticator = createAuthenticator(stack.url);
      const { options } = await api.call('factors.start-passkey', {}, token);
      const credential = authenticator.register(options as never);
      const added = await api.call('factors.verify-passkey', { body: { name, credential } }, token);
      return { authenticator, codes: added.recovery_codes };
    },

    /** Signs in with a passkey, and returns the access token. */
    async signInByPasskey(username: string, authenticator: ReturnType<typeof createAuthenticator>): Promise<string> {
      const asked = await pool.initiate({ USERNAME: username, PREFERRED_CHALLENGE: 'WEB_AUTHN' });
      const request = JSON.parse(asked.ChallengeParameters?.['CREDENTIAL_REQUEST_OPTIONS'] ?? '{}') as never;
      const CREDENTIAL = JSON.stringify(authenticator.authenticate(request));
      const responses = { USERNAME: username, CREDENTIAL };
      const { AuthenticationResult } = await pool.respond('WEB_AUTHN', asked.Session, responses);
      return AuthenticationResult?.AccessToken ?? '';
    },

    redeem: (email: string, code: string) => api.request('factors.redeem-recovery-code', { body: { email, code } }),

    async addPhone({ token }: FactorPerson, number = newNumber()) {
      await api.call('factors.start-phone', { body: { phone: number } }, token);
      const body = { code: await codeAt(number) };
      const { recovery_codes: codes } = await api.call('factors.verify-phone', { body }, token);
      return { number, codes };
    },

    challengeId: async (token: string, id = 'phone') =>
      (await api.call('factors.challenge-factor', { params: { id }, body: {} }, token)).id,

    answer: (token: string, challenge_id: string, code: string, id = 'phone') =>
      api.request('factors.verify-factor', { params: { id }, body: { challenge_id, code } }, token),
  };
};
