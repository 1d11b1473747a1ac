import {
  AdminDeleteUserCommand,
  ListUsersCommand,
  UserNotFoundException,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { AccountPool } from './sweep-accounts.ts';

/** The user pool, through Cognito's API. */
export const createAccountPool = (
  client: Pick<CognitoIdentityProviderClient, 'send'>,
  userPoolId: string,
): AccountPool => ({
  async *unconfirmed() {
    let token: string | undefined;
    do {
      const { Users = [], PaginationToken } = await client.send(
        new ListUsersCommand({
          UserPoolId: userPoolId,
          Filter: 'cognito:user_status = "UNCONFIRMED"',
          AttributesToGet: ['sub'],
          ...(token === undefined ? {} : { PaginationToken: token }),
        }),
      );
      for (const { Username, UserCreateDate } of Users) {
        if (Username && UserCreateDate) yield { username: Username, createdAt: UserCreateDate.getTime() };
      }
      token = PaginationToken;
    } while (token !== undefined);
  },
  async isUnconfirmed(username) {
    const quoted = username.replaceAll(/["\\]/g, String.raw`\$&`);
    const { Users = [] } = await client.send(
      new ListUsersCommand({
        UserPoolId: userPoolId,
        Filter: `username = "${quoted}"`,
        AttributesToGet: ['sub'],
        Limit: 1,
      }),
    );
    return Users[0]?.UserStatus === 'UNCONFIRMED';
  },
  async remove(username) {
    try {
      await client.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: username }));
    } catch (error) {
      if (!(error instanceof UserNotFoundException)) throw error;
    }
  },
});
