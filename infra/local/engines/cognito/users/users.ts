import { AwsError } from '../../../aws/service.ts';
import { STANDARD_ATTRIBUTES } from '../config.ts';
import type { ClientConfig, PoolConfig } from '../config.ts';
import type { Pool } from '../context.ts';
import type { StoredUser } from '../state.ts';

/** Attributes in the shape of Cognito's API. */
export type AttributeList = readonly { readonly Name: string; readonly Value: string }[];

const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@.]+(\.[^\s@.]+)+$/;
/** The form of E.164. */
const PHONE_NUMBER = /^\+[1-9]\d{1,14}$/;
/** Letters, marks, symbols, digits and punctuation: the pattern of Cognito's Username member. */
const USERNAME = /^[\p{L}\p{M}\p{S}\p{N}\p{P}]{1,128}$/u;

/** The key that a user is stored under. */
export const userKey = (config: PoolConfig, username: string): string =>
  config.caseSensitive ? username : username.toLowerCase();

const aliasKey = (config: PoolConfig, email: string): string => (config.caseSensitive ? email : email.toLowerCase());

/** Finds a user by user name, or by a verified email address. */
export const findUser = (pool: Pool, name: string): StoredUser | undefined => {
  const key = userKey(pool.config, name);
  if (Object.hasOwn(pool.state.users, key)) return pool.state.users[key];
  const alias = aliasKey(pool.config, name);
  const owner = Object.hasOwn(pool.state.aliases, alias) ? pool.state.aliases[alias] : undefined;
  return owner === undefined ? undefined : pool.state.users[owner];
};

/** Finds a user or throws UserNotFoundException. For administrator operations, which do not hide unknown users. */
export const requireUser = (pool: Pool, name: string): StoredUser => {
  const user = findUser(pool, name);
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
  return user;
};

/** The user whose verified alias is this address. */
export const aliasOwner = (pool: Pool, email: string): StoredUser | undefined => {
  const alias = aliasKey(pool.config, email);
  const owner = Object.hasOwn(pool.state.aliases, alias) ? pool.state.aliases[alias] : undefined;
  return owner === undefined ? undefined : pool.state.users[owner];
};

/** Cognito's error for an address that another account has verified. */
export const aliasExists = () => new AwsError('AliasExistsException', 'An account with the email already exists.');

/**
 * Marks a user's email address as verified and makes it an alias. Throws AliasExistsException when another account has
 * the alias. With `force`, moves the alias and marks the other account's address as unverified.
 */
export const verifyEmail = (pool: Pool, user: StoredUser, force = false): void => {
  const email = user.attributes.email;
  if (email === undefined) return;
  const owner = pool.config.emailAlias ? aliasOwner(pool, email) : undefined;
  if (owner && owner !== user) {
    if (!force) throw aliasExists();
    unverifyEmail(pool, owner);
  }
  if (pool.config.emailAlias) pool.state.aliases[aliasKey(pool.config, email)] = userKey(pool.config, user.username);
  user.attributes.email_verified = 'true';
};

/** Marks a user's address as unverified and removes the alias. */
export const unverifyEmail = (pool: Pool, user: StoredUser): void => {
  const email = user.attributes.email;
  if (email === undefined) return;
  user.attributes.email_verified = 'false';
  if (aliasOwner(pool, email) === user) delete pool.state.aliases[aliasKey(pool.config, email)];
};

/** Removes a user with its alias, sessions and refresh tokens. */
export const removeUser = (pool: Pool, user: StoredUser): void => {
  unverifyEmail(pool, user);
  const key = userKey(pool.config, user.username);
  delete pool.state.users[key];
  for (const session of Object.values(pool.state.sessions))
    if (session.userKey === key) delete pool.state.sessions[session.id];
  for (const [hash, token] of Object.entries(pool.state.refreshTokens)) {
    if (!pool.state.sessions[token.sessionId]) delete pool.state.refreshTokens[hash];
  }
};

