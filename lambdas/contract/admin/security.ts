import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** Kinds of input that the validator checks (specification, section 5). */
export const ValidationType = z.enum(['user_profile', 'content_metadata', 'search_query', 'behavioral_pattern']);
export type ValidationType = z.infer<typeof ValidationType>;

export const securityEndpoints = {
  'security.input-validator': endpoint({
    method: 'POST',
    path: '/api/functions/input-validator',
    auth: 'admin',
    summary: 'Validates and sanitizes user input, and records a security event.',
    body: z.strictObject({
      /** A string for `search_query`; an object of fields for the other types. */
      data: z.union([z.string().check(z.maxLength(10_000)), z.record(z.string().check(z.maxLength(100)), z.unknown())]),
      validationType: ValidationType,
    }),
    responses: {
      200: z.object({
        valid: z.boolean(),
        /** One sentence per error. */
        errors: z.array(z.string()),
        /** The sanitized input; null when it is not usable. */
        sanitizedData: z.nullable(z.unknown()),
      }),
    },
    errors: [],
  }),
};
