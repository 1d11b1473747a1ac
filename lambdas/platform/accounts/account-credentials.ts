import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  AliasExistsException,
  InvalidParameterException,
  InvalidPasswordException,
  ListUsersCommand,
  type CognitoIdentityProviderClient,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import type { AccountCredentials, PoolAccount } from '../../domain/accounts/pool-account.ts';
import { AppError } from '../../domain/app-error.ts';

const accountOf = ({ Username, Enabled, Attributes = [] }: UserType): PoolAccount | undefined => {
  const attribute = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value;
  const [userId, email] = [attribute('sub'), attribute('email')];
  return Username !== undefined && userId !== undefined && email !== undefined
    ? { userId, username: Username, email, enabled: Enabled === true }
    : undefined;
};

/** A verified address, which the account's user has proven to read with a code of ours. */
const verified = (email: string) => [
  { Name: 'email', Value: email },
  { Name: 'email_verified', Value: 'true' },
];

/** Undefined when another account has the address. */
const unlessTaken = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AliasExistsException) return undefined;
    throw error;
  }
};

/** The user pool, through administrators' calls of Cognito, which send no emails. */
export const createAccountCredentials = (
  client: Pick<CognitoIdentityProviderClient, 'send'>,
  UserPoolId: string,
): AccountCredentials => ({
  async find(userId) {
    const { Users: [user] = [] } = await client.send(
      new ListUsersCommand({ UserPoolId, Filter: `sub = "${userId.replaceAll(/["\\]/g, '')}"`, Limit: 1 }),
    );
    return user && accountOf(user);
  },
  async create(email) {
    const created = await unlessTaken(
      client.send(
        new AdminCreateUserCommand({
          UserPoolId,
          Username: randomUUID(),
          UserAttributes: verified(email),
          MessageAction: 'SUPPRESS',
        }),
      ),
    );
    if (!created) return undefined;
    const account = created.User && accountOf(created.User);
    if (!account) throw new Error('Cognito created an account but returned no user ID');
    return account;
  },
  async setPassword({ username: Username }, Password) {
    try {
      await client.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }));
    } catch (error) {
      if (!(error instanceof InvalidPasswordException || error instanceof InvalidParameterException)) throw error;
      const message = 'The password is not strong enough. Choose another one and request a new code.';
      throw new AppError('validation_failed', message, [{ path: 'password', message }]);
    }
  },
  async setEmail({ username: Username }, email) {
    const changed = await unlessTaken(
      client.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username, UserAttributes: verified(email) })),
    );
    return changed !== undefined;
  },
  async signOut({ username: Username }) {
    await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username }));
  },
});
