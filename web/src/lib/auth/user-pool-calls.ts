import type { AppConfig } from '../../../../lambdas/contract/config.ts';

/** An error of the user pool, with Cognito's `name` and a message for people. */
export class UserPoolError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** Tokens of a completed sign-in, with Cognito's names. */
export interface AuthenticationResult {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken?: string;
}

/** The answer to a step of a sign-in: the next challenge or the tokens. */
export interface StepAnswer {
  readonly ChallengeName?: string;
  readonly Session?: string;
  readonly ChallengeParameters?: Readonly<Record<string, string>>;
  readonly AuthenticationResult?: AuthenticationResult;
}

/** Calls that Amplify lacks: sign-in steps for users who are signed in. */
export interface UserPoolCalls {
  initiate(parameters: Readonly<Record<string, string>>): Promise<StepAnswer>;
  respond(
    challenge: string,
    session: string | undefined,
    responses: Readonly<Record<string, string>>,
  ): Promise<StepAnswer>;
  /** Ends the session of a refresh token. */
  revoke(refreshToken: string): Promise<void>;
}

const TARGET = 'AWSCognitoIdentityProviderService';

/** Creates the calls. They reject with UserPoolError, also when the user pool can't be reached. */
export const createUserPoolCalls = (
  config: AppConfig,
  send: typeof fetch = (...args) => fetch(...args),
): UserPoolCalls => {
  const endpoint = config.userPoolEndpoint ?? `https://cognito-idp.${config.region}.amazonaws.com/`;
  const call = async (operation: string, body: object): Promise<StepAnswer> => {
    const response = await send(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `${TARGET}.${operation}` },
      body: JSON.stringify({ ClientId: config.userPoolClientId, ...body }),
    }).catch(() => {
      throw new UserPoolError(
        'NetworkError',
        "The sign-in service can't be reached. Check your connection and try again.",
      );
    });
    const answer = (await response.json().catch(() => ({}))) as StepAnswer & { __type?: string; message?: string };
    if (response.ok) return answer;
    const name = answer.__type?.split('#').at(-1) ?? 'UnknownError';
    throw new UserPoolError(name, answer.message ?? 'Something went wrong. Please try again.');
  };
  return {
    initiate: (AuthParameters) => call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters }),
    respond: (ChallengeName, Session, ChallengeResponses) =>
      call('RespondToAuthChallenge', { ChallengeName, Session, ChallengeResponses }),
    revoke: async (Token) => void (await call('RevokeToken', { Token })),
  };
};
