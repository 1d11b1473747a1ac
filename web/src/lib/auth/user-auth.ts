/**
 * Sign-in by the flow `USER_AUTH`, which Amplify offers only to users who are not signed in: with a passkey, and again
 * with the password (and a code) to confirm a dangerous action.
 */
import type { AppConfig } from '../../../../lambdas/contract/config.ts';
import { getPasskey } from './passkeys.ts';
import { startSrp } from './srp.ts';
import { createUserPoolCalls, UserPoolError, type AuthenticationResult, type StepAnswer } from './user-pool-calls.ts';

/** Cognito's levels, highest first: password and code, passkey, password. The claims of new tokens depend on them. */
const LEVELS = 'urn:cognito:loa:4 urn:cognito:loa:3 urn:cognito:loa:1';
const PASSWORD_LEVELS = 'urn:cognito:loa:4 urn:cognito:loa:1';
const PASSKEY_LEVEL = 'urn:cognito:loa:3';

/** Challenges that ask for a code: how the sign-in waits, and the name of the answer. */
const CODES = {
  SOFTWARE_TOKEN_MFA: { kind: 'totp', answer: 'SOFTWARE_TOKEN_MFA_CODE' },
  SMS_MFA: { kind: 'sms', answer: 'SMS_MFA_CODE' },
} as const;
const isCode = (challenge = ''): challenge is keyof typeof CODES => Object.hasOwn(CODES, challenge);

/** A sign-in in progress: it is done, or waits for a code of the authenticator app or of an SMS. */
export type UserAuthStep =
  | { readonly kind: 'done'; readonly tokens: AuthenticationResult }
  | { readonly kind: 'totp' | 'sms'; answer(code: string): Promise<UserAuthStep> };

/** Signs users in. Rejects with UserPoolError, or with PasskeyError when the browser gives no passkey. */
export interface UserAuth {
  withPassword(username: string, password: string): Promise<UserAuthStep>;
  /** Rejects with `PasskeyNotOffered` when the user has no passkey. */
  withPasskey(username: string): Promise<UserAuthStep>;
  /** Ends the session that a refresh token belongs to. */
  revoke(refreshToken: string): Promise<void>;
}

const unsupported = () =>
  new UserPoolError(
    'UnsupportedChallenge',
    "This account requires a sign-in method that isn't supported here. Contact support.",
  );

/** Creates the flow. `now` is the time for signatures. */
export const createUserAuth = (
  config: AppConfig,
  options: { readonly fetch?: typeof fetch; readonly now?: () => Date } = {},
): UserAuth => {
  const calls = createUserPoolCalls(config, options.fetch);
  const now = options.now ?? (() => new Date());

  const next = (username: string, step: StepAnswer): UserAuthStep => {
    if (step.AuthenticationResult) return { kind: 'done', tokens: step.AuthenticationResult };
    const { ChallengeName: challenge, Session } = step;
    if (!isCode(challenge)) throw unsupported();
    const { kind, answer } = CODES[challenge];
    return {
      kind,
      answer: async (code) =>
        next(username, await calls.respond(challenge, Session, { USERNAME: username, [answer]: code })),
    };
  };

  return {
    revoke: calls.revoke,

    async withPassword(username, password) {
      const srp = startSrp(config.userPoolId);
      const asked = await calls.initiate({
        USERNAME: username,
        PREFERRED_CHALLENGE: 'PASSWORD_SRP',
        SRP_A: srp.publicHex,
        TARGET_ACR_VALUES: PASSWORD_LEVELS,
      });
      if (asked.ChallengeName !== 'PASSWORD_VERIFIER') throw unsupported();
      const responses = await srp.answer(asked.ChallengeParameters ?? {}, password, now());
      return next(username, await calls.respond('PASSWORD_VERIFIER', asked.Session, responses));
    },

    async withPasskey(username) {
      const asked = await calls.initiate({
        USERNAME: username,
        PREFERRED_CHALLENGE: 'WEB_AUTHN',
        TARGET_ACR_VALUES: `${PASSKEY_LEVEL} ${LEVELS}`,
      });
      const request = asked.ChallengeParameters?.['CREDENTIAL_REQUEST_OPTIONS'];
      if (asked.ChallengeName !== 'WEB_AUTHN' || request === undefined)
        throw new UserPoolError('PasskeyNotOffered', 'There is no passkey for this account. Use your password.');
      const credential = await getPasskey(JSON.parse(request) as PublicKeyCredentialRequestOptionsJSON);
      const responses = { USERNAME: username, CREDENTIAL: JSON.stringify(credential) };
      return next(username, await calls.respond('WEB_AUTHN', asked.Session, responses));
    },
  };
};
