import {
  AdminGetUserCommand,
  UserNotFoundException,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { FindAccount } from '../../domain/accounts/pool-account.ts';

/** Finds accounts in the user pool, in which only verified addresses are aliases. */
export const createAccountFinder =
  (client: Pick<CognitoIdentityProviderClient, 'send'>, userPoolId: string): FindAccount =>
  async (email) => {
    try {
      const {
        Username,
        Enabled,
        UserAttributes = [],
      } = await client.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: email }));
      const attribute = (name: string) => UserAttributes.find(({ Name }) => Name === name)?.Value;
      const [userId, address] = [attribute('sub'), attribute('email')];
      return Username !== undefined && userId !== undefined && address !== undefined
        ? { userId, username: Username, email: address, enabled: Enabled === true }
        : undefined;
    } catch (error) {
      if (error instanceof UserNotFoundException) return undefined;
      throw error;
    }
  };
