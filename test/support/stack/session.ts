import {
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppConfig } from '../../../lambdas/contract/config.ts';
import { openApi } from '../api.ts';
import { startSrp } from './srp.ts';

/** A browser session with a running site, without a browser. */
export interface SiteSession {
  readonly config: AppConfig;
  /** Signs up; the code is mailed. Remembers the password for the confirmation, as the browser does. */
  signUp(email: string, password: string): Promise<void>;
  /** Creates the account that was signed up for. Throws an error with the response when the API rejects it. */
  confirm(email: string, code: string): Promise<void>;
  /** Signs in by SRP and returns the access token. */
  signIn(username: string, password: string): Promise<string>;
  /** Signs in by SRP and returns both tokens. */
  signInForTokens(username: string, password: string): Promise<SessionTokens>;
  close(): void;
}

/** The code in an email of ours. It is the only bold text. */
export const codeIn = ({ body }: { readonly body: string }): string => {
  const code = /<strong[^>]*>(\d{8})<\/strong>/.exec(body)?.[1];
  if (code === undefined) throw new Error('The email contains no code');
  return code;
};

/** The code in an SMS. */
export const smsCode = ({ body }: { readonly body: string }): string => {
  const code = /\b\d{6}\b/.exec(body)?.[0];
  if (code === undefined) throw new Error('The SMS contains no code');
  return code;
};

/** The tokens of a sign-in. */
export interface SessionTokens {
  readonly access: string;
  readonly id: string;
  readonly refresh: string;
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
  const api = openApi(url);
  const passwords = new Map<string, string>();
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
    const { AuthenticationResult: { AccessToken: access, IdToken: id, RefreshToken: refresh } = {} } =
      await client.send(
        new RespondToAuthChallengeCommand({
          ChallengeName: 'PASSWORD_VERIFIER',
          ClientId,
          ChallengeResponses: response,
        }),
      );
    if (!access || !id || !refresh) throw new Error(`${username} is not signed in`);
    return { access, id, refresh };
  };
  return {
    config,
    async signUp(email, password) {
      passwords.set(email, password);
      await api.call('credentials.request-sign-up', { body: { email } });
    },
    async confirm(email, code) {
      const body = { email, code, password: passwords.get(email) ?? '', full_name: 'Test User' };
      await api.call('credentials.confirm-sign-up', { body });
    },
    signIn: async (username, password) => (await signInForTokens(username, password)).access,
    signInForTokens,
    close() {
      client.destroy();
      api.close();
    },
  };
};
