import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { CONTROLS, SPACES, wellFormed } from '../portable-text.ts';
import { MailedCode } from './credential-fields.ts';

const PART = `[^@${CONTROLS}${SPACES}]+`;
const EMAIL_ADDRESS = new RegExp(`^${PART}@${PART}$`);

/** An email address as a visitor types it. The check is loose, because only a mail server knows what it accepts. */
const EmailAddress = z
  .string()
  .check(z.trim(), z.maxLength(254), z.regex(EMAIL_ADDRESS, 'Must be an email address'), wellFormed);

/** Username retrieval in two steps, which do not reveal whether an address has an account. */
export const usernameEndpoints = {
  'username.request-code': endpoint({
    method: 'POST',
    path: '/api/functions/request-username-code',
    auth: 'public',
    summary: 'Emails a code to an address that has an account. The response is the same for every address.',
    body: z.strictObject({ email: EmailAddress }),
    responses: { 202: null },
    errors: ['too_many_requests'],
  }),
  'username.get-username': endpoint({
    method: 'POST',
    path: '/api/functions/get-username',
    auth: 'public',
    summary: 'Returns the name on file for an email address, in exchange for the single-use code that was sent there.',
    body: z.strictObject({
      email: EmailAddress,
      code: MailedCode,
    }),
    responses: { 200: z.object({ username: z.string() }) },
    errors: ['code_rejected', 'too_many_requests'],
  }),
};
