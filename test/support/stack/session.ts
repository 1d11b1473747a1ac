import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppConfig } from '../../../lambdas/contract/config.ts';
import { startSrp } from './srp.ts';

/** A browser session with a running site, without a browser. */
export interface SiteSession {
  readonly config: AppConfig;
  /** Signs up; the code is mailed. */
  signUp(email: string, password: string): Promise<void>;
  confirm(email: string, code: string): Promise<void>;
  /** Signs in by SRP and returns the access token. */
  signIn(username: string, password: string): Promise<string>;
  /** Signs in by SRP and returns both tokens. */
  signInForTokens(username: string, password: string): Promise<SessionTokens>;
  close(): void;
}

/** The tokens of a sign-in. */
export interface SessionTokens {
  readonly access: string;
  readonly id: string;
}

/** Reads the site's `/config.json` and connects to the user pool that it names. */
export const openSession = async (url: string): Promise<SiteSession> => {
  const config = AppConfig.parse(await (await fetch(`${url}/config.json`)).json());
  const client = new CognitoIdentityProviderClient({
    region: config.region,
    ...(config.userPoolEndpoint === null ? {} : { endpoint: config.userPoolEndpoint }),
    // These calls are unsigned, but the SDK requires credentials.
    credentials: { accessKeyId: 'unused', secretAccessKey: 'unused' },
  });
  const ClientId = config.userPoolClientId;
  const signInForTokens = async (username: string, password: string): Promise<SessionTokens> => {
    const srp = startSrp(config.userPoolId);
    const first = await client.send(
      new InitiateAuthCommand({
        AuthFlow: 'USER_SRP_AUTH',
        ClientId,
        AuthParameters: { USERNAME: username, SRP_A: srp.publicHex },
      }),
    );
    const response = srp.response(first.ChallengeParameters ?? {}, password);
    const { AuthenticationResult: { AccessToken: access, IdToken: id } = {} } = await client.send(
      new RespondToAuthChallengeCommand({ ChallengeName: 'PASSWORD_VERIFIER', ClientId, ChallengeResponses: response }),
    );
    if (!access || !id) throw new Error(`${username} is not signed in`);
    return { access, id };
  };
  return {
    config,
    async signUp(email, password) {
      const UserAttributes = [
        { Name: 'email', Value: email },
        { Name: 'name', Value: 'Test User' },
      ];
      await client.send(
        new SignUpCommand({ ClientId, Username: usernameOf(email), Password: password, UserAttributes }),
      );
    },
    async confirm(email, code) {
      await client.send(new ConfirmSignUpCommand({ ClientId, Username: usernameOf(email), ConfirmationCode: code }));
    },
    signIn: async (username, password) => (await signInForTokens(username, password)).access,
    signInForTokens,
    close: () => client.destroy(),
  };
};

/** Email addresses are aliases: the pool rejects them as usernames. */
const usernameOf = (email: string): string => email.replace(/@.*/, '');
