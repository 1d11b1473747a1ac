import {
  AdminGetUserCommand,
  UserNotFoundException,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';

/** The account of an email address. */
export interface FoundAccount {
  readonly userId: string;
  /** The address that is stored in the account. Emails are sent there. */
  readonly email: string;
}

/** Finds the enabled account with this verified address. */
export type FindAccount = (email: string) => Promise<FoundAccount | undefined>;

/** Finds accounts in the user pool, in which only verified addresses are aliases. */
export const createAccountFinder =
  (client: Pick<CognitoIdentityProviderClient, 'send'>, userPoolId: string): FindAccount =>
  async (email) => {
    try {
      const { Enabled, UserAttributes = [] } = await client.send(
        new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email }),
      );
      const attribute = (name: string) => UserAttributes.find(({ Name }) => Name === name)?.Value;
      const [userId, address] = [attribute('sub'), attribute('email')];
      return Enabled && userId !== undefined && address !== undefined ? { userId, email: address } : undefined;
    } catch (error) {
      if (error instanceof UserNotFoundException) return undefined;
      throw error;
    }
  };
