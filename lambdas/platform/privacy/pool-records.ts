import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminUserGlobalSignOutCommand,
  ListUsersCommand,
  UserNotFoundException,
  type CognitoIdentityProviderClient,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';

/** What the user pool stores about a user. */
export type PoolRecord = Readonly<Record<string, string>>;

/** The records of the user pool, for exports and erasures. */
export interface PoolRecords {
  /** What is stored about a user; undefined when the account does not exist. */
  find(userId: string): Promise<PoolRecord | undefined>;
  /** Ends all sign-ins and prevents new ones. No effect when the account does not exist. */
  close(userId: string): Promise<void>;
  /** Removes the account. No effect when it does not exist. */
  remove(userId: string): Promise<void>;
}

const recordOf = ({ Attributes = [], UserStatus, UserCreateDate, UserLastModifiedDate }: UserType): PoolRecord => {
  const attributes = Object.fromEntries(Attributes.map(({ Name = '', Value = '' }) => [Name, Value]));
  const { email = '', email_verified = '', name = '', phone_number, phone_number_verified = 'false' } = attributes;
  return {
    email,
    email_verified,
    name,
    ...(phone_number === undefined ? {} : { phone_number, phone_number_verified }),
    status: UserStatus ?? '',
    created_at: UserCreateDate?.toISOString() ?? '',
    updated_at: UserLastModifiedDate?.toISOString() ?? '',
  };
};

/** The user pool, through Cognito's API. */
export const createPoolRecords = (
  client: Pick<CognitoIdentityProviderClient, 'send'>,
  UserPoolId: string,
): PoolRecords => {
  /** User names are not ids, so the account is found by its id. */
  const read = async (userId: string): Promise<UserType | undefined> => {
    const { Users = [] } = await client.send(new ListUsersCommand({ UserPoolId, Filter: `sub = "${userId}"` }));
    return Users[0];
  };
  const change = async (
    userId: string,
    send: (account: { readonly UserPoolId: string; readonly Username: string }) => Promise<unknown>,
  ): Promise<void> => {
    const user = await read(userId);
    if (!user?.Username) return;
    try {
      await send({ UserPoolId, Username: user.Username });
    } catch (error) {
      if (!(error instanceof UserNotFoundException)) throw error;
    }
  };
  return {
    async find(userId) {
      const user = await read(userId);
      return user && recordOf(user);
    },
    close: (userId) =>
      change(userId, async (account) => {
        await client.send(new AdminDisableUserCommand(account));
        await client.send(new AdminUserGlobalSignOutCommand(account));
      }),
    remove: (userId) => change(userId, (account) => client.send(new AdminDeleteUserCommand(account))),
  };
};
