import { randomBytes } from 'node:crypto';
import {
  AdminDisableUserCommand,
  ListUsersCommand,
  type CognitoIdentityProviderClient,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { createUserDirectory } from '../accounts.ts';
import type { StoredUser } from './folder.ts';

/** An account with the ID that its pool assigned. */
export interface PoolUser extends StoredUser {
  readonly sub: string;
}

const readUser = ({ Attributes = [], Enabled = true, UserStatus }: UserType): PoolUser | undefined => {
  const {
    sub,
    email,
    email_verified: verified,
    ...others
  } = Object.fromEntries(Attributes.map(({ Name = '', Value = '' }) => [Name, Value]));
  if (sub === undefined || email === undefined || verified !== 'true' || UserStatus === 'UNCONFIRMED') return undefined;
  const exported = Object.entries(others).filter(([name]) => !name.startsWith('cognito:') && name !== 'identities');
  return {
    sub,
    email: email.toLowerCase(),
    enabled: Enabled,
    attributes: Object.fromEntries(exported.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};

/**
 * Every account with a verified address. The others are left out: their users can sign up again, and a job deletes them
 * anyway.
 */
export const listUsers = async (
  client: Pick<CognitoIdentityProviderClient, 'send'>,
  UserPoolId: string,
): Promise<{ readonly users: readonly PoolUser[]; readonly unverified: number }> => {
  const users: PoolUser[] = [];
  let unverified = 0;
  let PaginationToken: string | undefined;
  do {
    const page = await client.send(new ListUsersCommand({ UserPoolId, PaginationToken }));
    for (const entry of page.Users ?? []) {
      const user = readUser(entry);
      if (user) users.push(user);
      else unverified += 1;
    }
    PaginationToken = page.PaginationToken;
  } while (PaginationToken);
  return { users: users.sort((a, b) => (a.email < b.email ? -1 : 1)), unverified };
};

/**
 * A password that no one knows. The user sets a new one with "Forgot password", which Cognito allows only for accounts
 * that have one.
 */
const unknownPassword = (): string => `${randomBytes(32).toString('base64url')}aA1!`;

/**
 * Returns the ID of each account by address. Creates missing accounts, without an email and with an unknown password.
 */
export const ensureUsers = async (
  client: Pick<CognitoIdentityProviderClient, 'send'>,
  UserPoolId: string,
  accounts: readonly StoredUser[],
): Promise<{ readonly ids: ReadonlyMap<string, string>; readonly created: number }> => {
  const { users } = await listUsers(client, UserPoolId);
  const ids = new Map(users.map(({ email, sub }) => [email, sub]));
  const directory = createUserDirectory(client, UserPoolId);
  let created = 0;
  for (const { email, enabled, attributes } of accounts) {
    if (ids.has(email)) continue;
    const sub = await directory.create({ email, fullName: attributes['name'] ?? '', password: unknownPassword() });
    if (!enabled) await client.send(new AdminDisableUserCommand({ UserPoolId, Username: email }));
    ids.set(email, sub);
    created += 1;
  }
  return { ids, created };
};
