import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminUserGlobalSignOutCommand,
  AliasExistsException,
  CodeDeliveryFailureException,
  InvalidPasswordException,
  LimitExceededException,
  ListUsersCommand,
  TooManyRequestsException,
  UserNotFoundException,
  type AdminCreateUserCommandInput,
  type CognitoIdentityProviderClient,
  type ListUsersCommandOutput,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { AppError } from '../domain/app-error.ts';
import type { Logger } from '../domain/logger.ts';
import type { PoolAccount, UserDirectory } from '../domain/people/user-directory.ts';

const attribute = ({ Attributes }: UserType, name: string): string | undefined =>
  Attributes?.find((entry) => entry.Name === name)?.Value;

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** The error that an administrator receives for an error of the user pool. */
const errorFor = (error: unknown): unknown => {
  if (error instanceof InvalidPasswordException) {
    const message = 'The password is not strong enough. Choose a longer one with letters, digits and symbols.';
    return new AppError('validation_failed', message, [{ path: 'password', message }]);
  }
  if (error instanceof LimitExceededException || error instanceof TooManyRequestsException) {
    return new AppError(
      'too_many_requests',
      'The user pool has reached its limit for new accounts or emails. Try again later.',
    );
  }
  return error;
};

/** The user pool (Cognito). */
export const createUserDirectory = (
  client: Pick<CognitoIdentityProviderClient, 'send'>,
  UserPoolId: string,
  logger: Logger,
): UserDirectory => {
  const users = async (Filter: string): Promise<readonly UserType[]> => {
    const found: UserType[] = [];
    let PaginationToken: string | undefined;
    do {
      const page: ListUsersCommandOutput = await client.send(
        new ListUsersCommand({ UserPoolId, Filter, ...(PaginationToken === undefined ? {} : { PaginationToken }) }),
      );
      found.push(...(page.Users ?? []));
      ({ PaginationToken } = page);
    } while (PaginationToken !== undefined);
    return found;
  };

  const find = async (email: string): Promise<PoolAccount | undefined> => {
    // Others can sign up with this address without confirming it, even often enough to fill a page.
    const confirmed = (await users(`email = ${quoted(email)}`)).find(
      (user) => user.UserStatus !== 'UNCONFIRMED' && attribute(user, 'email_verified') === 'true',
    );
    const userId = confirmed && attribute(confirmed, 'sub');
    return confirmed?.Username && userId
      ? { userId, username: confirmed.Username, isNew: confirmed.UserStatus === 'FORCE_CHANGE_PASSWORD' }
      : undefined;
  };

  /**
   * Creates or renews an account, which sends an email with the temporary password. An email that cannot be delivered
   * is not an error, because the administrator who chose the password knows it.
   */
  const invite = async (input: Omit<AdminCreateUserCommandInput, 'UserPoolId'>): Promise<UserType | undefined> => {
    try {
      const { User } = await client.send(
        new AdminCreateUserCommand({ UserPoolId, DesiredDeliveryMediums: ['EMAIL'], ...input }),
      );
      return User;
    } catch (error) {
      if (!(error instanceof CodeDeliveryFailureException)) throw errorFor(error);
      logger.warn('An invitation was not delivered');
      return undefined;
    }
  };

  /** Changes the account with this id. No effect when it does not exist. */
  const change = async (
    userId: string,
    send: (account: { readonly UserPoolId: string; readonly Username: string }) => Promise<unknown>,
  ): Promise<void> => {
    const [user] = await users(`sub = ${quoted(userId)}`);
    if (!user?.Username) return;
    try {
      await send({ UserPoolId, Username: user.Username });
    } catch (error) {
      if (!(error instanceof UserNotFoundException)) throw errorFor(error);
    }
  };

  return {
    find,
    async create({ email, fullName, password }) {
      const name = fullName === '' ? [] : [{ Name: 'name', Value: fullName }];
      const UserAttributes = [{ Name: 'email', Value: email }, { Name: 'email_verified', Value: 'true' }, ...name];
      try {
        const user = await invite({ Username: randomUUID(), TemporaryPassword: password, UserAttributes });
        return user && attribute(user, 'sub');
      } catch (error) {
        if (error instanceof AliasExistsException) return undefined;
        throw error;
      }
    },
    renew: async (Username, TemporaryPassword) =>
      void (await invite({ Username, TemporaryPassword, MessageAction: 'RESEND' })),
    disable: (userId) =>
      change(userId, async (account) => {
        await client.send(new AdminDisableUserCommand(account));
        await client.send(new AdminUserGlobalSignOutCommand(account));
      }),
    enable: (userId) => change(userId, (account) => client.send(new AdminEnableUserCommand(account))),
  };
};
