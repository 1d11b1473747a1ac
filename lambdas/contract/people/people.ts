import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { MAX_SEARCH_LENGTH } from '../listening/search-text.ts';
import { Plan, Role, Timestamp, UserId, line, pageOf, pageQuery } from '../shared.ts';

/** A person as those who manage people see them. */
export const PersonView = z.object({
  id: UserId,
  /** Empty while only a token told of the person. */
  email: z.string(),
  /** Empty when the person gave none. */
  full_name: z.string(),
  role: Role,
  plan: Plan,
  /** Refused everywhere, until somebody enables the account again. */
  disabled: z.boolean(),
  /** When the person joined. */
  created_at: Timestamp,
});
export type PersonView = z.infer<typeof PersonView>;

/** What a new account is made as: a role, or (test users, outside production only) a user with a plan. */
export const NewPersonRole = z.enum(['user', 'moderator', 'admin', 'premium', 'business']);
export type NewPersonRole = z.infer<typeof NewPersonRole>;

/** Characters of an address, at most: those of a path in SMTP. */
const EMAIL_LENGTH = 254;
/** Characters of a password that the user pool takes, at most. */
const PASSWORD_LENGTH = 256;

/** As the user pool takes it. */
const Email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(EMAIL_LENGTH),
    z.regex(
      /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cs}]+@[^\s@.\p{Cc}\p{Cs}]+(\.[^\s@.\p{Cc}\p{Cs}]+)+$/u,
      'Not an e-mail address',
    ),
  );

/** What of a person decides what they may do, as it was shown to whoever changes it. */
const ShownRights = z.strictObject({ role: Role, disabled: z.boolean() });
export type ShownRights = z.infer<typeof ShownRights>;

const id = z.strictObject({ id: UserId });
const reason = line(500, 1);
/**
 * What was shown to whoever changes it: refused with `version_conflict` when it is something else by now, and not yet
 * what they want.
 */
const was = z.optional(ShownRights);

export const peopleEndpoints = {
  'people.list-people': endpoint({
    method: 'GET',
    path: '/api/admin/users',
    auth: 'admin',
    summary:
      'Everybody with an account, newest first; with `q` those whose e-mail address, name or last name begins so, in that order.',
    query: z.strictObject({ ...pageQuery, q: z.optional(line(MAX_SEARCH_LENGTH, 1)) }),
    responses: { 200: pageOf(PersonView) },
    errors: ['invalid_cursor'],
  }),
  'people.admin-create-user': endpoint({
    method: 'POST',
    path: '/api/functions/admin-create-user',
    auth: 'admin',
    summary:
      'Makes an account with a temporary password, which Cognito mails and the person replaces at the first sign-in.',
    body: z.strictObject({
      email: Email,
      password: z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH)),
      fullName: z._default(line(200), ''),
      role: z._default(NewPersonRole, 'user'),
    }),
    responses: { 200: z.object({ success: z.literal(true), error: z.null(), message: z.string(), user: PersonView }) },
    errors: ['email_exists', 'invalid_state', 'too_many_requests', 'version_conflict'],
  }),
  'people.admin-assign-role': endpoint({
    method: 'POST',
    path: '/api/rpc/admin_assign_role',
    auth: 'admin',
    summary:
      'Gives a person a role in place of the one they have, in one transaction. The last administrator keeps theirs.',
    body: z.strictObject({ target_user_id: UserId, new_role: Role, was }),
    responses: { 200: PersonView },
    errors: ['user_not_found', 'last_admin', 'forbidden', 'version_conflict'],
  }),
  'people.admin-remove-role': endpoint({
    method: 'POST',
    path: '/api/rpc/admin_remove_role',
    auth: 'admin',
    summary: 'Takes a role from a person, who is a user then. Refused when they have another one.',
    body: z.strictObject({ target_user_id: UserId, role_to_remove: Role }),
    responses: { 200: PersonView },
    errors: ['user_not_found', 'last_admin', 'forbidden', 'invalid_state', 'version_conflict'],
  }),
  'people.disable-person': endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/disable',
    auth: 'admin',
    summary:
      'Disables an account: refused from the next call on, signed out, channels closed. Asked again it finishes what was left.',
    params: id,
    body: z.strictObject({ reason, was }),
    responses: { 200: PersonView },
    errors: ['user_not_found', 'last_admin', 'forbidden', 'version_conflict'],
  }),
  'people.enable-person': endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/enable',
    auth: 'admin',
    summary: 'Enables a disabled account again. Asked again it changes nothing.',
    params: id,
    body: z.strictObject({ reason, was }),
    responses: { 200: PersonView },
    errors: ['user_not_found', 'forbidden', 'version_conflict'],
  }),
};
