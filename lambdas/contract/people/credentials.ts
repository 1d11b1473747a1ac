import * as z from 'zod/mini';
import { endpoint, STEP_UP } from '../endpoint.ts';
import { UserId, line } from '../shared.ts';
import { Me } from './account.ts';
import { Email, MailedCode, Password } from './credential-fields.ts';

/**
 * Creating an account, replacing a forgotten password and changing the address. Each has two steps: an email with a
 * code, and the code. The open ones do not reveal whether an address has an account.
 */
export const credentialsEndpoints = {
  'credentials.request-sign-up': endpoint({
    method: 'POST',
    path: '/api/sign-up',
    auth: 'public',
    summary: 'Emails a code that creates an account. The response is the same for every address.',
    body: z.strictObject({ email: Email }),
    responses: { 202: null },
    errors: ['too_many_requests'],
  }),
  'credentials.confirm-sign-up': endpoint({
    method: 'POST',
    path: '/api/sign-up/confirm',
    auth: 'public',
    summary: 'Creates the account with its password, in exchange for the single-use code that was sent to the address.',
    body: z.strictObject({
      email: Email,
      code: MailedCode,
      password: Password,
      full_name: z._default(line(200), ''),
    }),
    responses: { 204: null },
    errors: ['code_rejected', 'email_exists', 'too_many_requests'],
  }),
  'credentials.request-password-reset': endpoint({
    method: 'POST',
    path: '/api/password-reset',
    auth: 'public',
    summary: 'Emails a code that sets a new password. The response is the same for every address.',
    body: z.strictObject({ email: Email }),
    responses: { 202: null },
    errors: ['too_many_requests'],
  }),
  'credentials.send-password-reset': endpoint({
    method: 'POST',
    path: '/api/admin/users/{id}/password-reset',
    auth: 'admin',
    summary: 'Emails a user the code that sets a new password. The current password works until the code is used.',
    params: z.strictObject({ id: UserId }),
    responses: { 202: null },
    errors: ['user_not_found', 'invalid_state', 'too_many_requests'],
  }),
  'credentials.reset-password': endpoint({
    method: 'POST',
    path: '/api/password-reset/confirm',
    auth: 'public',
    summary: 'Sets a new password in exchange for the single-use code that was sent to the address. Ends all sign-ins.',
    body: z.strictObject({ email: Email, code: MailedCode, password: Password }),
    responses: { 204: null },
    errors: ['code_rejected', 'too_many_requests'],
  }),
  'credentials.request-email-change': endpoint({
    method: 'POST',
    path: '/api/me/email',
    auth: 'user',
    ...STEP_UP,
    summary: 'Emails a code to the new address of the current user. The response is the same for every address.',
    body: z.strictObject({ email: Email }),
    responses: { 202: null },
    errors: ['too_many_requests'],
  }),
  'credentials.change-email': endpoint({
    method: 'POST',
    path: '/api/me/email/confirm',
    auth: 'user',
    summary: "Changes the current user's address, in exchange for the code that was sent to the new one.",
    body: z.strictObject({ code: MailedCode }),
    responses: { 200: Me },
    errors: ['code_rejected', 'email_exists', 'too_many_requests'],
  }),
};
