import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppConfig } from '../../../lambdas/contract/config.ts';
import { startSrp } from './srp.ts';

/** What a browser does at a running site, without the browser. */
export interface SiteSession {
  readonly config: AppConfig;
  /** Signs up; the code comes by mail. */
  signUp(email: string, password: string): Promise<void>;
  confirm(email: string, code: string): Promise<void>;
  /** Signs in by SRP and answers the access token. */
  signIn(username: string, password: string): Promise<string>;
  /** Signs in by SRP and answers both tokens. */
  signInForTokens(username: string, password: string): Promise<SessionTokens>;
  close(): void;
}

/** What a sign-in gives. */
export interface SessionTokens {
  readonly access: string;
  readonly id: string;
}

/** Reads the site's `/config.json` and speaks to the user pool that it names. */
export const openSession = async (url: string): Promise<SiteSession> => {
  const config = AppConfig.parse(await (await fetch(`${url}/config.json`)).json());
  const client = new CognitoIdentityProviderClient({
    region: config.region,
    ...(config.userPoolEndpoint === null ? {} : { endpoint: config.userPoolEndpoint }),
    // These calls are unsigned; the SDK asks for credentials all the same.
    credentials: { accessKeyId: 'nobody', secretAccessKey: 'nobody' },
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
    const answer = srp.answer(first.ChallengeParameters ?? {}, password);
    const { AuthenticationResult: { AccessToken: access, IdToken: id } = {} } = await client.send(
      new RespondToAuthChallengeCommand({ ChallengeName: 'PASSWORD_VERIFIER', ClientId, ChallengeResponses: answer }),
    );
    if (!access || !id) throw new Error(`${username} is not signed in`);
    return { access, id };
  };
  return {
    config,
    async signUp(email, password) {
      const UserAttributes = [
        { Name: 'email', Value: email },
        { Name: 'name', Value: 'Somebody' },
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

/** Addresses are aliases: the pool takes none of them as a username. */
const usernameOf = (email: string): string => email.replace(/@.*/, '');