/** Throws InvalidParameterException for a user name that Cognito would reject. */
export const checkUsername = (config: PoolConfig, username: string): void => {
  if (!USERNAME.test(username)) {
    throw new AwsError(
      'InvalidParameterException',
      "1 validation error detected: Value at 'username' failed to satisfy constraint: " +
        'Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+',
    );
  }
  if (config.emailAlias && EMAIL.test(username)) {
    throw new AwsError(
      'InvalidParameterException',
      'Username cannot be of email format, since user pool is configured for email alias.',
    );
  }
};

/** Attributes that only the pool, or an administrator, may set. */
const RESERVED = new Set(['sub', 'email_verified', 'phone_number_verified']);

/**
 * Reads the attributes that a caller sets. `client` is undefined for an administrator. Throws Cognito's error for an
 * unknown, reserved or malformed attribute, and NotAuthorizedException for one that the client may not write.
 */
export const readAttributes = (
  config: PoolConfig,
  client: ClientConfig | undefined,
  list: readonly { readonly Name: string; readonly Value?: string | null | undefined }[] | null | undefined,
): Record<string, string> => {
  const attributes: Record<string, string> = {};
  for (const { Name, Value } of list ?? []) {
    if (!STANDARD_ATTRIBUTES.has(Name) && !config.customAttributes.includes(Name)) {
      throw new AwsError(
        'InvalidParameterException',
        `Attributes did not conform to the schema: Type for attribute {${Name}} could not be determined\n`,
      );
    }
    if (Name === 'sub') throw new AwsError('InvalidParameterException', 'Cannot modify the non-mutable attribute sub');
    const forbidden =
      client !== undefined && (RESERVED.has(Name) || (client.writeAttributes && !client.writeAttributes.has(Name)));
    if (forbidden) throw new AwsError('NotAuthorizedException', 'A client attempted to write unauthorized attribute');
    attributes[Name] = Value ?? '';
  }
  if (attributes.email !== undefined && attributes.email !== '' && !EMAIL.test(attributes.email)) {
    throw new AwsError('InvalidParameterException', 'Invalid email address format.');
  }
  const { phone_number: number } = attributes;
  if (number !== undefined && number !== '' && !PHONE_NUMBER.test(number))
    throw new AwsError('InvalidParameterException', 'Invalid phone number format.');
  return attributes;
};

/** Throws InvalidParameterException when a required attribute is missing. */
export const checkRequired = (config: PoolConfig, attributes: Readonly<Record<string, string>>): void => {
  const missing = config.requiredAttributes.filter((name) => name !== 'sub' && !attributes[name]);
  if (missing.length === 0) return;
  const text = missing.map((name) => `${name}: The attribute ${name} is required\n`).join('');
  throw new AwsError('InvalidParameterException', `Attributes did not conform to the schema: ${text}`);
};

/** A user's attributes in the shape of the API; `readable` limits them to the ones that a client may read. */
export const listAttributes = (user: StoredUser, readable?: ReadonlySet<string>): AttributeList =>
  Object.entries({ sub: user.sub, ...user.attributes })
    .filter(([name]) => !readable || readable.has(name))
    .map(([Name, Value]) => ({ Name, Value }));

/** A user's multi-factor settings in the shape of the API. */
export const mfaSettings = (user: StoredUser): Record<string, unknown> => {
  const factors = [
    { name: 'SOFTWARE_TOKEN_MFA', ...user.softwareToken },
    { name: 'SMS_MFA', ...user.smsFactor },
  ].filter(({ enabled }) => enabled === true);
  const preferred = factors.find((factor) => factor.preferred === true);
  if (factors.length === 0) return {};
  return {
    UserMFASettingList: factors.map(({ name }) => name),
    ...(preferred ? { PreferredMfaSetting: preferred.name } : {}),
  };
};

/** A user in the shape of the administrator API. Dates are epoch seconds, as in the protocol. */
export const describeUser = (
  user: StoredUser,
  attributes: AttributeList = listAttributes(user),
): Record<string, unknown> => ({
  Username: user.username,
  Attributes: attributes,
  UserCreateDate: user.createdAt / 1000,
  UserLastModifiedDate: user.modifiedAt / 1000,
  Enabled: user.enabled,
  UserStatus: user.status,
});
