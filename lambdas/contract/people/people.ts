import * as z from 'zod/mini';
import { endpoint, STEP_UP } from '../endpoint.ts';
import { MAX_SEARCH_LENGTH } from '../listening/search-text.ts';
import { Plan, Role, Timestamp, UserId, line, pageOf, pageQuery } from '../shared.ts';
import { Email, Password } from './credential-fields.ts';

/** A user, for administrators. */
export const PersonView = z.object({
  id: UserId,
  /** Empty while the user is known only from a token. */
  email: z.string(),
  /** Empty when the user gave none. */
  full_name: z.string(),
  role: Role,
  plan: Plan,
  /** The account has no access until an administrator enables it again. */
  disabled: z.boolean(),
  /** The user has set up a second factor or a passkey. */
  second_factor: z.optional(z.boolean()),
  /** When the user joined. */
  created_at: Timestamp,
});
export type PersonView = z.infer<typeof PersonView>;

/** A new account's role, or (test users, outside production only) the plan of a user. */
export const NewPersonRole = z.enum(['user', 'moderator', 'admin', 'premium', 'business']);
export type NewPersonRole = z.infer<typeof NewPersonRole>;

/** A user's role and account state. */
const AccessRights = z.strictObject({ role: Role, disabled: z.boolean() });
export type AccessRights = z.infer<typeof AccessRights>;

const id = z.strictObject({ id: UserId });
const reason = line(500, 1);
/**
 * The values that the caller saw. Fails with `version_conflict` when they have changed since, unless the user already
 * has the requested values.
 */
const was = z.optional(AccessRights);

export const peopleEndpoints = {
  'people.list-people': endpoint({
    method: 'GET',
    path: '/api/admin/users',
    auth: 'admin',
    summary: 'Lists users, newest first, or sorted users whose email address, name or last name starts with `q`.',
    query: z.strictObject({
      ...pageQuery,
      q: z.optional(line(MAX_SEARCH_LENGTH, 1)),
      /** With `role` or `plan`, a page before the last can be short. */
      role: z.optional(Role),
      /** The plan that applies now. */
      plan: z.optional(Plan),
    }),
    responses: { 200: pageOf(PersonView) },
    errors: ['invalid_cursor'],
  }),
  'people.admin-create-user': endpoint({
    method: 'POST',
    path: '/api/functions/admin-create-user',
    auth: 'admin',
    ...STEP_UP,
    summary:
      'Creates an account with a temporary password. Cognito emails it, and the user replaces it at the first sign-in.',
    body: z.strictObject({
      email: Email,
      password: Password,
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
    ...STEP_UP,
    summary: "Replaces a user's role in one transaction. The last administrator can't be demoted.",
    body: z.strictObject({ target_user_id: UserId, new_role: Role, was }),
    responses: { 200: PersonView },
    errors: ['user_not_found', 'last_admin', 'forbidden', 'invalid_state', 'version_conflict'],
  }),
  'people.admin-remove-role': endpoint({
    method: 'POST',
    path: '/api/rpc/admin_remove_role',
    auth: 'admin',
    ...STEP_UP,
    summary: 'Removes a role, which leaves the user with the role `user`. Fails when the user has a different role.',
    body: z.strictObject({ target_user_id: UserId, role_to_remove: Role }),
    responses: { 200: PersonView },
    errors: ['user_not_found', 'last_admin', 'forbidden', 'invalid_state', 'version_conflict'],
  }),
  'people.disable-person': endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/disable',
    auth: 'admin',
    ...STEP_UP,
    summary:
      'Disables an account: denies access, signs the user out and closes live channels. Repeat the call to resume it.',
    params: id,
    body: z.strictObject({ reason, was }),
    responses: { 200: PersonView },
    errors: ['user_not_found', 'last_admin', 'forbidden', 'invalid_state', 'version_conflict'],
  }),
  'people.enable-person': endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/enable',
    auth: 'admin',
    ...STEP_UP,
    summary: 'Enables a disabled account. Repeating the call has no effect.',
    params: id,
    body: z.strictObject({ reason, was }),
    responses: { 200: PersonView },
    errors: ['user_not_found', 'forbidden', 'invalid_state', 'version_conflict'],
  }),
};
