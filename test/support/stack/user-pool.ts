import {
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  type ChallengeNameType,
  type RespondToAuthChallengeCommandOutput,
} from '@aws-sdk/client-cognito-identity-provider';
import type { AppConfig } from '../../../lambdas/contract/config.ts';
import { startSrp } from './srp.ts';

/** The first step of a sign-in: tokens, or what the pool asks next. */
export type PoolStep = Pick<
  RespondToAuthChallengeCommandOutput,
  'AuthenticationResult' | 'ChallengeName' | 'ChallengeParameters' | 'Session'
>;

/** The user pool of a running site, step by step, as a browser calls it. */
export const openUserPool = (config: AppConfig) => {
  const client = new CognitoIdentityProviderClient({
    region: config.region,
    ...(config.userPoolEndpoint === null ? {} : { endpoint: config.userPoolEndpoint }),
    // These calls are unsigned, but the SDK requires credentials.
    credentials: { accessKeyId: 'unused', secretAccessKey: 'unused' },
  });
  const ClientId = config.userPoolClientId;
  const initiate = (AuthParameters: Record<string, string>): Promise<PoolStep> =>
    client.send(new InitiateAuthCommand({ AuthFlow: 'USER_AUTH', ClientId, AuthParameters }));
  const respond = (
    ChallengeName: ChallengeNameType,
    Session: string | undefined,
    ChallengeResponses: Record<string, string>,
  ): Promise<PoolStep> =>
    client.send(new RespondToAuthChallengeCommand({ ClientId, ChallengeName, Session, ChallengeResponses }));
  return {
    initiate,
    respond,
    /** Signs in by password; asks for a code when the user has an authenticator app. */
    async signIn(username: string, password: string): Promise<PoolStep> {
      const srp = startSrp(config.userPoolId);
      const asked = await initiate({ USERNAME: username, PREFERRED_CHALLENGE: 'PASSWORD_SRP', SRP_A: srp.publicHex });
      return respond('PASSWORD_VERIFIER', asked.Session, srp.response(asked.ChallengeParameters ?? {}, password));
    },
    close: () => client.destroy(),
  };
};
export type UserPool = ReturnType<typeof openUserPool>;
