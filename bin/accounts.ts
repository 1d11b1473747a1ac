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

/** A new account: the address counts as proved, because an operator vouches for it. */
export interface NewAccount {
  readonly email: string;
  readonly fullName: string;
  /** A permanent password, and no mail; without it Cognito mails a temporary one. */
  readonly password?: string;
}

/** The accounts of a user pool, as an operator sees them. */
export interface UserDirectory {
  /** Id (`sub`) of the person who proved this address. */
  find(email: string): Promise<string | undefined>;
  /** Makes the account and answers its id. */
  create(account: NewAccount): Promise<string>;
}

const attribute = (attributes: readonly AttributeType[] | undefined, name: string): string | undefined =>
  attributes?.find((entry) => entry.Name === name)?.Value;

/** The user pool by Cognito's API. */
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
      // Anybody may have signed up with this address without proving it, and often enough to fill a page.
      const proved = Users.find(
        ({ UserStatus, Attributes }) =>
          UserStatus !== 'UNCONFIRMED' && attribute(Attributes, 'email_verified') === 'true',
      );
      if (proved) return attribute(proved.Attributes, 'sub');
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
    if (sub === undefined) throw new Error('Cognito made an account without an id');
    return sub;
  },
});

/** What the operator's account tools need. */
export interface AccountTools {
  readonly users: UserDirectory;
  readonly profiles: Pick<ProfileRepository, 'createIfMissing'>;
  readonly rights: Pick<RightsRepository, 'createIfMissing' | 'grantAdmin' | 'countAdmins' | 'read'>;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/** Finds or makes an account with its profile and a new account's rights. Run again it changes nothing. */
export const ensureAccount = async (
  { users, profiles, rights, now }: AccountTools,
  account: NewAccount,
): Promise<{ userId: string; created: boolean }> => {
  const email = account.email.toLowerCase();
  const found = await users.find(email);
  const userId = found ?? (await users.create({ ...account, email }));
  // The confirmation trigger does not run for accounts that an operator makes.
  await rights.createIfMissing(userId);
  await profiles.createIfMissing({ id: userId, email, full_name: account.fullName, created_at: now() });
  return { userId, created: found === undefined };
};

/**
 * Makes the person with this address an administrator, with a new account if there is none. Throws AppError
 * `already_exists` when the stage has another administrator and `another` is false; then nothing was made. Run again it
 * changes nothing.
 */
export const createAdmin = async (
  tools: AccountTools,
  account: NewAccount,
  { another }: { readonly another: boolean },
): Promise<{ userId: string; created: boolean }> => {
  const known = await tools.users.find(account.email.toLowerCase());
  const isAdmin = known !== undefined && (await tools.rights.read(known, { consistent: true }))?.role === 'admin';
  if (!another && !isAdmin && (await tools.rights.countAdmins()) > 0) {
    throw new AppError('already_exists', 'This stage has an administrator already.');
  }
  const ensured = await ensureAccount(tools, account);
  await tools.rights.grantAdmin(ensured.userId, {
    another,
    noted: { at: tools.now(), by: { actor: OPERATOR, requestId: 'npm run create-admin' } },
  });
  return ensured;
};
