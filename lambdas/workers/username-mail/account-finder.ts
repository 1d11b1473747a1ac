import {
  AdminGetUserCommand,
  UserNotFoundException,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';

/** An account that an address stands for. */
export interface FoundAccount {
  readonly userId: string;
  /** The address as the account has it: that is where mails go. */
  readonly email: string;
}

/** Finds the account whose proven address this is; undefined without one, and for one that is disabled. */
export type FindAccount = (email: string) => Promise<FoundAccount | undefined>;

/** Looks in the user pool. Its alias is given to proven addresses only. */
export const createAccountFinder =
  (client: Pick<CognitoIdentityProviderClient, 'send'>, userPoolId: string): FindAccount =>
  async (email) => {
    try {
      const { Enabled, UserAttributes = [] } = await client.send(
        new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email }),
      );
      const attribute = (wanted: string) => UserAttributes.find(({ Name }) => Name === wanted)?.Value;
      const [userId, address] = [attribute('sub'), attribute('email')];
      return Enabled && userId !== undefined && address !== undefined ? { userId, email: address } : undefined;
    } catch (error) {
      if (error instanceof UserNotFoundException) return undefined;
      throw error;
    }
  };
