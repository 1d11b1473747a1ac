import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** An e-mail address as somebody types it: what a mail server takes is known only when it takes it. */
const EmailAddress = z
  .string()
  .check(z.trim(), z.maxLength(254), z.regex(/^[^\s@\p{Cc}\p{Cs}]+@[^\s@\p{Cc}\p{Cs}]+$/u, 'Not an e-mail address'));

/** Username retrieval in two steps, so that nobody learns whether an address has an account. */
export const usernameEndpoints = {
  'username.request-code': endpoint({
    method: 'POST',
    path: '/api/functions/request-username-code',
    auth: 'public',
    summary: 'Sends a code to an e-mail address, if it has an account. Answers the same for every address.',
    body: z.strictObject({ email: EmailAddress }),
    responses: { 202: null },
    errors: ['too_many_requests'],
  }),
  'username.get-username': endpoint({
    method: 'POST',
    path: '/api/functions/get-username',
    auth: 'public',
    summary: 'The name on file for an e-mail address, against the code that was sent there. A code is used up by it.',
    body: z.strictObject({ email: EmailAddress, code: z.string().check(z.trim(), z.regex(/^\d{8}$/, 'Eight digits')) }),
    responses: { 200: z.object({ username: z.string() }) },
    errors: ['code_refused', 'too_many_requests'],
  }),
};
