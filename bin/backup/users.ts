import { randomBytes } from 'node:crypto';
import {
  AdminDisableUserCommand,
  ListUsersCommand,
  type CognitoIdentityProviderClient,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { createUserDirectory } from '../accounts.ts';
import type { StoredUser } from './folder.ts';

/** An account with the id that its pool gave it. */
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
  const kept = Object.entries(others).filter(([name]) => !name.startsWith('cognito:') && name !== 'identities');
  return {
    sub,
    email: email.toLowerCase(),
    enabled: Enabled,
    attributes: Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};

/**
 * Every account whose address is proved. One that never proved it is left out: it can be made again, and is swept
 * anyway.
 */
export const listUsers = async (
  client: Pick<CognitoIdentityProviderClient, 'send'>,
  UserPoolId: string,
): Promise<{ readonly users: readonly PoolUser[]; readonly unproved: number }> => {
  const users: PoolUser[] = [];
  let unproved = 0;
  let PaginationToken: string | undefined;
  do {
    const page = await client.send(new ListUsersCommand({ UserPoolId, PaginationToken }));
    for (const entry of page.Users ?? []) {
      const user = readUser(entry);
      if (user) users.push(user);
      else unproved += 1;
    }
    PaginationToken = page.PaginationToken;
  } while (PaginationToken);
  return { users: users.sort((a, b) => (a.email < b.email ? -1 : 1)), unproved };
};

/**
 * Nobody learns it: the person sets a new one by "Forgot password", which Cognito allows only to accounts that have
 * one.
 */
const unknownPassword = (): string => `${randomBytes(32).toString('base64url')}aA1!`;

/**
 * Answers the id of each account by address; makes those that the pool lacks, without a mail and with a password that
 * nobody knows.
 */
export const ensureUsers = async (
  client: Pick<CognitoIdentityProviderClient, 'send'>,
  UserPoolId: string,
  wanted: readonly StoredUser[],
): Promise<{ readonly ids: ReadonlyMap<string, string>; readonly made: number }> => {
  const { users } = await listUsers(client, UserPoolId);
  const ids = new Map(users.map(({ email, sub }) => [email, sub]));
  const directory = createUserDirectory(client, UserPoolId);
  let made = 0;
  for (const { email, enabled, attributes } of wanted) {
    if (ids.has(email)) continue;
    const sub = await directory.create({ email, fullName: attributes['name'] ?? '', password: unknownPassword() });
    if (!enabled) await client.send(new AdminDisableUserCommand({ UserPoolId, Username: email }));
    ids.set(email, sub);
    made += 1;
  }
  return { ids, made };
};
