import { randomUUID } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  ListUsersCommand,
  type AttributeType,
  type CognitoIdentityProviderClient,
  type ListUsersCommandOutput,
} from '@aws-sdk/client-cognito-identity-provider';
import type { ProfileRepository } from '../lambdas/data/people/profile-repository.ts';
import type { RightsRepository } from '../lambdas/data/people/rights-repository.ts';
import { OPERATOR } from '../lambdas/domain/audit/act.ts';
import { AppError } from '../lambdas/domain/app-error.ts';

/** A new account. Its address counts as verified, because an operator vouches for it. */
export interface NewAccount {
  readonly email: string;
  readonly fullName: string;
  /** A permanent password; no email is sent. Without it, Cognito emails a temporary one. */
  readonly password?: string;
}

/** The accounts of a user pool. */
export interface UserDirectory {
  /** ID (`sub`) of the account that verified this address. */
  find(email: string): Promise<string | undefined>;
  /** Creates the account and returns its ID. */
  create(account: NewAccount): Promise<string>;
}

const attribute = (attributes: readonly AttributeType[] | undefined, name: string): string | undefined =>
  attributes?.find((entry) => entry.Name === name)?.Value;

/** Accesses the user pool through Cognito's API. */
export const createUserDirectory = (
  client: Pick<CognitoIdentityProviderClient, 'send'>,
  userPoolId: string,
): UserDirectory => ({
  async find(email) {
    const Filter = `email = "${email.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
    let next: string | undefined;
    do {
      const { Users = [], PaginationToken }: ListUsersCommandOutput = await client.send(
        new ListUsersCommand({
          UserPoolId: userPoolId,
          Filter,
          ...(next === undefined ? {} : { PaginationToken: next }),
        }),
      );
      // Anyone can sign up with this address without verifying it, often enough to fill a page.
      const verified = Users.find(
        ({ UserStatus, Attributes }) =>
          UserStatus !== 'UNCONFIRMED' && attribute(Attributes, 'email_verified') === 'true',
      );
      if (verified) return attribute(verified.Attributes, 'sub');
      next = PaginationToken;
    } while (next !== undefined);
    return undefined;
  },
  async create({ email, fullName, password }) {
    const username = randomUUID();
    const { User } = await client.send(
      new AdminCreateUserCommand({
        UserPoolId: userPoolId,
        Username: username,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
          ...(fullName === '' ? [] : [{ Name: 'name', Value: fullName }]),
        ],
        ...(password === undefined
          ? { DesiredDeliveryMediums: ['EMAIL' as const] }
          : { MessageAction: 'SUPPRESS' as const }),
      }),
    );
    if (password !== undefined) {
      await client.send(
        new AdminSetUserPasswordCommand({
          UserPoolId: userPoolId,
          Username: username,
          Password: password,
          Permanent: true,
        }),
      );
    }
    const sub = attribute(User?.Attributes, 'sub');
    if (sub === undefined) throw new Error('Cognito created the account but returned no user ID');
    return sub;
  },
});

export interface AccountTools {
  readonly users: UserDirectory;
  readonly profiles: Pick<ProfileRepository, 'createIfMissing'>;
  readonly rights: Pick<RightsRepository, 'createIfMissing' | 'grantAdmin' | 'countAdmins' | 'read'>;
  /** The current time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/** Finds or creates an account with its profile and a new account's rights. Idempotent. */
export const ensureAccount = async (
  { users, profiles, rights, now }: AccountTools,
  account: NewAccount,
): Promise<{ userId: string; created: boolean }> => {
  const email = account.email.toLowerCase();
  const found = await users.find(email);
  const userId = found ?? (await users.create({ ...account, email }));
  // Cognito runs no confirmation trigger for an account that an operator creates.
  await rights.createIfMissing(userId);
  await profiles.createIfMissing({ id: userId, email, full_name: account.fullName, created_at: now() });
  return { userId, created: found === undefined };
};

/**
 * Makes the account with this address an administrator, creating the account if there is none. Throws AppError
 * `already_exists` and changes nothing when the stage has another administrator and `another` is false. Idempotent.
 */
export const createAdmin = async (
  tools: AccountTools,
  account: NewAccount,
  { another }: { readonly another: boolean },
): Promise<{ userId: string; created: boolean }> => {
  const existing = await tools.users.find(account.email.toLowerCase());
  const isAdmin = existing !== undefined && (await tools.rights.read(existing, { consistent: true }))?.role === 'admin';
  if (!another && !isAdmin && (await tools.rights.countAdmins()) > 0) {
    throw new AppError('already_exists', 'This stage already has an administrator.');
  }
  const ensured = await ensureAccount(tools, account);
  await tools.rights.grantAdmin(ensured.userId, {
    another,
    recorded: { at: tools.now(), by: { actor: OPERATOR, requestId: 'npm run create-admin' } },
  });
  return ensured;
};
