import { z } from 'zod';
import { AwsError } from '../../../aws/service.ts';
import { poolById, requiredText } from '../context.ts';
import type { EngineContext, Pool } from '../context.ts';
import type { StoredUser } from '../state.ts';
import { describeUser, listAttributes, userKey } from './users.ts';

/** Maximum users in one response: Cognito's own limit. */
const PAGE_SIZE = 60;

/** The input of ListUsers. */
export const listInput = z.object({
  UserPoolId: requiredText,
  AttributesToGet: z.array(z.string()).nullish(),
  Limit: z.number().int().min(0).max(PAGE_SIZE).nullish(),
  PaginationToken: z.string().nullish(),
  Filter: z.string().max(256).nullish(),
});

/** The fields that a filter can name, and how to read them from a user. */
const FILTERS: Readonly<Record<string, (user: StoredUser) => string | undefined>> = {
  username: (user) => user.username,
  sub: (user) => user.sub,
  'cognito:user_status': (user) => user.status,
  status: (user) => (user.enabled ? 'Enabled' : 'Disabled'),
  ...Object.fromEntries(
    ['email', 'phone_number', 'name', 'given_name', 'family_name', 'preferred_username'].map((name) => [
      name,
      (user: StoredUser) => user.attributes[name],
    ]),
  ),
};

const FILTER = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/;

const readFilter = (pool: Pool, text: string): ((user: StoredUser) => boolean) => {
  const [, name = '', operator, quoted = ''] = FILTER.exec(text) ?? [];
  const read = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined;
  if (!read) throw new AwsError('InvalidParameterException', 'Error while parsing filter.');
  const foldable = name === 'username' || name === 'email' || name === 'status';
  const fold = (value: string) => (foldable && !pool.config.caseSensitive ? value.toLowerCase() : value);
  const expected = fold(quoted.replace(/\\(.)/g, '$1'));
  return (user) => {
    const value = read(user);
    if (value === undefined) return false;
    return operator === '=' ? fold(value) === expected : fold(value).startsWith(expected);
  };
};

/** ListUsers: one page in order of user name. The pagination token encodes the last name of the previous page. */
export const listUsers = (context: EngineContext, input: z.output<typeof listInput>) => {
  const pool = poolById(context, input.UserPoolId);
  const matches = input.Filter ? readFilter(pool, input.Filter) : () => true;
  const after = input.PaginationToken ? Buffer.from(input.PaginationToken, 'base64url').toString('utf8') : undefined;
  const all = Object.values(pool.state.users)
    .filter((user) => matches(user) && (after === undefined || userKey(pool.config, user.username) > after))
    .sort((a, b) => (userKey(pool.config, a.username) < userKey(pool.config, b.username) ? -1 : 1));
  const size = input.Limit || PAGE_SIZE;
  const page = all.slice(0, size);
  const last = page.at(-1);
  const selected = input.AttributesToGet ? new Set(input.AttributesToGet) : undefined;
  return {
    Users: page.map((user) => describeUser(user, listAttributes(user, selected))),
    ...(last && all.length > size
      ? { PaginationToken: Buffer.from(userKey(pool.config, last.username)).toString('base64url') }
      : {}),
  };
};
